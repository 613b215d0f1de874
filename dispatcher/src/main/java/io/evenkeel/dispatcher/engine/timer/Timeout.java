// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.timer;

/**
 * One moment at which something is done unless the moment is moved or called off; made by {@link TimerWheel#timeout}.
 *
 * <p>Used again and again by its owner. Threads: that of its loop.
 */
public final class Timeout {

    static final long NEVER = Long.MAX_VALUE;

    final Runnable action;
    Timeout next;
    long deadlineNs = NEVER;
    /** The time at which the bucket that holds this comes up. */
    long filedNs;

    private final TimerWheel wheel;
    private Timeout previous;

    @SuppressWarnings({"NullAway", "ThisEscapedInObjectConstruction"
    }) // the head of a list is never armed and never fires
    private Timeout() {
        wheel = null;
        action = null;
        next = this;
        previous = this;
    }

    @SuppressWarnings("ThisEscapedInObjectConstruction") // an entry outside of any list is a list of its own
    Timeout(TimerWheel wheel, Runnable action) {
        this.wheel = wheel;
        this.action = action;
        next = this;
        previous = this;
    }

    static Timeout head() {
        return new Timeout();
    }

    /**
     * Sets the moment, in the time of the loop; an earlier call is forgotten. Costs one field write when it moves
     * later.
     */
    public void arm(long newDeadlineNs) {
        deadlineNs = newDeadlineNs;
        if (next == this) {
            wheel.file(this);
        } else if (newDeadlineNs - filedNs <= -TimerWheel.TICK_NS) {
            unlink();
            wheel.removed();
            wheel.file(this);
        }
    }

    /**
     * Calls the moment off for now; costs one field write. The wheel holds on to this object until the old moment has
     * passed.
     */
    public void disarm() {
        deadlineNs = NEVER;
    }

    /** Calls the moment off for good and lets go of this object at once. */
    public void remove() {
        deadlineNs = NEVER;
        if (next != this) {
            unlink();
            wheel.removed();
        }
    }

    void linkBefore(Timeout head) {
        previous = head.previous;
        next = head;
        previous.next = this;
        head.previous = this;
    }

    void unlink() {
        previous.next = next;
        next.previous = previous;
        next = this;
        previous = this;
    }

    /** Moves all entries of another list to this empty one. */
    void takeAllOf(Timeout head) {
        if (head.next == head) {
            return;
        }
        next = head.next;
        previous = head.previous;
        next.previous = this;
        previous.next = this;
        head.next = head;
        head.previous = head;
    }
}
