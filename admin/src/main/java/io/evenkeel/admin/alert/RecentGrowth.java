// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert;

import java.util.ArrayDeque;
import java.util.Deque;

/** The growth of a count in the last minute; a count that began again has grown from nothing. */
final class RecentGrowth {

    private static final long MINUTE_NS = 60_000_000_000L;
    private static final int MOST = 120;

    private record Reading(long atNs, long total) {}

    private final Deque<Reading> readings = new ArrayDeque<>();

    /** Takes a reading; returns the growth since the oldest one of the last minute. */
    double of(long total, long nowNs) {
        Reading last = readings.peekLast();
        if (last != null && total < last.total()) {
            readings.clear();
            readings.add(new Reading(last.atNs(), 0));
        }
        readings.add(new Reading(nowNs, total));
        while (readings.size() > MOST
                || (readings.size() > 1 && nowNs - readings.getFirst().atNs() > MINUTE_NS)) {
            readings.removeFirst();
        }
        return total - readings.getFirst().total();
    }
}
