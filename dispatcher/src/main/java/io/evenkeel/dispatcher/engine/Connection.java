// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.Errors;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection, accepted or made, and everything its owner may do with it.
 *
 * <p>Promises beyond Netty's: after {@link #pause} nothing is received before {@link #resume}, on any transport and also when the peer
 * closes; bytes that arrived before a FIN or a reset are received before that is told; events come in order; the handler can be changed
 * at any time, so an upgraded connection becomes a tunnel without touching the pipeline.
 *
 * <p>Memory: reads use a buffer that the loop's connections share; see {@link SharedReads}. Paused, a connection holds nothing, with two
 * exceptions bounded by the kernel's receive buffer: when the peer resets, and on io_uring also when it sends a FIN, what was left to read
 * is taken into memory.
 *
 * <p>Threads: that of its loop, for everything.
 */
public final class Connection {

    /** Free bytes in front of what is received. */
    public static final int HEADROOM = 4 << 10;

    /** Most bytes of one read while heads are expected. */
    static final int HEAD_READ = 16 << 10;

    /** Most bytes of one read while a body flows. */
    static final int BODY_READ = 256 << 10;

    private final Loop loop;
    private final SocketChannel channel;
    private final ReadHandle reads;
    private final SocketWriter writer;

    private ConnectionHandler handler = Unowned.HANDLER;
    private boolean paused;
    private boolean backlogged;
    private boolean writing;
    private boolean outputEnded;
    private int socketError;

    private @Nullable ArrayDeque<ByteBuf> held;
    private boolean inputEnded;
    private @Nullable Throwable failure;
    private boolean gone;
    private boolean toldEnd;
    private boolean toldFailure;
    private boolean toldClosed;

    Connection(Loop loop, SocketChannel channel, boolean direct) {
        this.loop = loop;
        this.channel = channel;
        this.reads = new ReadHandle(this);
        this.writer = new SocketWriter(channel, direct);
    }

    public Loop loop() {
        return loop;
    }

    SocketChannel channel() {
        return channel;
    }

    ReadHandle reads() {
        return reads;
    }

    /** Who gets the events from now on. */
    public void handler(ConnectionHandler newHandler) {
        handler = newHandler;
    }

    /** The other end; null when the connection was never open. */
    public @Nullable InetSocketAddress remoteAddress() {
        return channel.remoteAddress();
    }

    /** This end; null when the connection was never open. */
    public @Nullable InetSocketAddress localAddress() {
        return channel.localAddress();
    }

    public boolean open() {
        return !gone && channel.isActive();
    }

    /** Few bytes a read: for times when heads are expected. This is how a connection begins. */
    public void expectHeads() {
        reads.size(HEAD_READ);
    }

    /** Many bytes a read: for times when a body flows. */
    public void expectBody() {
        reads.size(BODY_READ);
    }

    /** Nothing more is received until {@link #resume}. */
    public void pause() {
        if (!paused) {
            paused = true;
            channel.config().setAutoRead(false);
        }
    }

    /** Receives again; what was held back comes in soon, not before this returns. */
    public void resume() {
        if (paused) {
            paused = false;
            boolean alive = channel.isOpen();
            if (held != null || inputEnded || !alive) {
                loop.execute(this::deliver);
            }
            if (alive) {
                channel.config().setAutoRead(true);
            }
        }
    }

    public boolean paused() {
        return paused;
    }

    /**
     * Writes a range of a buffer. The buffer stays the caller's and may be changed when this returns. Never call it from
     * {@link ConnectionHandler#closed}.
     */
    public Sent write(ByteBuf source, int index, int length) {
        writing = true;
        Sent sent;
        try {
            sent = writer.write(source, index, length);
        } finally {
            writing = false;
        }
        if (sent == Sent.ALL && backlogged) {
            loop.execute(this::tellDrained);
        } else {
            backlogged = sent == Sent.BACKLOG;
        }
        return sent;
    }

    /** Writes what is readable in a buffer; it stays the caller's. */
    public Sent write(ByteBuf source) {
        return write(source, source.readerIndex(), source.readableBytes());
    }

    /** False after {@link Sent#BACKLOG} until {@link ConnectionHandler#drained}, and when nothing can be written any more. */
    public boolean writable() {
        return writer.state() == Sent.ALL;
    }

