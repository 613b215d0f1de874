// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.shadow;

import io.evenkeel.policy.Task;

/**
 * A task as shadows see it, from its choice to its end. One thread.
 *
 * <p>Each shadow has a memo of its own with it, and hears of its end only when it was asked about its choice.
 */
final class RingTask implements Task {

    private static final int PLACES_SESSION = 1;
    private static final int CONNECTION = 2;
    private static final int CLASS_SHIFT = 2;
    private static final int SERVICE_SHIFT = 8;
    private static final int SIX_BITS = 63;

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

    /** @param traits see {@link #traits} */
    RingTask(long nowNs, long clientKey, long contentKey, int attempt, int traits) {
        this.nowNs = nowNs;
        this.clientKey = clientKey;
        this.contentKey = contentKey;
        this.attempt = attempt;
        placesSession = (traits & PLACES_SESSION) != 0;
        connection = (traits & CONNECTION) != 0;
        requestClass = (traits >> CLASS_SHIFT) & SIX_BITS;
        service = (traits >> SERVICE_SHIFT) & SIX_BITS;
    }

    /** The class and the service of a task, and what kind of task it is, in one number for a note of the ring. */
    static int traits(Task task) {
        return (task.placesSession() ? PLACES_SESSION : 0)
                | (task.connection() ? CONNECTION : 0)
                | (task.requestClass() << CLASS_SHIFT)
                | (task.service() << SERVICE_SHIFT);
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
    void leave(int oldPlace) {
        heard[oldPlace] = false;
        memos[oldPlace] = 0;
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
