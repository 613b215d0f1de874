// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.node.Node;

/**
 * The task of one request or one TCP connection, as its cluster and the policy see it. {@link Attempts} and {@link
 * TaskRetries} write its fields.
 *
 * <p>Threads: the owner's loop, and inside the cluster's gate any thread while the task waits in the queue.
 */
final class OwnTask extends TaskFacts {

    boolean waiting;
    boolean tunnel;
    long sinceNs;
    long headNs;
    volatile long nowNs;

    private final Attempts attempts;
    private final TaskRetries retries;
    private final Loop loop;
    private final TaskOwner owner;
    private final boolean ofConnection;

    /** @param ofConnection true when the task is a connection from its beginning to its end */
    OwnTask(Attempts attempts, TaskRetries retries, Loop loop, TaskOwner owner, boolean ofConnection) {
        this.attempts = attempts;
        this.retries = retries;
        this.loop = loop;
        this.owner = owner;
        this.ofConnection = ofConnection;
    }

    /** Begins again, as another task. */
    void clear(long now) {
        nowNs = now;
        tunnel = false;
        beginAttempt();
        forget();
    }

    /** Forgets what is of one attempt. */
    void beginAttempt() {
        memo(0);
        headNs = -1;
    }

    @Override
    public void granted(Node given) {
        loop.execute(() -> {
            waiting = false;
            nowNs = loop.nowNs();
            sinceNs = nowNs;
            attempts.take(given);
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
    public boolean tried(int slot) {
        return retries.tried(slot);
    }

    @Override
    public int attempt() {
        return retries.attempt();
    }

    @Override
    public long nowNs() {
        return waiting ? loop.nowNs() : nowNs;
    }

    @Override
    public long askedNs() {
        return sinceNs;
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
    public boolean isTunnel() {
        return tunnel;
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
