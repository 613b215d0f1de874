// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.evenkeel.dispatcher.admission.Admission;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelException;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection, accepted or made, and everything its owner may do with it.
 *
 * <p>Promises beyond Netty's: after {@link #pause} nothing is received before {@link #resume}, on any transport and
 * also when the peer closes; bytes that arrived before a FIN or a reset are received before that is told; events come
 * in order; the handler can be changed at any time, so an upgraded connection becomes a tunnel without touching the
 * pipeline.
 *
 * <p>Memory: reads use a buffer that the loop's connections share; see {@link SharedReads}. Paused, a connection holds
 * nothing, with two exceptions bounded by the kernel's receive buffer: when the peer resets, and on io_uring also when
 * it sends a FIN, what was left to read is taken into memory.
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

    private final ChannelEvents events;

    private ConnectionHandler handler = Unowned.HANDLER;
    private boolean paused;
    private boolean backlogged;
    private boolean writing;
    private boolean outputEnded;
    private int socketError;

    private @Nullable Splice splice;
    private Admission.@Nullable Guest guest;

    @SuppressWarnings("ThisEscapedInObjectConstruction") // parts of this, not used before it is whole
    Connection(Loop loop, SocketChannel channel, boolean direct) {
        this.loop = loop;
        this.channel = channel;
        this.reads = new ReadHandle(this);
        this.writer = new SocketWriter(channel, direct);
        this.events = new ChannelEvents(this);
    }

    /** Sets the guest that is told when the connection is gone. */
    void guest(Admission.Guest newGuest) {
        guest = newGuest;
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

    ChannelEvents events() {
        return events;
    }

    /** Sets the handler that gets the events from now on. */
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
        return channel.isActive();
    }

    /** True once {@link ConnectionHandler#inputEnded} was told. */
    public boolean inputEnded() {
        return events.toldInputEnd();
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
            if (!alive || events.holding()) {
                loop.execute(events::deliver);
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
     * Writes a range of a buffer. The buffer stays the caller's and may be changed when this returns. Never call it
     * from {@link ConnectionHandler#closed}.
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

    /**
     * False after {@link Sent#BACKLOG} until {@link ConnectionHandler#drained}, and when nothing can be written any
     * more.
     */
    public boolean writable() {
        return writer.state() == Sent.ALL;
    }

    /** Octets that wait in memory because the kernel takes no more of them. */
    public long unsent() {
        return writer.unsent();
    }

    /**
     * Time since the kernel last sent octets to the peer, in steps of some milliseconds; {@link Long#MAX_VALUE} where
     * it cannot be asked.
     *
     * <p>{@link ConnectionHandler#drained} comes seldom while much waits in the kernel, although a slow peer reads all
     * the time; this tells a slow peer from one that does not read. Costs a system call: ask it when patience ends.
     */
    public long sinceSentNs() {
        if (!(channel instanceof EpollSocketChannel epoll) || !epoll.isActive()) {
            return Long.MAX_VALUE;
        }
        try {
            return TimeUnit.MILLISECONDS.toNanos(epoll.tcpInfo().lastDataSent());
        } catch (ChannelException e) {
            return Long.MAX_VALUE;
        }
    }

    /**
     * Asks the kernel whether the peer has said or ended anything that was not received yet; true when it has not, and
     * where it cannot be asked. An octet that is found is lost: call it where none is expected, and close the
     * connection when it is not quiet.
     */
    public boolean quiet() {
        if (!(channel instanceof UnixChannel unix)
                || !(unix.fd() instanceof Socket socket)
                || !loop.reads().shared()) {
            return true;
        }
        try {
            return socket.recv(loop.reads().oneByte(), 0, 1) == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * From now on what comes in goes straight to another connection of the same loop, inside the kernel where the
     * transport can do that; {@link ConnectionHandler#spliced} counts it. Some bytes, and the end, may still come to
     * {@link ConnectionHandler#received}. Back-pressure is as if the owner had written: this one is paused, and resumed
     * by its owner when the target has {@link ConnectionHandler#drained}.
     *
     * @return false when nothing changes because it cannot be done here
     */
    public boolean spliceTo(Connection target) {
        if (splice != null) {
            return true;
        }
        if (!writer.direct() || !target.writer.direct()) {
            return false;
        }
        try {
            splice = Splice.between(this, target);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Ends what {@link #spliceTo} began, unless bytes are on their way. */
    public void unsplice() {
        if (splice != null && splice.empty()) {
            splice.end();
            splice = null;
        }
    }

    /** Sends a FIN behind what waits to be written; receiving goes on. */
    public void endOutput() {
        backlogged = false;
        if (writer.pending()) {
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> endOutputNow());
        } else {
            endOutputNow();
        }
    }

    private void endOutputNow() {
        if (outputEnded || !channel.isOpen()) {
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
        events.forget();
        closeChannel();
    }

    void closeChannel() {
        channel.unsafe().close(channel.voidPromise());
    }

    /** Closes now and lets the peer know that the conversation is cut off: sends a reset instead of a FIN. */
    public void reset() {
        if (channel.isOpen()) {
            channel.config().setSoLinger(0);
        }
        close();
    }

    int fd() {
        return writer.fd();
    }

    @Nullable
    Splice splice() {
        return splice;
    }

    /** Writes something of Netty's that the direct path cannot, and counts it as backlog. */
    void queue(Object message) {
        channel.write(message, channel.voidPromise());
        channel.flush();
        backlogged = true;
        if (writable()) {
            loop.execute(this::tellDrained);
        }
    }

    boolean readsWanted() {
        return !paused;
    }

    /**
     * Asked when the channel wants to read although reads are paused: it was reset, or the peer has sent its FIN. After
     * a reset what is left is read at once, so that the owner hears of the end now.
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

    ConnectionHandler handler() {
        return handler;
    }

    /** The error that the socket had when it was asked after a hang-up; 0 for none. */
    int socketError() {
        return socketError;
    }

    /** The channel is gone, and so are the need for a pipe and the place among the clients. */
    void onGone() {
        if (splice != null) {
            splice.end();
            splice = null;
        }
        if (guest != null) {
            guest.leave();
            guest = null;
        }
    }
}
