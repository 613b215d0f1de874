// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.listener;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * An open client connection as its listener sees it, whatever its protocol: something that can be drained, cut, and
 * taken from a node. Threads: the connection's loop, for everything.
 */
public abstract class OpenClient {

    /** The neighbours in the listener's list, which alone writes them. */
    @Nullable
    OpenClient before;

    @Nullable
    OpenClient after;

    /** The client's connection. */
    public abstract Connection connection();

    /** Takes no further work and ends once the present work is done. May take itself out of the list. */
    public abstract void drain();

    /** Ends now by a reset, because an orderly end may pass for the end of an answer. */
    public void abort() {
        connection().reset();
    }

    /** Gives the node up: no further request goes there by this connection, and a TCP connection to it is reset. */
    public abstract void leaveNode(Node node);
}
