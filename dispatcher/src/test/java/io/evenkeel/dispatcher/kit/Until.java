// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits of tests: for effects that other threads cause soon, and for time itself. */
public final class Until {

    private static final long LONGEST_S = 20;

    private Until() {}

    /**
     * Returns once a condition holds, which is asked about every millisecond on the caller's thread; the bound of 20 s
     * only ends a test that would fail.
     *
     * @param what the awaited thing, for the failure
     */
    public static void holds(String what, BooleanSupplier condition) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_S);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - endNs > 0) {
                throw new AssertionError("waited " + LONGEST_S + " s for " + what);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /**
     * Lets time pass on the caller's thread. Only for the pace of a peer in tests that are about silence and slowness;
     * an effect is awaited with {@link #holds}.
     */
    public static void passed(long millis) {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long leftNs = endNs - System.nanoTime(); leftNs > 0; leftNs = endNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }
}
