// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.netty.buffer.ByteBuf;

/**
 * The user of a {@link SharedStream}: hears the events on it. All calls come from the connection's loop, and after
 * {@link #streamLost} none follows. A user that throws loses its stream; the connection goes on for the others.
 */
public interface StreamUser {

    /**
     * Octets of an answer in the form of HTTP/1.1; lent until this returns, with free room in front as in
     * {@code ConnectionHandler#received}.
     */
    void streamBytes(ByteBuf bytes);

    /**
     * A load report stands in the trailers of the answer, whose end is told next.
     *
     * @param octets hold the report between {@code from} and {@code to}, for this call
     */
    void streamReport(byte[] octets, int from, int to, boolean binary);

    /** More may be written after a backlog. */
    void streamDrained();

    /** The stream has ended before its answer was whole. */
    void streamLost(StreamLoss how);

    /** Ways to lose a stream. */
    enum StreamLoss {
        /** The server has said that it did nothing about the request. */
        REFUSED,
        /** The answer breaks a rule of HTTP/2. */
        MALFORMED,
        /** The server has reset the stream; its connection goes on. */
        RESET,
        /** The connection broke. */
        BROKEN,
        /** An error of this side, which says nothing of the server. */
        FAULTED,
        /** The owner of the connection wanted it. */
        CUT
    }
}
