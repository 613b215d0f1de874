// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.overload;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The number of tasks that a cluster has refused for want of a node, by reason; with and without rules for
 * overload. Written inside the cluster's gate, read by any thread.
 */
@SuppressWarnings("EnumOrdinal") // a place for each reason
public final class RefusedTasks {

    private final AtomicLongArray counts = new AtomicLongArray(Reason.values().length);

    /** The reasons, with the words of the access log. */
    public enum Reason {
        NO_NEW_SESSIONS,
        QUEUE_FULL,
        QUEUE_LATE,
        QUEUE_TIMEOUT;

        /** The word of the access log. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    RefusedTasks() {}

    /**
     * Counts a task that left the queue or found no place there; one whose client went away was not refused, and
     * one that made room in memory was not refused for want of a node.
     */
    void add(WithoutNode why) {
        switch (why) {
            case QUEUE_FULL -> add(Reason.QUEUE_FULL);
            case QUEUE_LATE -> add(Reason.QUEUE_LATE);
            case QUEUE_TIMEOUT -> add(Reason.QUEUE_TIMEOUT);
            // sessions that are not admitted are counted where they are refused
            case SESSIONS_CAPACITY, SESSIONS_WAIT, CLIENT_GONE, MEMORY_FULL -> {}
        }
    }

    void add(Reason reason) {
        counts.incrementAndGet(reason.ordinal());
    }

    /** The number of tasks that were refused for a reason since the cluster was made. */
    public long of(Reason reason) {
        return counts.get(reason.ordinal());
    }
}
