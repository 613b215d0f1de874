// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NotedTask;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A task that is only asked about: nothing is known of its client or content. */
final class Inquiry extends NotedTask {

    private final CompletableFuture<@Nullable Node> grant = new CompletableFuture<>();

    /** Waits for the answer of another thread: the node that was granted, or null when the question was dropped. */
    @Nullable
    Node awaitGrant() {
        return grant.join();
    }

    @Override
    public boolean tried(int slot) {
        return false;
    }

    @Override
    public void granted(Node node) {
        grant.complete(node);
    }

    @Override
    public void dropped() {
        grant.complete(null);
    }

    @Override
    public long nowNs() {
        return System.nanoTime();
    }

    @Override
    public long clientKey() {
        return 0;
    }

    @Override
    public long contentKey() {
        return 0;
    }

    @Override
    public int attempt() {
        return 0;
    }

    @Override
    public boolean placesSession() {
        return false;
    }
}
