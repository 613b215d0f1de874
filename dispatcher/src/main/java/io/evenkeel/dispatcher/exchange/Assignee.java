// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.config.cluster.ClusterSettings.Assign;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.Assignment;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.node.NotedTask;
import io.evenkeel.policy.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * An exchange in the eyes of its cluster: asks for nodes, remembers which were tried, and reports how it went.
 *
 * <p>In a cluster that assigns connections instead of requests, the node of the first request stays assigned until the
 * connection ends or the node fails.
 */
final class Assignee extends NotedTask {

    private static final int MOST_TRIES = 16;

    private final Exchange exchange;
    private static final int[] NONE = {};

    /** Slots of nodes that failed; made with the first. */
    private int[] tried = NONE;

    private long clientKey;
    private int triedCount;
    private int attempt;
    private long contentKey;
    private int requestClass;
    private long sinceNs;
    private long headNs;
    private boolean tunnel;
    private boolean waiting;
    private volatile long nowNs;

    private @Nullable Cluster cluster;
    private @Nullable Node node;
    private boolean bound;

    Assignee(Exchange exchange) {
        this.exchange = exchange;
    }

    void clientKey(long newKey) {
        clientKey = newKey;
    }

    /** Begins a new request. */
    void clear(long now) {
        nowNs = now;
        triedCount = 0;
        attempt = 0;
        headNs = -1;
        if (!bound) {
            forget();
            memo(0);
        }
    }

    /** Forgets where the last request went. */
    void forget() {
        node = null;
        cluster = null;
    }

    /**
     * Asks for a node; null when there is one, or when the task {@link #waits}.
     *
     * @param path scratch space of the router, which knows afterwards whether the path was doubtful
     */
    @Nullable
    Refusal assign(RequestHead head, Router router, RoutePath path) {
        Cluster wanted = router.find(head, path);
        if (wanted == null) {
            return path.doubtful() ? Refusal.BAD_PATH : Refusal.NO_ROUTE;
        }
        contentKey = RequestFacts.contentKey(head);
        requestClass = exchange.bench.requestClass(head, wanted, exchange.timing);
        if (bound) {
            NodeState state = assigned().state();
            boolean usable = state == NodeState.UP || state == NodeState.PROBING || state == NodeState.DRAIN;
            if (cluster == wanted
                    && usable
                    && assigned().member()
                    && !assigned().silent()) {
                return null;
            }
            unbind();
        }
        cluster = wanted;
        sinceNs = nowNs;
        tunnel = false;
        try {
            return settle(wanted.assign(this));
        } catch (RuntimeException | AssertionError | LinkageError e) {
            return policyFailed(e);
        }
    }

    private Refusal policyFailed(Throwable thrown) {
        node = null;
        EventLog.EXCHANGE.error(
                "a task got no node because the policy of " + cluster().name() + " failed", thrown);
        return Refusal.INTERNAL;
    }

    /**
     * Asks for another node after a try that failed, or for the same one when there is no other.
     *
     * @param hereToo true when the node itself may be asked again, because only a kept connection was stale
     */
    @Nullable
    Refusal assignAgain(long now, boolean hereToo, Refusal why) {
        Cluster mine = cluster();
        Node failed = node;
        nowNs = now;
        if (failed == null || !mayRetry()) {
            return why;
        }
        noteTried(failed);
        attempt++;
        memo(0);
        headNs = -1;
        int slot;
        try {
            slot = mine.assign(this);
            if (slot == Assignment.NO_OTHER && hereToo) {
                triedCount--;
                slot = mine.assign(this);
            }
        } catch (RuntimeException | AssertionError | LinkageError e) {
            return policyFailed(e);
        }
        if (slot < 0) {
            return why;
        }
        sinceNs = now;
        return settle(slot);
    }

    /**
     * Goes to a node that was not tried and leaves the present one, which has answered nothing; stays when there is no
     * other.
     *
     * @param outcome the outcome that the present node is told
     * @return false when no other node can be had now, by this task or by another one
     */
    boolean move(Outcome outcome, long now) {
        Cluster mine = cluster();
        Node from = assigned();
        if (!mayRetry()) {
            return true;
        }
        nowNs = now;
        noteTried(from);
        attempt++;
        int slot;
        try {
            slot = mine.move(this, from, outcome, now - sinceNs);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            EventLog.EXCHANGE.error("a task stays where it is because the policy of " + mine.name() + " failed", e);
            slot = Assignment.NO_OTHER;
        }
        if (slot < 0) {
            triedCount--;
            attempt--;
            return false;
        }
        sinceNs = now;
        take(mine.node(slot));
        return true;
    }

