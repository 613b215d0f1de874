// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.PendingTask.TaskTrace;
import io.evenkeel.policy.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * A client connection as one task of a cluster that assigns connections. Until it has a node, a request asks in its
 * name; then it stays in flight while requests use it, and between them for as long as the connection is bound by it.
 *
 * <p>It is the task that policies and shadows see from beginning to end. Made once for each node that a connection is
 * bound to, so not on the way of a request.
 */
final class HomeTask extends NotedTask {

    private final Home home;
    private final Cluster cluster;
    private final long clientKey;
    private @Nullable OwnTask asking;
    private @Nullable Node node;
    private long contentKey;
    private int attempt;
    private int users;
    private boolean ended;
    private boolean tunnel;
    private long sinceNs;
    private long headNs = -1;
    private long nowNs;

    /** @param asking the request that asks for a node */
    HomeTask(Home home, Cluster cluster, OwnTask asking) {
        this.home = home;
        this.cluster = cluster;
        this.clientKey = home.clientKey();
        this.asking = asking;
    }

    /** The request that asked has got a node, and is the first that uses the task. */
    void placed(OwnTask first, Node given) {
        take(first, given, first.sinceNs);
        users = 1;
        home.bind(this);
    }

    private void take(OwnTask by, Node given, long now) {
        node = given;
        sinceNs = now;
        headNs = -1;
        attempt = by.attempt();
        contentKey = by.contentKey();
        asking = null;
    }

    /** True when a request for a cluster may go where this task is. */
    @SuppressWarnings("ReferenceEquality") // a cluster is its identity
    boolean takes(Cluster wanted) {
        return node != null && cluster == wanted && node.keepsHomes();
    }

    /** A further request goes to the node. */
    void join() {
        users++;
    }

    /** True while more than one request uses the task. */
    boolean isShared() {
        return users > 1;
    }

    /**
     * A request is over. An application's 500, or a stream that it resets, is not a failure of the node. A request that
     * was abandoned ends the task only where no other one uses it.
     *
     * @param requested the request's content key, by which failures are told apart
     */
    void leave(Outcome outcome, boolean answered, long requested, long now) {
        users--;
        boolean stays = outcome == Outcome.SUCCEEDED || answered || (outcome == Outcome.ABANDONED && users > 0);
        if (!stays) {
            contentKey = requested;
            home.forget(this);
            end(outcome, now);
        } else if (!home.isBoundBy(this)) {
            endIfUnused(now);
        }
    }

    /** The connection is not bound by the task any more. */
    void endIfUnused(long now) {
        if (users == 0) {
            end(Outcome.SUCCEEDED, now);
        }
    }

    private void end(Outcome outcome, long now) {
        if (!ended) {
            ended = true;
            nowNs = now;
            cluster.finish(this, at(), outcome, now - sinceNs);
        }
    }

    /**
     * Takes the one request that uses the task, and so the connection, to a node where it was not tried.
     *
     * @return {@link Cluster#move}
     */
    int move(OwnTask by, Outcome outcome, long now) {
        asking = by;
        try {
            int slot = cluster.move(this, at(), outcome, now - sinceNs);
            if (slot >= 0) {
                take(by, cluster.node(slot), now);
                home.bind(this);
            }
            return slot;
        } finally {
            asking = null;
            nowNs = now;
        }
    }

    /** The head of an answer has come. */
    void head(long now) {
        headNs = headNs < 0 ? now - sinceNs : headNs;
    }

    /** The connection has become a tunnel. */
    void tunnel(long now) {
        if (!tunnel) {
            tunnel = true;
            nowNs = now;
            cluster.tunnelled(this, at(), now - sinceNs);
        }
    }

    @Nullable
    Node node() {
        return node;
    }

    private Node at() {
        Node mine = node;
        if (mine == null) {
            throw new IllegalStateException("the connection has no node");
        }
        return mine;
    }

    @Override
    public boolean tried(int slot) {
        return asking != null && asking.tried(slot);
    }

    @Override
    public void granted(Node given) {
        if (asking == null) {
            throw new IllegalStateException("nobody has asked");
        }
        asking.granted(given);
    }

    @Override
    public void dropped() {
        if (asking != null) {
            asking.dropped();
        }
    }

    @Override
    public long nowNs() {
        return asking == null ? nowNs : asking.nowNs();
    }

    @Override
    public long clientKey() {
        return clientKey;
    }

    @Override
    public long contentKey() {
        return asking == null ? contentKey : asking.contentKey();
    }

    @Override
    public int requestClass() {
        return asking == null ? 0 : asking.requestClass();
    }

    @Override
    public int service() {
        return asking == null ? 0 : asking.service();
    }

    @Override
    public int queueClass() {
        return asking == null ? 0 : asking.queueClass();
    }

    @Override
    public @Nullable TaskTrace trace() {
        return asking == null ? null : asking.trace();
    }

    @Override
    public long askedNs() {
        return asking == null ? nowNs : asking.askedNs();
    }

    @Override
    public int attempt() {
        return asking == null ? attempt : asking.attempt();
    }

    @Override
    public boolean isTunnel() {
        return tunnel;
    }

    @Override
    public boolean placesSession() {
        return true;
    }

    @Override
    public boolean connection() {
        return true;
    }

    @Override
    public long headNs() {
        return headNs;
    }
}
