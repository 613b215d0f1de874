// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.contract;

import io.evenkeel.policy.Task;

/** A task whose every field is set by hand; setters return the task. One thread. */
public final class FakeTask implements Task {

    private long nowNs;
    private long clientKey;
    private long contentKey;
    private int requestClass;
    private int service;
    private int attempt;
    private boolean placesSession;
    private long sessionKey;
    private long thinkNs = -1;
    private boolean connection;
    private long headNs = -1;
    private int memo;

    /** Sets the time. */
    public FakeTask at(long newNowNs) {
        nowNs = newNowNs;
        return this;
    }

    /** Sets the client. */
    public FakeTask from(long newClientKey) {
        clientKey = newClientKey;
        return this;
    }

    /** Sets what is asked for. */
    public FakeTask asking(long newContentKey) {
        contentKey = newContentKey;
        return this;
    }

    /** Sets the class of requests. */
    public FakeTask requestClass(int newRequestClass) {
        requestClass = newRequestClass;
        return this;
    }

    /** Sets the number of the service. */
    public FakeTask service(int newService) {
        service = newService;
        return this;
    }

    /** Sets the attempt, 0 for the first. */
    public FakeTask attempt(int newAttempt) {
        attempt = newAttempt;
        return this;
    }

    /** Says whether the choice places a session. */
    public FakeTask placesSession(boolean newPlacesSession) {
        placesSession = newPlacesSession;
        return this;
    }

    /** Sets the session; 0 for none. */
    public FakeTask session(long newSessionKey) {
        sessionKey = newSessionKey;
        return this;
    }

    /** Sets the time since the last answer in the session; -1 when it is not known. */
    public FakeTask thinkNs(long newThinkNs) {
        thinkNs = newThinkNs;
        return this;
    }

    /** Says whether the task is a whole connection. */
    public FakeTask connection(boolean newConnection) {
        connection = newConnection;
        return this;
    }

    /** Sets how long after the start the head of the answer came; -1 for never. */
    public FakeTask headNs(long newHeadNs) {
        headNs = newHeadNs;
        return this;
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