    /** Most tasks are tried once: they have no table. */
    private void noteTried(Node failed) {
        if (tried.length == 0) {
            tried = new int[MOST_TRIES];
        }
        tried[triedCount++] = failed.slot();
    }

    /** True while another try is allowed by number. */
    boolean mayRetry() {
        return attempt < cluster().settings().retry().attempts() && triedCount < MOST_TRIES;
    }

    private @Nullable Refusal settle(int slot) {
        if (slot >= 0) {
            take(cluster().node(slot));
            return null;
        }
        node = null;
        waiting = slot == Assignment.QUEUED;
        return switch (slot) {
            case Assignment.QUEUED -> null;
            case Assignment.QUEUE_FULL -> Refusal.QUEUE_FULL;
            default -> Refusal.NONE_UP;
        };
    }

    private void take(Node given) {
        node = given;
        bound = cluster().settings().assign() == Assign.CONNECTION;
    }

    /** True while the task is in the cluster's queue. */
    boolean waits() {
        return waiting;
    }

    /** Leaves the queue; false when a node or a refusal is on its way already. */
    boolean leaveQueue() {
        boolean left = cluster().cancel(this);
        waiting = waiting && !left;
        return left;
    }

    @Override
    public void granted(Node given) {
        exchange.bench.loop.execute(() -> {
            waiting = false;
            nowNs = exchange.bench.loop.nowNs();
            sinceNs = nowNs;
            take(given);
            exchange.granted(nowNs);
        });
    }

    @Override
    public void dropped() {
        exchange.bench.loop.execute(() -> {
            waiting = false;
            if (exchange.phase() == Phase.QUEUED) {
                exchange.own.refuse(Refusal.QUEUE_TIMEOUT);
            }
        });
    }

    /** The head of the node's final answer has come. */
    void head(long now) {
        headNs = now - sinceNs;
    }

    /** The node's 101 has come: from now on the task is a tunnel. */
    void tunnel(long now) {
        nowNs = now;
        head(now);
        tunnel = true;
        cluster().tunnelled(this, assigned(), headNs);
    }

    /**
     * The try on the node is over. A connection's node stays assigned unless it failed; an application's 500 is no
     * failure of the node.
     */
    void finish(Outcome outcome, boolean answered, long now) {
        Node mine = node;
        if (mine == null || (bound && (outcome == Outcome.SUCCEEDED || answered))) {
            return;
        }
        nowNs = now;
        bound = false;
        cluster().finish(this, mine, outcome, now - sinceNs, answered);
    }

    /** True while a node stays assigned to the client connection. */
    boolean isBound() {
        return bound;
    }

    /** The client connection has ended. */
    void unbind() {
        if (bound) {
            bound = false;
            nowNs = exchange.bench.loop.nowNs();
            cluster().finish(this, assigned(), Outcome.SUCCEEDED, nowNs - sinceNs);
        }
    }

    Cluster cluster() {
        if (cluster == null) {
            throw new IllegalStateException("the task was never assigned");
        }
        return cluster;
    }

    @Nullable
    Cluster clusterOrNull() {
        return cluster;
    }

    /** The node of the present or last try; null when there was none. */
    @Nullable
    Node node() {
        return node;
    }

    /** True while the present try is on that very node. */
    @SuppressWarnings("ReferenceEquality") // a node is its identity
    boolean on(Node other) {
        return node == other;
    }

    Node assigned() {
        if (node == null) {
            throw new IllegalStateException("the task has no node");
        }
        return node;
    }

    @Override
    public boolean tried(int slot) {
        for (int i = 0; i < triedCount; i++) {
            if (tried[i] == slot) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long nowNs() {
        return waiting ? exchange.bench.loop.nowNs() : nowNs;
    }

    @Override
    public long clientKey() {
        return clientKey;
    }

    @Override
    public long contentKey() {
        return contentKey;
    }

    @Override
    public int requestClass() {
        return exchange.timing.classLasts() ? requestClass : 0;
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public boolean isTunnel() {
        return tunnel;
    }

    @Override
    public boolean placesSession() {
        return cluster().settings().assign() == Assign.CONNECTION;
    }

    @Override
    public boolean connection() {
        return tunnel || placesSession();
    }

    @Override
    public long headNs() {
        return headNs;
    }
}
