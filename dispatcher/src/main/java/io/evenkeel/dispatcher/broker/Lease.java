// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.broker;

import io.evenkeel.dispatcher.node.Assignment;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.task.NotedTask;
import io.evenkeel.policy.Outcome;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The right of a client to use a node until its quantum ends, and the task as which the cluster counts the client.
 *
 * <p>Threads: {@link #granted} and {@link #dropped} come from any thread, everything else from {@link Leases}, one
 * thread at a time for each lease.
 */
final class Lease extends NotedTask {

    private final Cluster cluster;
    private final @Nullable String client;
    private final long clientKey;
    private final LongSupplier clock;
    private final long startNs;
    private final CompletableFuture<@Nullable Node> grant = new CompletableFuture<>();
    private @Nullable Node node;
    private volatile boolean held;

    /** The end of the quantum, monotonic; under the lock of {@link Leases}. */
    private long endNs;

    Lease(Cluster cluster, @Nullable String client, long clientKey, LongSupplier clock) {
        this.cluster = cluster;
        this.client = client;
        this.clientKey = clientKey;
        this.clock = clock;
        this.startNs = clock.getAsLong();
    }

    /** The node that the client may use. */
    public Node node() {
        return Objects.requireNonNull(node, "no node was found");
    }

    Cluster cluster() {
        return cluster;
    }

    /** The client's name for itself; null when it has none. */
    @Nullable
    String client() {
        return client;
    }

    long endNs() {
        return endNs;
    }

    void endNs(long atNs) {
        endNs = atNs;
    }

    /** Lets the cluster choose a node; false when none may take the client now. */
    boolean begin() {
        int slot = cluster.assign(this);
        if (slot >= 0) {
            node = cluster.node(slot);
        } else if (slot == Assignment.QUEUED && !cluster.cancel(this)) {
            node = grant.join();
        }
        return node != null;
    }

    /** True while the client may stay on its node: it is a member, and up or draining. */
    boolean stands() {
        NodeState state = node().state();
        return node().member() && (state == NodeState.UP || state == NodeState.DRAIN);
    }

    /** Counts the client among those that hold no worker of the node. */
    void hold() {
        held = true;
        try {
            cluster.countDirect(this, node());
        } catch (RuntimeException e) {
            held = false;
            throw e;
        }
    }

    /** Gives the place back. That the client used the node well, or at all, is not known. */
    void end() {
        cluster.finish(this, node(), Outcome.ABANDONED, Math.max(0, clock.getAsLong() - startNs));
    }

    @Override
    public boolean isTunnel() {
        return held;
    }

    @Override
    public boolean connection() {
        return held;
    }

    @Override
    public boolean placesSession() {
        return true;
    }

    @Override
    public boolean tried(int slot) {
        return false;
    }

    @Override
    public void granted(Node found) {
        grant.complete(found);
    }

    @Override
    public void dropped() {
        grant.complete(null);
    }

    @Override
    public long nowNs() {
        return clock.getAsLong();
    }

    @Override
    public long clientKey() {
        return clientKey;
    }

    @Override
    public long contentKey() {
        return 0;
    }

    @Override
    public int attempt() {
        return 0;
    }
}
