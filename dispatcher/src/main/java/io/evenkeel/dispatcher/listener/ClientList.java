// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.listener;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The open client connections of a listener on one loop, a list through themselves, newest first. Threads: the loop's,
 * except for {@link #count}.
 */
final class ClientList {

    private final AtomicInteger count = new AtomicInteger();
    private @Nullable OpenClient first;

    void add(OpenClient client) {
        OpenClient next = first;
        client.after = next;
        if (next != null) {
            next.before = client;
        }
        first = client;
        count.lazySet(count.getPlain() + 1);
    }

    /** Takes a connection out that was added and not taken out since. */
    @SuppressWarnings("ReferenceEquality") // a connection is its identity
    void remove(OpenClient client) {
        OpenClient previous = client.before;
        OpenClient next = client.after;
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
        count.lazySet(count.getPlain() - 1);
    }

    /** The number of connections in the list. Any thread; another thread sees it soon. */
    int count() {
        return count.get();
    }

    /** Does something to each, which may take it out. */
    void forEach(Consumer<OpenClient> action) {
        OpenClient each = first;
        while (each != null) {
            OpenClient next = each.after;
            action.accept(each);
            each = next;
        }
    }
}
