// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import io.evenkeel.dispatcher.node.application.Application;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a task that its owner tells before it asks for a node: its client, session, application, class and
 * trace. {@link Attempts#clear} forgets all of them but the client.
 *
 * <p>Threads: the owner's loop; while the task waits in the queue nothing changes, and any thread inside the cluster's
 * gate may read.
 */
public abstract class TaskFacts extends NotedTask {

    long contentKey;
    private long clientKey;
    private long home;
    private long replica;
    private boolean onlyHome;
    private boolean placesSession;
    private boolean beginsSession;
    private long idleNs;
    private int queueClass;
    private long sessionKey;
    private long thinkNs;
    private @Nullable Application application;
    private @Nullable TaskTrace trace;

    TaskFacts() {}

    /** Forgets what the last request has told. */
    final void forget() {
        home = 0;
        replica = 0;
        onlyHome = false;
        placesSession = false;
        beginsSession = false;
        idleNs = -1;
        queueClass = 0;
        sessionKey = 0;
        thinkNs = -1;
        application = null;
        trace = null;
    }

    /** Sets the hash of the client's address, for policies. */
    public final void clientKey(long newKey) {
        clientKey = newKey;
    }

    /**
     * Says which session the new request is of, after {@link Attempts#clear} and before {@link Attempts#assign}.
     *
     * @param newKey {@link io.evenkeel.policy.Task#sessionKey}
     * @param newThinkNs {@link io.evenkeel.policy.Task#thinkNs}
     */
    public final void session(long newKey, long newThinkNs) {
        sessionKey = newKey;
        thinkNs = newThinkNs;
    }

    /** Says which session the request is of, once its answer has begun one. */
    public final void sessionKey(long newKey) {
        sessionKey = newKey;
    }

    /**
     * Says where the session of the new request is, after {@link Attempts#clear} and before {@link Attempts#assign}.
     *
     * @param newHome {@link #home}; 0 when the request begins a session
     * @param newReplica {@link #replica}
     * @param strict {@link #onlyHome}
     */
    public final void belongs(long newHome, long newReplica, boolean strict) {
        home = newHome;
        replica = newReplica;
        onlyHome = strict;
        placesSession = newHome == 0;
        beginsSession = newHome == 0;
    }

    /**
     * Says which application the new request is for, after {@link Attempts#clear} and before {@link Attempts#assign}.
     */
    public final void application(@Nullable Application wanted) {
        application = wanted;
    }

    /**
     * Says how the new request waits, after {@link #belongs} and before {@link Attempts#assign}.
     *
     * @param newClass {@link #queueClass}
     * @param newIdleNs {@link #idleNs}; a session that was seen before does not begin
     */
    public final void waitsAs(int newClass, long newIdleNs) {
        queueClass = newClass;
        idleNs = newIdleNs;
        beginsSession = beginsSession && newIdleNs < 0;
    }

    /** Says which trace the new request belongs to, after {@link Attempts#clear}; null for none. */
    public final void trace(@Nullable TaskTrace newTrace) {
        trace = newTrace;
    }

    @Override
    public final @Nullable Application application() {
        return application;
    }

    @Override
    public final long clientKey() {
        return clientKey;
    }

    @Override
    public final long contentKey() {
        return contentKey;
    }

    @Override
    public final int queueClass() {
        return queueClass;
    }

    @Override
    public final @Nullable TaskTrace trace() {
        return trace;
    }

    @Override
    public final boolean beginsSession() {
        return beginsSession;
    }

    @Override
    public final long idleNs() {
        return idleNs;
    }

    @Override
    public final boolean placesSession() {
        return placesSession;
    }

    @Override
    public final long sessionKey() {
        return sessionKey;
    }

    @Override
    public final long thinkNs() {
        return thinkNs;
    }

    @Override
    public final long home() {
        return home;
    }

    @Override
    public final long replica() {
        return replica;
    }

    @Override
    public final boolean onlyHome() {
        return onlyHome;
    }
}
