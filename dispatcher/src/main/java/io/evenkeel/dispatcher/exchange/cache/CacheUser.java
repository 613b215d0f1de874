// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache;

import io.evenkeel.dispatcher.exchange.client.AnswerWriter;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Origin;

/** The exchange as its cache sees it. Threads: the exchange's loop. */
public interface CacheUser {

    /** The way back to the client. */
    AnswerWriter writer();

    /** The origin of the request. */
    Origin origin();

    /**
     * The number of the client that takes the answer, by {@code ClientNetwork}.
     */
    long network();

    /** The head as nodes get it. */
    HeadBuffer toNode();

    /** The head that nodes get was changed. */
    void changed();

    /** True when the client has sent its request whole. */
    boolean requestWhole();

    /** Lines that the rules of the route add to answers. */
    byte[] added();

    /** An answer of the cache begins, or the rest of a node's: from now on the client takes it piece by piece. */
    void serving(int status);

    /** More of it was given to the client's writer. */
    void gave(long octets);

    /** The answer is whole. */
    void served();

    /** The client takes nothing any more. */
    void cut();

    /** The request waits no more: it begins again with the head that was kept. */
    void goOn();

    /** Has an answer refreshed, soon; false, and nothing is taken over, when too many are. */
    boolean refresh(Refresh order);

    /** Sets the time at which {@link CacheSide#waitIsOver} is told. */
    void deadline(long atNs);
}
