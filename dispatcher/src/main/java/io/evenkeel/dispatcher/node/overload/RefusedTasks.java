// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.overload;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The number of tasks that a cluster has refused because its nodes were busy, by reason; with and without rules for
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

    /** Counts a task that got no node; one whose client went away was not refused, and none for want of memory. */
    void add(WithoutNode why) {
        switch (why) {
            case SESSIONS_CAPACITY, SESSIONS_WAIT -> add(Reason.NO_NEW_SESSIONS);
            case QUEUE_FULL -> add(Reason.QUEUE_FULL);
            case QUEUE_LATE -> add(Reason.QUEUE_LATE);
            case QUEUE_TIMEOUT -> add(Reason.QUEUE_TIMEOUT);
            case CLIENT_GONE, MEMORY_FULL -> {}
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
