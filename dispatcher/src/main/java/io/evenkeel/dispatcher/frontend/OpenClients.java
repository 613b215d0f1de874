// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The client connections of a listener on one loop, a list through themselves. Threads: that of the loop. */
final class OpenClients {

    private @Nullable ClientConnection first;

    void add(ClientConnection client) {
        ClientConnection next = first;
        client.after = next;
        if (next != null) {
            next.before = client;
        }
        first = client;
    }

    /** Takes a connection out that was added and not taken out since. */
    @SuppressWarnings("ReferenceEquality") // a connection is its identity
    void remove(ClientConnection client) {
        ClientConnection previous = client.before;
        ClientConnection next = client.after;
        if (previous != null) {
            previous.after = next;
        } else if (first == client) {
            first = next;
        }
        if (next != null) {
            next.before = previous;
        }
        client.before = null;
        client.after = null;
    }

    /** Does something to each, which may take it out. */
    void forEach(Consumer<ClientConnection> action) {
        ClientConnection each = first;
        while (each != null) {
            ClientConnection next = each.after;
            action.accept(each);
            each = next;
        }
    }
}
