// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.listener.OpenClient;
import io.evenkeel.dispatcher.metrics.ListenerMeter;

/** The listener of connections of HTTP/2. Threads: the loop of the connection that asks. */
public interface Http2Owner {

    /** The rules for requests that come now. */
    ListenerRules rules();

    /** True once the listener takes no further requests. */
    boolean draining();

    /** The figures of the listener on a loop. */
    ListenerMeter meter(Loop loop);

    /**
     * True when a host has a certificate of its own here, other than the one that a connection shows which was opened
     * for another name.
     *
     * @param serverName the name in the ClientHello, in lower case
     * @param host without a port, in lower case
     */
    boolean servesElsewhere(String serverName, String host);

    /** A connection is gone. */
    void forget(OpenClient gone);
}
