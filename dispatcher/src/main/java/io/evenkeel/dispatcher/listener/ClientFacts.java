// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.listener;

import java.net.InetSocketAddress;

/**
 * The facts about a client connection that are known before its first request.
 *
 * @param client the client's address as it is believed
 * @param local the address the client connected to, as it is believed
 * @param openedNs the monotonic time when the connection was opened
 * @param named false when a proxy relays a client that it does not name, so that {@code client} is the proxy and its
 *     trust does not hold for what the client says
 */
public record ClientFacts(InetSocketAddress client, InetSocketAddress local, long openedNs, boolean named) {

    /** Facts of a client that is named. */
    public ClientFacts(InetSocketAddress client, InetSocketAddress local, long openedNs) {
        this(client, local, openedNs, true);
    }
}
