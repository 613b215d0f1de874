// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.PendingTask.TaskTrace;
import io.evenkeel.dispatcher.node.application.Application;
import io.evenkeel.policy.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The task of one request or one TCP connection, as its cluster and the policy see it. {@link Tries} writes its fields.
 *
 * <p>Threads: the owner's loop, and inside the cluster's gate any thread while the task waits in the queue.
 */
final class OwnTask extends NotedTask {

    final TriedNodes tried = new TriedNodes();

    @Nullable
    Application application;

    long clientKey;
    long contentKey;
    long home;
    long replica;
    boolean onlyHome;

    /** The home was asked again after a kept connection to it had died. */
    boolean homeAgain;

    boolean placesSession;
    boolean beginsSession;
    long idleNs;
    int queueClass;
    long sessionKey;
    long thinkNs;
    int attempt;

    /** The tries that were made because the node before was in doubt, not because it had failed. */
    private int moves;

    boolean waiting;
    boolean tunnel;
    long sinceNs;
    long headNs;
    volatile long nowNs;

    @Nullable
    TaskTrace trace;

    private final Tries tries;
    private final Loop loop;
    private final TaskOwner owner;
    private final boolean ofConnection;

    /** @param ofConnection true when the task is a connection from its beginning to its end */
    OwnTask(Tries tries, Loop loop, TaskOwner owner, boolean ofConnection) {
        this.tries = tries;
        this.loop = loop;
        this.owner = owner;
        this.ofConnection = ofConnection;
    }

    /** Begins again, as another task. */
    void clear(long now) {
        nowNs = now;
        attempt = 0;
        moves = 0;
        headNs = -1;
        tunnel = false;
        home = 0;
        replica = 0;
        onlyHome = false;
        homeAgain = false;
        placesSession = false;
        beginsSession = false;
        idleNs = -1;
        queueClass = 0;
        sessionKey = 0;
        thinkNs = -1;
        application = null;
        tried.clear();
        memo(0);
        trace = null;
    }

    /**
     * True while another try is allowed by number, after one that failed. Two tries do not count: the first one at home
     * after a kept connection had died, and the first one away from a node in doubt. They say nothing of the other
     * nodes, of which the task would otherwise see none that can serve it.
     *
     * @param most the further tries of the settings
     */
    boolean mayTry(int most) {
        return attempt < most + (homeAgain ? 1 : 0) + Math.min(1, moves);
    }

    /** True while the task may leave a node in doubt. */
    boolean mayMove(int most) {
        return attempt < most + (homeAgain ? 1 : 0);
    }

    /** Leaves a node, which is in doubt when it is told that the task was abandoned. */
    void moves(Node from, Outcome outcome) {
        tried.add(from.slot());
        attempt++;
        moves += outcome == Outcome.ABANDONED ? 1 : 0;
    }

    /** Stays at the node that it was about to leave. */
    void stays(Outcome outcome) {
        tried.removeLast();
        attempt--;
        moves -= outcome == Outcome.ABANDONED ? 1 : 0;
    }

    @Override
    public void granted(Node given) {
        loop.execute(() -> {
            waiting = false;
            nowNs = loop.nowNs();
            sinceNs = nowNs;
            tries.take(given);
            owner.granted(nowNs);
        });
    }

    @Override
    public void dropped() {
        loop.execute(() -> {
            waiting = false;
            owner.dropped();
        });
    }

    @Override
    public @Nullable Application application() {
        return application;
    }

    @Override
    public boolean tried(int slot) {
        return tried.has(slot);
    }

    @Override
    public long nowNs() {
        return waiting ? loop.nowNs() : nowNs;
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
        return owner.requestClass();
    }

    @Override
    public int service() {
        return owner.service();
    }

    @Override
    public int queueClass() {
        return queueClass;
    }

    @Override
    public @Nullable TaskTrace trace() {
        return trace;
    }

    @Override
    public long askedNs() {
        return sinceNs;
    }

    @Override
    public boolean beginsSession() {
        return beginsSession;
    }

    @Override
    public long idleNs() {
        return idleNs;
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
        return placesSession;
    }

    @Override
    public long sessionKey() {
        return sessionKey;
    }

    @Override
    public long thinkNs() {
        return thinkNs;
    }

    @Override
    public long home() {
        return home;
    }

    @Override
    public long replica() {
        return replica;
    }

    @Override
    public boolean onlyHome() {
        return onlyHome;
    }

    @Override
    public boolean connection() {
        return ofConnection || tunnel;
    }

    @Override
    public long headNs() {
        return headNs;
    }
}
