// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.client;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.Refusal;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The stream on which a client sends a request and takes its answer, as far as the exchange needs it: in HTTP/1 the
 * connection, which serves one request at a time.
 *
 * <p>The stream calls {@code Exchange#start} for a request and then tells what comes; the exchange tells the end, by
 * {@link #ended} or {@link #cutOff}. After that, or after {@code Exchange#clientGone}, the exchange may be given back
 * to its {@code LoopContext}. Threads: the exchange's loop.
 */
public interface ClientStream {

    /** The way back to the client; the same object for as long as the exchange serves this stream. */
    AnswerWriter answer();

    /** The origin of the requests, as far as it is believed. */
    Origin origin();

    /** True when its requests are written to the access log. */
    default boolean isLogged() {
        return true;
    }

    /** The version of the protocol as the access log says it, such as {@code HTTP/1.1}. */
    String version();

    /**
     * True when request bodies come as {@code Exchange#payload}, whose end the stream tells; false when they come as
     * {@code Exchange#bodyBytes}, in the framing of HTTP/1.1, which tells the end.
     */
    boolean sendsPayload();

    /**
     * Stops taking octets from the client because the node cannot take them. Payload and its end are not told before
     * {@link #letBody}.
     */
    void holdBody();

    /** Takes octets from the client again; they come soon, not before this returns. */
    void letBody();

    /** The dispatcher answers a request itself. */
    void refused(Refusal why);

    /** Sets when {@code Exchange#timedOut} is called unless the time is moved or the exchange ends. */
    void deadline(long atNs);

    /** Gives the stream away to a tunnel, for good. */
    HandedOver handOver();

    /** The connection that was given away is closed. */
    void handedOverClosed();

    /**
     * The exchange is over and its answer was handed over whole.
     *
     * @param unread true when the client may still be sending the request
     */
    void ended(boolean unread);

    /** The answer was cut off, or there is nobody to give it to: the stream must end without looking orderly. */
    void cutOff();

    /**
     * A stream as a tunnel takes it over.
     *
     * @param connection carries the octets from now on
     * @param early octets that the client has sent behind its request, the taker's to release; null when none
     */
    record HandedOver(Connection connection, @Nullable ByteBuf early) {}
}
