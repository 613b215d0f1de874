// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.policy.Services;
import io.evenkeel.policy.Task;
import io.evenkeel.simulator.chance.RandomStream;
import io.evenkeel.simulator.scenario.WorkModel;
import java.util.List;

/** The present task as a policy sees it; one object for all tasks. */
final class TaskView implements Task {

    private long nowNs;
    private long clientKey;
    private long sessionKey;
    private long thinkNs = -1;
    private boolean placesSession;
    private int attempt;
    private int memo;
    private long contentKey;
    private final int[] serviceOfKind;
    private int requestClass;
    private int service;
    private long headNs = -1;
    private boolean connection;

    /** @param work has the kinds that {@link #content} numbers from 1 */
    TaskView(WorkModel work) {
        List<String> services = work.services();
        serviceOfKind = services.stream()
                .mapToInt(name -> Math.max(0, Services.number(name, services)))
                .toArray();
    }

    void show(long newNowNs, long newClientKey, boolean newPlacesSession, int newAttempt, int newMemo) {
        nowNs = newNowNs;
        clientKey = newClientKey;
        placesSession = newPlacesSession;
        attempt = newAttempt;
        memo = newMemo;
        answered(-1, false);
    }

    /** Sets the session that the task belongs to, 0 for none, and the time since its last answer, -1 for none. */
    void session(long newSessionKey, long newThinkNs) {
        sessionKey = newSessionKey;
        thinkNs = newThinkNs;
    }

    /** The knowledge about the answer of a task that has begun. */
    void answered(long newHeadNs, boolean tunnel) {
        headNs = newHeadNs;
        connection = tunnel;
    }

    /**
     * Sets the path: each object and each kind of requests has one of its own, and each kind is a class of its own
     * while there are numbers.
     *
     * @param object from 1; 0 for none
     */
    void content(int kind, int object) {
        requestClass = kind < REQUEST_CLASSES ? kind : 0;
        service = kind == 0 ? 0 : serviceOfKind[kind - 1];
        contentKey = RandomStream.mix(kind + 1L + ((long) object << Integer.SIZE));
    }

    @Override
    public long nowNs() {
        return nowNs;
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
        return requestClass;
    }

    @Override
    public int service() {
        return service;
    }

    @Override
    public int attempt() {
        return attempt;
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
    public boolean connection() {
        return connection;
    }

    @Override
    public long headNs() {
        return headNs;
    }

    @Override
    public int memo() {
        return memo;
    }

    @Override
    public void memo(int value) {
        memo = value;
    }
}
