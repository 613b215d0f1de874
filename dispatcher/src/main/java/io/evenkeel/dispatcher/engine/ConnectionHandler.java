// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.netty.buffer.ByteBuf;

/**
 * The receiver of the events of a connection.
 *
 * <p>All calls come from the connection's loop. {@link #closed} is always the last one, and comes for every connection
 * whose handler was set, also when it could not be opened.
 */
public interface ConnectionHandler {

    /** The connection is open in both directions. Reads may already be paused. */
    default void opened(Connection connection) {}

    /**
     * Bytes came in. They are lent until this returns: write them, copy them, or {@link ByteBuf#retain() keep} the
     * buffer and release it later, which is correct but keeps the loop's shared buffer out of use.
     * {@link Connection#HEADROOM} bytes in front of the reader index are free and may be overwritten.
     */
    void received(ByteBuf bytes);

    /** Bytes came in and went straight to another connection; see {@link Connection#spliceTo}. */
    default void spliced(long count) {}

    /** The loop has taken what there was for now; also after a read that found nothing. */
    default void readComplete() {}

    /** The peer has sent its FIN: nothing more will be received, but it may still be written to. */
    void inputEnded();

    /**
     * After {@link Sent#BACKLOG}: so little waits now that more may be written. Not after {@link Connection#endOutput}.
     */
    default void drained() {}

    /**
     * Bytes that waited after {@link Sent#BACKLOG} can never be sent. Like {@link Sent#FAILED}, this does not end
     * reading.
     */
    default void outputFailed() {}

    /**
     * The peer has reset the connection, and bytes that came before it wait because reads are paused. They, {@link
     * #failed} and {@link #closed} follow when reads are resumed. An owner that has no use for the bytes closes the
     * connection now.
     */
    default void resetWhilePaused() {}

    /** The connection could not be made, was reset by the peer or is broken; {@link #closed} follows. */
    void failed(Throwable cause);

    /** The connection is gone. */
    void closed();
}
