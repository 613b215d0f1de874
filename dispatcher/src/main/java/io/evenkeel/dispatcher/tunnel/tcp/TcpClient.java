// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import io.evenkeel.dispatcher.engine.Connection;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A client of a TCP listener, as it is known when its connection needs a node.
 *
 * @param source the client's address as it is believed; null when it is not known
 * @param destination the address the client connected to, as it is believed; null when it is not known
 * @param openedNs the time when the connection was opened, in monotonic ns
 */
record TcpClient(
        Connection connection,
        @Nullable InetSocketAddress source,
        @Nullable InetSocketAddress destination,
        long openedNs) {}
