// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import java.io.IOException;
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
     *     that as of any other failure, by a {@link NoSocketException}
     */
    @Nullable
    Connection connect(Loop loop, InetSocketAddress address, Duration timeout, ConnectionHandler handler);

    /** A lack of sockets in the process, most likely because it has no descriptor left: no fault of a peer. */
    final class NoSocketException extends IOException {

        private static final long serialVersionUID = 1;

        /** A lack of a socket for a connection to an address. */
        public NoSocketException(InetSocketAddress address, Throwable cause) {
            super("no socket for a connection to " + address + ": " + innermost(cause), cause);
        }

        private static String innermost(Throwable outer) {
            Throwable inner = outer;
            for (Throwable next = inner.getCause(); next != null; next = inner.getCause()) {
                inner = next;
            }
            return String.valueOf(inner.getMessage());
        }
    }
}
