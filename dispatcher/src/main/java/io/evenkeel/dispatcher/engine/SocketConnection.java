// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.evenkeel.dispatcher.admission.Admission;
import io.evenkeel.dispatcher.engine.buffer.SharedReads;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelException;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A TCP connection over a Netty channel.
 *
 * <p>Memory: reads use a buffer that the loop's connections share; see {@link SharedReads}. Paused, a connection holds
 * nothing, with two exceptions bounded by the kernel's receive buffer: when the peer resets, and on io_uring also when
 * it sends a FIN, what was left to read is taken into memory.
 */
final class SocketConnection implements Connection {

    private final Loop loop;
    private final SocketChannel channel;
    private final ReadHandle reads;
    private final SocketWriter writer;
    private final RawSocket raw;

    private final ChannelEvents events;

    private ConnectionHandler handler = DiscardHandler.HANDLER;
    private boolean paused;
    private int socketError;

    private @Nullable Splice splice;
    private Admission.@Nullable Guest guest;

    @SuppressWarnings("ThisEscapedInObjectConstruction") // parts of this, not used before it is whole
    SocketConnection(Loop loop, SocketChannel channel, boolean direct) {
        this.loop = loop;
        this.channel = channel;
        this.reads = new ReadHandle(this);
        this.writer = new SocketWriter(this, channel, direct);
        this.events = new ChannelEvents(this);
        this.raw = new RawSocket(loop, channel);
    }

    /** Sets the count of connections from one address that this connection leaves when it is gone. */
    void guest(Admission.Guest newGuest) {
        guest = newGuest;
    }

    @Override
    public Loop loop() {
        return loop;
    }

    SocketChannel channel() {
        return channel;
    }

    ReadHandle reads() {
        return reads;
    }

    SocketWriter writer() {
        return writer;
    }

    ChannelEvents events() {
        return events;
    }

    @Override
    public void handler(ConnectionHandler newHandler) {
        handler = newHandler;
    }

    @Override
    public @Nullable InetSocketAddress remoteAddress() {
        return channel.remoteAddress();
    }

    @Override
    public @Nullable InetSocketAddress localAddress() {
        return channel.localAddress();
    }

    @Override
    public boolean open() {
        return channel.isActive();
    }

    @Override
    public boolean inputEnded() {
        return events.toldInputEnd();
    }

    @Override
    public void expectHeads() {
        reads.size(SharedReads.HEAD_READ);
    }

    @Override
    public void expectBody() {
        reads.size(SharedReads.BODY_READ);
    }

    @Override
    public void pause() {
        if (!paused) {
            paused = true;
            channel.config().setAutoRead(false);
        }
    }

    @Override
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

    @Override
    public boolean paused() {
        return paused;
    }

    @Override
    public Sent write(ByteBuf source, int index, int length) {
        return writer.write(source, index, length);
    }

    @Override
    public Sent write(ByteBuf first, int index, int length, ByteBuf second, int secondIndex, int secondLength) {
        return writer.write(first, index, length, second, secondIndex, secondLength);
    }

    @Override
    public boolean gathers() {
        return writer.direct();
    }

    @Override
    public boolean writable() {
        return writer.state() == Sent.ALL;
    }

    @Override
    public long unsent() {
        return writer.unsent();
    }

    @Override
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

    @Override
    public boolean quiet() {
        return raw.quiet();
    }

    @Override
    public int readUnheard(ByteBuf into) {
        return raw.read(into);
    }

    @Override
    public boolean spliceTo(Connection target) {
        if (splice != null) {
            return true;
        }
        if (!(target instanceof SocketConnection socket) || !writer.direct() || !socket.writer.direct()) {
            return false;
        }
        try {
            splice = Splice.between(this, socket);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void unsplice() {
        if (splice != null && splice.empty()) {
            splice.end();
            splice = null;
        }
    }

    @Override
    public void endOutput() {
        writer.end();
    }

    @Override
    public void closeWhenSent() {
        if (writer.pending()) {
            writer.whenSent(this::close);
        } else {
            close();
        }
    }

    @Override
    public void close() {
        paused = false;
        events.forget();
        closeChannel();
    }

    void closeChannel() {
        channel.unsafe().close(channel.voidPromise());
    }

    @Override
    public void reset() {
        if (channel.isOpen()) {
            channel.config().setSoLinger(0);
        }
        close();
    }

    @Nullable
    Splice splice() {
        return splice;
    }

    boolean readsWanted() {
        return !paused;
    }

    /**
     * Asked when the channel wants to read although reads are paused: it was reset, or the peer has sent its FIN. After
     * a reset what is left is read at once, so that the owner hears of the end now.
     */
    boolean mustDrain() {
        int error = socketError == 0 ? raw.error() : socketError;
        socketError = Math.max(0, error);
        return error != 0;
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
