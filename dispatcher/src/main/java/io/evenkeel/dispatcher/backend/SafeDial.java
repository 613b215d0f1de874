// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.engine.Loop;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Makes connections by another connector, and tells the handler of an attempt that throws as of any other failure: so
 * what was counted for it is given back. Immutable.
 *
 * @param below makes the connections
 */
record SafeDial(Connector below) implements Connector {

    @Override
    public @Nullable Connection connect(
            Loop loop, InetSocketAddress address, Duration timeout, ConnectionHandler handler) {
        try {
            return below.connect(loop, address, timeout, handler);
        } catch (RuntimeException | OutOfMemoryError e) {
            loop.execute(() -> {
                try {
                    handler.failed(e);
                } finally {
                    handler.closed();
                }
                loop.events().node().error("a connection to " + address + " could not be begun", e);
            });
            return null;
        }
    }
}
