// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.Refusal;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** The client connection of an exchange, as far as the exchange needs it. */
public interface ClientSide {

    Connection connection();

    /** The origin of the requests, as far as it is believed. */
    Origin origin();

    /** Stops taking octets from the client because the node cannot take them. */
    void holdBody();

    /** Takes octets from the client again. */
    void letBody();

    /** The dispatcher answers a request itself. */
    void refused(Refusal why);

    /** Sets when {@link Exchange#timedOut} is called unless the time is moved. */
    void deadline(long atNs);

    /**
     * Gives the connection away to a tunnel, for good.
     *
     * @return octets that the client has sent behind its request, the caller's to release; null when none
     */
    @Nullable
    ByteBuf handOver();

    /** The connection that was given away is closed. */
    void handedOverClosed();

    /**
     * The exchange is over and its answer was handed over whole.
     *
     * @param keep true when the next request may follow on the connection
     * @param unread true when the client may still be sending the request
     */
    void ended(boolean keep, boolean unread);

    /**
     * The answer was cut off, or there is nobody to give it to: the connection must end without looking orderly.
     *
     * @param reset true when only a reset tells the client that the answer is not whole
     */
    void cutOff(boolean reset);
}
