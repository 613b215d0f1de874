// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.shadow;

import io.evenkeel.policy.Task;

/**
 * A task as shadows see it, from its choice to its end. One thread.
 *
 * <p>Each shadow has a memo of its own with it, and hears of its end only when it was asked about its choice.
 */
final class RingTask implements Task {

    private final long clientKey;
    private final long contentKey;
    private final int requestClass;
    private final int service;
    private final int attempt;
    private final boolean placesSession;
    private boolean connection;
    private final int[] memos = new int[ShadowRunner.PLACES];
    private final boolean[] heard = new boolean[ShadowRunner.PLACES];
    private long nowNs;
    private long headNs = -1;
    private int slot = -1;
    private int place;

    RingTask(
            long nowNs,
            long clientKey,
            long contentKey,
            int requestClass,
            int service,
            int attempt,
            boolean placesSession,
            boolean connection) {
        this.nowNs = nowNs;
        this.clientKey = clientKey;
        this.contentKey = contentKey;
        this.requestClass = requestClass;
        this.service = service;
        this.attempt = attempt;
        this.placesSession = placesSession;
        this.connection = connection;
    }

    /** The next calls are of the shadow in this place. */
    RingTask with(int newPlace) {
        place = newPlace;
        return this;
    }

    /** The time of the next calls. */
    RingTask at(long newNowNs) {
        nowNs = newNowNs;
        return this;
    }

    /** Sets the time from its start to the head of its answer; -1 when none came. */
    RingTask answeredAfter(long newHeadNs) {
        headNs = newHeadNs;
        return this;
    }

    /** Its node has answered with a 101. */
    void tunnelled() {
        connection = true;
    }

    /** Notes that the task has begun on a node. */
    void began(int newSlot) {
        slot = newSlot;
    }

    int slot() {
        return slot;
    }

    /** The shadow in the place was asked about it and will hear of its end. */
    void hear() {
        heard[place] = true;
    }

    boolean isHeard() {
        return heard[place];
    }

    /** The shadow in a place has gone; the next one there knows nothing of this task. */
    void leave(int oldSeat) {
        heard[oldSeat] = false;
        memos[oldSeat] = 0;
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
    public boolean connection() {
        return connection;
    }

    @Override
    public long headNs() {
        return headNs;
    }

    @Override
    public int memo() {
        return memos[place];
    }

    @Override
    public void memo(int value) {
        memos[place] = value;
    }
}
