// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control.live;

/**
 * Moments of the monotonic clock as times of day. The same moment gives the same time again and again, unless the clock
 * of the machine has been set by more than a second meanwhile. Any thread.
 */
final class WallClock {

    private static final long SET_MS = 1_000;
    private static final long NS_PER_MS = 1_000_000;

    private long offsetMs;
    private boolean known;

    /** Milliseconds since 1970 of a moment. */
    synchronized long ms(long atNs) {
        long nowOffsetMs = System.currentTimeMillis() - System.nanoTime() / NS_PER_MS;
        if (!known || Math.abs(nowOffsetMs - offsetMs) > SET_MS) {
            offsetMs = nowOffsetMs;
            known = true;
        }
        return atNs / NS_PER_MS + offsetMs;
    }
}