    /**
     * Asks the kernel whether the peer has said or ended anything that was not received yet; true when it has not, and where it cannot
     * be asked. An octet that is found is lost: call it where none is expected, and close the connection when it is not quiet.
     */
    public boolean quiet() {
        if (!(channel instanceof UnixChannel unix)
                || !(unix.fd() instanceof Socket socket)
                || !loop.reads().shared()) {
            return true;
        }
        try {
            ByteBuffer one = ByteBuffer.allocateDirect(1);
            return socket.recv(one, 0, 1) == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Sends a FIN behind what waits to be written; receiving goes on. */
    public void endOutput() {
        if (writer.pending()) {
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> endOutputNow());
        } else {
            endOutputNow();
        }
    }

    private void endOutputNow() {
        if (outputEnded || gone) {
            return;
        }
        outputEnded = true;
        channel.shutdownOutput();
    }

    /** Closes as soon as what waits to be written is out. */
    public void closeWhenSent() {
        if (writer.pending()) {
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> close());
        } else {
            close();
        }
    }

    /** Closes now; what waits to be written or received is dropped. */
    public void close() {
        paused = false;
        if (held != null) {
            held.forEach(ByteBuf::release);
            held = null;
        }
        toldEnd = true;
        toldFailure = true;
        if (gone) {
            deliver();
        } else {
            channel.unsafe().close(channel.voidPromise());
        }
    }

    /** Closes now and lets the peer know that the conversation is cut off: sends a reset instead of a FIN. */
    public void reset() {
        if (channel.isOpen()) {
            channel.config().setSoLinger(0);
        }
        close();
    }

    boolean readsWanted() {
        return !paused;
    }

    /**
     * Asked when the channel wants to read although reads are paused: it was reset, or the peer has sent its FIN. After a reset what is
     * left is read at once, so that the owner hears of the end now.
     */
    boolean mustDrain() {
        if (!(channel instanceof UnixChannel unix) || !(unix.fd() instanceof Socket socket)) {
            return false;
        }
        if (!loop.reads().shared()) {
            return true;
        }
        if (socketError == 0) {
            try {
                socketError = socket.getSoError();
            } catch (IOException e) {
                return true;
            }
        }
        return socketError != 0;
    }

    void onOpen() {
        handler.opened(this);
    }

    void onBytes(ByteBuf bytes) {
        if (paused || held != null) {
            if (held == null) {
                held = new ArrayDeque<>();
            }
            held.add(bytes);
            return;
        }
        try {
            handler.received(bytes);
        } finally {
            bytes.release();
        }
    }

    void onReadComplete() {
        if (!paused && held == null) {
            handler.readComplete();
        }
    }

    void onInputEnd() {
        if (socketError != 0) {
            onFailure(Errors.newConnectionResetException("recv", -socketError));
            return;
        }
        inputEnded = true;
        deliver();
    }

    void onFailure(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
        deliver();
        channel.unsafe().close(channel.voidPromise());
    }

    void onWritable() {
        if (!writing) {
            tellDrained();
        }
    }

    private void tellDrained() {
        if (backlogged && writable()) {
            backlogged = false;
            handler.drained();
        }
    }

    void onOutputFailure() {
        if (!outputEnded) {
            outputEnded = true;
            handler.outputFailed();
        }
    }

    void onGone() {
        gone = true;
        deliver();
    }

    /** Tells what was held back, in order, as far as it may be told now. */
    private void deliver() {
        while (held != null && !paused) {
            ByteBuf bytes = held.poll();
            if (bytes == null) {
                held = null;
                break;
            }
            try {
                handler.received(bytes);
            } finally {
                bytes.release();
            }
            if (held != null && held.isEmpty()) {
                held = null;
                handler.readComplete();
            }
        }
        if (held != null) {
            return;
        }
        if (failure != null && !toldFailure) {
            toldFailure = true;
            toldEnd = true;
            handler.failed(failure);
        }
        if (inputEnded && !toldEnd) {
            toldEnd = true;
            handler.inputEnded();
        }
        if (gone && !toldClosed) {
            toldClosed = true;
            handler.closed();
        }
    }
}
