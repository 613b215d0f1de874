// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.evenkeel.dispatcher.engine.unix.TwoRanges;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NotYetConnectedException;
import org.jspecify.annotations.Nullable;

/**
 * The sending half of a connection: writes bytes to its channel, past Netty's outbound buffer where that is empty and
 * the transport is epoll, and tells the handler when a backlog is gone or nothing can be sent any more.
 *
 * <p>The direct path is one system call: no buffer is allocated, no promise made. What the kernel does not take, and
 * everything on other transports, goes the plain path: copied to one pooled buffer, written and flushed. Both paths put
 * the same bytes on the wire in the same order, because the direct path is taken only while nothing waits on the plain
 * one. At most one write waits for each connection that stops at {@link Sent#BACKLOG}, so its memory is bounded by the
 * size of one read, or of one piece of a stored answer.
 *
 * <p>Threads: that of the channel's loop.
 */
final class SocketWriter {

    /** Any waiting byte counts as backlog; used where a write that the kernel can take is over when it returns. */
    static final WriteBufferWaterMark ANY = new WriteBufferWaterMark(1, 1);

    /** Backlog only when a lot waits; used where every write is finished later, as on io_uring. */
    static final WriteBufferWaterMark MUCH = new WriteBufferWaterMark(128 << 10, 512 << 10);

    private static final LoopLocal<TwoRanges> RANGES = new LoopLocal<>(loop -> new TwoRanges());

    private final SocketConnection connection;
    private final SocketChannel channel;
    private final @Nullable Socket socket;
    private boolean backlogged;
    private boolean writing;
    private boolean ended;

    /**
     * @param direct false to take the plain path always
     */
    SocketWriter(SocketConnection connection, SocketChannel channel, boolean direct) {
        this.connection = connection;
        this.channel = channel;
        this.socket = direct && channel instanceof UnixChannel unix && unix.fd() instanceof Socket s ? s : null;
    }

    /**
     * Writes a range of a buffer; the buffer stays the caller's and may be used again at once. FAILED says that the
     * kernel got nothing of it: when a part may have gone out, the failure is told as an event, like that of any other
     * octets that waited.
     */
    Sent write(ByteBuf source, int index, int length) {
        return write(source, index, length, Unpooled.EMPTY_BUFFER, 0, 0);
    }

    /** The same for the ranges of two buffers, the second one behind the first. */
    Sent write(ByteBuf first, int index, int length, ByteBuf second, int secondIndex, int secondLength) {
        writing = true;
        Sent sent;
        try {
            sent = send(first, index, length, second, secondIndex, secondLength);
        } finally {
            writing = false;
        }
        if (sent == Sent.ALL && backlogged) {
            connection.loop().execute(this::tellDrained);
        } else {
            backlogged = sent == Sent.BACKLOG;
        }
        return sent;
    }

    private Sent send(ByteBuf first, int index, int length, ByteBuf second, int secondIndex, int secondLength) {
        int whole = length + secondLength;
        if (whole == 0) {
            return state();
        }
        int taken = 0;
        if (socket != null && !pending()) {
            taken = secondLength == 0
                    ? sendNow(socket, first, index, length)
                    : sendNow(socket, first, index, length, second, secondIndex, secondLength);
            if (taken < 0) {
                return Sent.FAILED;
            }
            if (taken == whole) {
                return Sent.ALL;
            }
        }
        if (channel.unsafe().outboundBuffer() == null) {
            return Sent.FAILED;
        }
        int rest = whole - taken;
        int secondRest = Math.min(rest, secondLength);
        int firstRest = rest - secondRest;
        ByteBuf copy = channel.alloc().directBuffer(rest, rest);
        copy.writeBytes(first, index + length - firstRest, firstRest);
        copy.writeBytes(second, secondIndex + secondLength - secondRest, secondRest);
        channel.write(copy, channel.voidPromise());
        channel.flush();
        return state() == Sent.ALL ? Sent.ALL : Sent.BACKLOG;
    }

    /**
     * Bytes taken by the kernel, or -1 when it never will. A descriptor that is closed may belong to another connection
     * by now.
     */
    private int sendNow(Socket to, ByteBuf source, int index, int length) {
        if (!to.isOpen() || !channel.isActive()) {
            return -1;
        }
        try {
            if (source.hasMemoryAddress()) {
                return to.sendAddress(source.memoryAddress(), index, index + length);
            }
            if (source.isDirect() && source.nioBufferCount() == 1) {
                ByteBuffer range = source.internalNioBuffer(index, length);
                return to.send(range, range.position(), range.limit());
            }
            return 0;
        } catch (IOException | NotYetConnectedException e) {
            return -1;
        }
    }

    private int sendNow(
            Socket to, ByteBuf first, int index, int length, ByteBuf second, int secondIndex, int secondLength) {
        if (!to.isOpen() || !channel.isActive()) {
            return -1;
        }
        if (!TwoRanges.mayHold(first) || !TwoRanges.mayHold(second)) {
            return 0;
        }
        try {
            return RANGES.of(connection.loop()).send(to, first, index, length, second, secondIndex, secondLength);
        } catch (IOException | NotYetConnectedException e) {
            return -1;
        }
    }

    /** Writes something of Netty's that the direct path cannot, and counts it as backlog. */
    void queue(Object message) {
        channel.write(message, channel.voidPromise());
        channel.flush();
        backlogged = true;
        if (state() == Sent.ALL) {
            connection.loop().execute(this::tellDrained);
        }
    }

    /** Netty's buffer has room again. */
    void onWritable() {
        if (!writing) {
            tellDrained();
        }
    }

    private void tellDrained() {
        if (backlogged && state() == Sent.ALL) {
            backlogged = false;
            connection.handler().drained();
        }
    }

    /** The kernel takes nothing any more. */
    void onFailure() {
        if (!ended) {
            ended = true;
            connection.handler().outputFailed();
        }
    }

    /** Sends a FIN behind what waits. The handler hears of no drain any more. */
    void end() {
        if (pending()) {
            whenSent(this::endNow);
        } else {
            endNow();
        }
    }

    private void endNow() {
        if (!ended && channel.isOpen()) {
            backlogged = false;
            ended = true;
            channel.shutdownOutput();
        }
    }

    /** Does something once what waits is out; the handler hears of no drain any more. */
    void whenSent(Runnable then) {
        backlogged = false;
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> then.run());
    }

    boolean direct() {
        return socket != null;
    }

    /** The descriptor of a direct writer's channel. */
    int fd() {
        if (socket == null || !socket.isOpen()) {
            throw new IllegalStateException("no open descriptor");
        }
        return socket.intValue();
    }

    /** True while bytes wait in memory. */
    boolean pending() {
        return unsent() > 0;
    }

    long unsent() {
        var waiting = channel.unsafe().outboundBuffer();
        return waiting == null ? 0 : waiting.totalPendingWriteBytes();
    }

    Sent state() {
        var waiting = channel.unsafe().outboundBuffer();
        if (waiting == null) {
            return Sent.FAILED;
        }
        return waiting.isWritable() ? Sent.ALL : Sent.BACKLOG;
    }
}
