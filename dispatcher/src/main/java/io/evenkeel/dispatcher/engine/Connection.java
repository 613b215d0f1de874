// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.evenkeel.dispatcher.engine.buffer.SharedReads;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * One connection, accepted or made, and everything its owner may do with it: a socket, or memory in tests.
 *
 * <p>Promises: after {@link #pause} nothing is received before {@link #resume}, also when the peer closes; bytes that
 * arrived before a FIN or a reset are received before that is told; events come in order; the handler can be changed at
 * any time, so an upgraded connection becomes a tunnel.
 *
 * <p>Threads: that of its loop, for everything.
 */
public interface Connection {

    /** Free bytes in front of what is received. */
    int HEADROOM = SharedReads.HEADROOM;

    /** The loop that the connection lives on. */
    Loop loop();

    /** Sets the handler that gets the events from now on. */
    void handler(ConnectionHandler newHandler);

    /** The other end; null when the connection was never open. */
    @Nullable
    InetSocketAddress remoteAddress();

    /** The address of this end; null when the connection was never open. */
    @Nullable
    InetSocketAddress localAddress();

    /** The facts of the encryption; null when octets go over the network as they are. */
    default @Nullable TlsFacts tls() {
        return null;
    }

    /** True between {@link ConnectionHandler#opened} and the end of the connection. */
    boolean open();

    /** True once {@link ConnectionHandler#inputEnded} was told. */
    boolean inputEnded();

    /** Few bytes a read: for times when heads are expected. This is how a connection begins. */
    void expectHeads();

    /** Many bytes a read: for times when a body flows. */
    void expectBody();

    /** Stops receiving until {@link #resume}. */
    void pause();

    /** Receives again; what was held back comes in soon, not before this returns. */
    void resume();

    /** True after {@link #pause}. */
    boolean paused();

    /**
     * Writes a range of a buffer. The buffer stays the caller's and may be changed when this returns. Never call it
     * from {@link ConnectionHandler#closed}.
     */
    Sent write(ByteBuf source, int index, int length);

    /** Writes what is readable in a buffer; it stays the caller's. */
    default Sent write(ByteBuf source) {
        return write(source, source.readerIndex(), source.readableBytes());
    }

    /**
     * Writes a range of a buffer, and one of another buffer behind it. Both stay the caller's, and the octets of the
     * second one may be read by other threads at the same time when this connection {@link #gathers}.
     */
    default Sent write(ByteBuf first, int index, int length, ByteBuf second, int secondIndex, int secondLength) {
        ByteBuf both = ByteBufAllocator.DEFAULT.directBuffer(length + secondLength);
        try {
            both.writeBytes(first, index, length).writeBytes(second, secondIndex, secondLength);
            return write(both);
        } finally {
            both.release();
        }
    }

    /**
     * True when two ranges are written without a copy. Buffers that have a memory address are only read then, so other
     * threads may read them, too.
     */
    default boolean gathers() {
        return false;
    }

    /**
     * False after {@link Sent#BACKLOG} until {@link ConnectionHandler#drained}, and when nothing can be written any
     * more.
     */
    boolean writable();

    /**
     * Octets that may be written before some wait in memory, as far as is known. Where they are few, less should be
     * read for the peer at a time.
     */
    default int room() {
        return Integer.MAX_VALUE;
    }

    /** Octets that wait in memory because the transport takes no more of them. */
    long unsent();

    /**
     * Time since octets were last sent to the peer, in steps of some milliseconds; {@link Long#MAX_VALUE} where the
     * transport cannot say.
     *
     * <p>While much waits below, {@link ConnectionHandler#drained} comes seldom although a slow peer reads all the
     * time; this tells it from one that does not read. Costs a system call: ask it when a timeout has come.
     */
    long sinceSentNs();

    /**
     * True when the peer has neither said nor ended anything that was not received yet, and where the transport cannot
     * say. An octet that is found is lost: call it where none is expected, and close the connection when it is not
     * quiet. Costs a system call.
     */
    boolean quiet();

    /**
     * Reads octets that have come and were not received, and tells nobody: for a layer that can say whether they mean
     * something to its owner. Costs a system call.
     *
     * @return their number, 0 when there are none or the transport cannot say, -1 when the peer has ended or the
     *     connection is broken
     */
    default int readUnheard(ByteBuf into) {
        return 0;
    }

    /**
     * Leads what comes in straight to another connection of the same loop from now on, inside the kernel where the
     * transport can do that; {@link ConnectionHandler#spliced} counts it. Some bytes, and the end, may still come to
     * {@link ConnectionHandler#received}. Back-pressure is as if the owner had written: this one is paused, and resumed
     * by its owner when the target has {@link ConnectionHandler#drained}.
     *
     * @return false when nothing changes because it cannot be done here
     */
    boolean spliceTo(Connection target);

    /** Ends what {@link #spliceTo} began, unless bytes are on their way. */
    void unsplice();

    /** Sends a FIN behind what waits to be written; receiving goes on. */
    void endOutput();

    /** Closes as soon as what waits to be written is out, of which the handler is not told as drained. */
    void closeWhenSent();

    /** Closes now; what waits to be written or received is dropped. */
    void close();

    /** Closes now and lets the peer know that the conversation is cut off: sends a reset instead of a FIN. */
    void reset();
}
