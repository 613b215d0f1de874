// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The client connections of a listener on one loop, a list through themselves, newest first. Threads: the loop's.
 *
 * @param <C> the connections
 */
final class OpenClients<C extends OpenClients.Member<C>> {

    /** The neighbours of a connection in the list, which alone writes them. */
    abstract static class Member<C> {

        @Nullable
        C before;

        @Nullable
        C after;
    }

    private @Nullable C first;

    void add(C client) {
        C next = first;
        client.after = next;
        if (next != null) {
            next.before = client;
        }
        first = client;
    }

    /** Takes a connection out that was added and not taken out since. */
    @SuppressWarnings("ReferenceEquality") // a connection is its identity
    void remove(C client) {
        C previous = client.before;
        C next = client.after;
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
    void forEach(Consumer<C> action) {
        C each = first;
        while (each != null) {
            C next = each.after;
            action.accept(each);
            each = next;
        }
    }
}
