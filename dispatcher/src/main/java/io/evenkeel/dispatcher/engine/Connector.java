// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The way to make a connection: sockets in the product, memory in tests. */
@FunctionalInterface
public interface Connector {

    /**
     * Begins to connect. The handler hears {@link ConnectionHandler#opened} when the connection is made, or
     * {@link ConnectionHandler#failed} and {@link ConnectionHandler#closed}, also when the connection is closed before.
     * The former may come before this returns, the latter never does.
     *
     * @param loop the present thread's own
     * @param timeout for the attempt
     * @return null when there is not even a socket, because the process has no more descriptors; the handler hears of
     *     that as of any other failure
     */
    @Nullable
    Connection connect(Loop loop, InetSocketAddress address, Duration timeout, ConnectionHandler handler);
}
