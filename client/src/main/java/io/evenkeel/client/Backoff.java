// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Times between tries: twice as long after each failure up to a limit, and spread at random over the upper half, so
 * that clients that failed together do not come back together. Immutable; any thread.
 */
final class Backoff {

    private static final int MOST_DOUBLINGS = 20;

    private final long firstNs;
    private final long longestNs;
    private final DoubleSupplier random;

    /** @param random numbers from 0 to 1, from any thread */
    Backoff(Duration first, Duration longest, DoubleSupplier random) {
        this.firstNs = first.toNanos();
        this.longestNs = longest.toNanos();
        this.random = random;
    }

    /** The time after a number of failures in a row, at least 1; nanoseconds. */
    long afterNs(int failures) {
        long fullNs = Math.min(longestNs, firstNs << Math.min(MOST_DOUBLINGS, failures - 1));
        long halfNs = fullNs / 2;
        return halfNs + (long) (halfNs * random.getAsDouble());
    }
}
