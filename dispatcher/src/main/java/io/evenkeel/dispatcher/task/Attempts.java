// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import io.evenkeel.config.cluster.ClusterSettings.Assign;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.node.Assignment;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.overload.WithoutNode;
import io.evenkeel.policy.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one task, a request or a TCP connection: asks a cluster for nodes, remembers which were tried, says
 * why there is none, and reports how each attempt went.
 *
 * <p>In a cluster that assigns connections a request goes to the node of its {@link Home}, or finds one for it. Then it
 * is the connection that is in flight there, and not this task.
 *
 * <p>Used again for the owner's next request, without an allocation. Threads: the owner's loop.
 */
public final class Attempts {

    final OwnTask own;
    private final TaskRetries retries;
    private @Nullable Home home;
    private @Nullable Cluster cluster;
    private @Nullable Node node;
    /** True from a node's assignment to {@link #finish}. */
    private boolean running;
    /** The connection's task, where that is in flight or asks for a node instead of the own one. */
    private @Nullable HomeTask homeTask;

    @SuppressWarnings("ThisEscapedInObjectConstruction") // both parts only keep the reference
    private Attempts(Loop loop, TaskOwner owner, boolean ofConnection) {
        retries = new TaskRetries(this);
        own = new OwnTask(this, retries, loop, owner, ofConnection);
    }

    /** The attempts of requests, one after another, of one client connection after another: see {@link #serve}. */
    public static Attempts ofRequests(Loop loop, TaskOwner owner) {
        return new Attempts(loop, owner, false);
    }

    /** The attempts of a connection that is one task from its beginning to its end. */
    public static Attempts ofConnection(Loop loop, TaskOwner owner) {
        return new Attempts(loop, owner, true);
    }

    /** Belongs to requests of the client connection with this home from now on, until {@link #forget}. */
    public void serve(Home newHome) {
        home = newHome;
        own.clientKey(newHome.clientKey());
    }

    /** The facts of the task, which the owner tells before it asks for a node. */
    public TaskFacts facts() {
        return own;
    }

    /** Other attempts after the present one, where they are allowed. */
    public TaskRetries retries() {
        return retries;
    }

    /** Begins a new request. */
    public void clear(long now) {
        own.clear(now);
        retries.clear();
        leaveLast();
    }

    /** Forgets the client connection, and where its last request went. */
    public void forget() {
        home = null;
        leaveLast();
    }

    private void leaveLast() {
        cluster = null;
        node = null;
        homeTask = null;
        running = false;
    }

    /** Names the cluster that will be asked for a node, so that it has the request should nobody ask it. */
    public void wants(Cluster wanted) {
        cluster = wanted;
    }

    /**
     * Asks for a node at the moment of {@link #clear}.
     *
     * @param contentKey {@link io.evenkeel.policy.Task#contentKey} of the request
     * @return the reason for which there is none; null when there is one, or when the task {@link #waits}
     */
    public @Nullable Refusal assign(Cluster wanted, long contentKey) {
        cluster = wanted;
        own.contentKey = contentKey;
        HomeTask bound = home == null ? null : home.find(wanted);
        if (bound != null) {
            bound.join();
            homeTask = bound;
            node = bound.node();
            running = true;
            return null;
        }
        return place(wanted, false, Refusal.NONE_UP);
    }

    /**
     * Asks for a node.
     *
     * @param hereToo true when the node that was tried last may be asked again, if there is no other
     * @param why the reason to give when there is none and the cluster has none of its own
     */
    @Nullable
    Refusal place(Cluster mine, boolean hereToo, Refusal why) {
        int slot;
        try {
            slot = ask(mine);
            if (slot == Assignment.NO_OTHER && hereToo) {
                retries.mayReturn();
                slot = ask(mine);
            }
        } catch (RuntimeException | AssertionError | LinkageError e) {
            node = null;
            homeTask = null;
            mine.events().exchange().error("a task got no node because the policy of " + mine.name() + " failed", e);
            return Refusal.INTERNAL;
        }
        own.waiting = slot == Assignment.QUEUED;
        if (own.waiting) {
            return null;
        }
        if (slot >= 0) {
            take(mine.node(slot));
            return null;
        }
        homeTask = null;
        return switch (slot) {
            case Assignment.QUEUE_FULL -> Refusal.QUEUE_FULL;
            case Assignment.HOME_GONE -> Refusal.HOME_GONE;
            case Assignment.NO_NEW_SESSIONS -> Refusal.NO_NEW_SESSIONS;
            default -> why;
        };
    }

