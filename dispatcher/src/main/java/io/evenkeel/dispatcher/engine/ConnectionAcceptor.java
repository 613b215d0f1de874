// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

/** Decides what becomes of accepted connections. */
public interface ConnectionAcceptor {

    /**
     * A connection was accepted; called on its loop before it is open. To turn it away, {@link Connection#reset} it in
     * {@link ConnectionHandler#opened}. To begin without reading, {@link Connection#pause} it here.
     *
     * @return the handler that gets its events
     */
    ConnectionHandler accepted(Connection connection);
}
