// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.listener;

import java.net.InetSocketAddress;

/**
 * The facts about a client connection that are known before its first request.
 *
 * @param client the client's address as it is believed
 * @param local the address the client connected to, as it is believed
 * @param openedNs the monotonic time when the connection was opened
 */
public record ClientFacts(InetSocketAddress client, InetSocketAddress local, long openedNs) {}