    private int ask(Cluster mine) {
        own.sinceNs = own.nowNs;
        Home bindable = mine.settings().assign() == Assign.CONNECTION ? home : null;
        homeTask = bindable == null ? null : new HomeTask(bindable, mine, own);
        return homeTask == null ? mine.assign(own) : mine.assign(homeTask);
    }

    /** The task has a node, at once or after it has waited. */
    void take(Node given) {
        node = given;
        running = true;
        if (homeTask != null) {
            homeTask.placed(own, given);
        }
    }

    /**
     * Takes the task to a node that was not tried, if there is one.
     *
     * @return false when there is none, and the task stays at its node
     */
    boolean leave(Node from, Outcome outcome, long now) {
        Cluster mine = cluster();
        HomeTask present = homeTask;
        own.nowNs = now;
        int slot;
        try {
            slot = moveFrom(from, present, outcome, now);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            mine.events()
                    .exchange()
                    .error("a task stays where it is because the policy of " + mine.name() + " failed", e);
            slot = Assignment.NO_OTHER;
        }
        if (slot < 0) {
            homeTask = present;
            return false;
        }
        own.sinceNs = now;
        node = mine.node(slot);
        return true;
    }

    private int moveFrom(Node from, @Nullable HomeTask present, Outcome outcome, long now) {
        if (present == null) {
            return cluster().move(own, from, outcome, now - own.sinceNs);
        }
        if (!present.isShared()) {
            return present.move(own, outcome, now);
        }
        int slot = ask(cluster());
        if (slot >= 0) {
            present.leave(outcome, false, own.contentKey(), now);
            take(cluster().node(slot));
        }
        return slot;
    }

    /** True while the task is in the cluster's queue. */
    public boolean waits() {
        return own.waiting;
    }

    /** Leaves the queue for a reason; false when a node or a refusal is on its way already. */
    public boolean leaveQueue(WithoutNode why) {
        boolean left = homeTask == null ? cluster().cancel(own, why) : cluster().cancel(homeTask, why);
        own.waiting = own.waiting && !left;
        return left;
    }

    /** The head of the node's final answer has come. */
    public void head(long now) {
        if (homeTask == null) {
            own.headNs = now - own.sinceNs;
        } else {
            homeTask.head(now);
        }
    }

    /** The node's 101 has come: from now on the task is a tunnel. */
    public void tunnel(long now) {
        own.nowNs = now;
        head(now);
        if (homeTask == null) {
            own.tunnel = true;
            cluster().tunnelled(own, assigned(), own.headNs);
        } else {
            homeTask.tunnel(now);
        }
    }

    /**
     * The attempt on the node is over; does nothing when there is none, so that a second call counts nothing.
     *
     * @param answered the failure is a 500 of the application, or a reset, so that the node itself may be well
     */
    public void finish(Outcome outcome, boolean answered, long now) {
        Node mine = node;
        HomeTask bound = homeTask;
        own.nowNs = now;
        if (!running) {
            return;
        }
        running = false;
        homeTask = null;
        if (bound != null) {
            bound.leave(outcome, answered, own.contentKey(), now);
        } else if (mine != null) {
            cluster().finish(own, mine, outcome, now - own.sinceNs, answered);
        }
    }

    /** The cluster that was asked last. */
    public Cluster cluster() {
        if (cluster == null) {
            throw new IllegalStateException("the task was never assigned");
        }
        return cluster;
    }

    /** {@link #cluster}; null when none was asked. */
    public @Nullable Cluster clusterOrNull() {
        return cluster;
    }

    /** The node of the present or last attempt; null when there was none. */
    public @Nullable Node node() {
        return node;
    }

    /** True while the present or last attempt is on that very node. */
    @SuppressWarnings("ReferenceEquality") // a node is its identity
    public boolean on(Node other) {
        return node == other;
    }

    /** {@link #node}, of a task that has one. */
    public Node assigned() {
        if (node == null) {
            throw new IllegalStateException("the task has no node");
        }
        return node;
    }
}
