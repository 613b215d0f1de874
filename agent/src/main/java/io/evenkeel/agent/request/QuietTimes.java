// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.request;

import java.util.Arrays;

/**
 * The times of requests that came while few were in flight. Paper 5 (§2.2.2) measures them with one client at a time;
 * here they are taken from daily work.
 *
 * <p>Fades the histogram of the ledger; for one thread.
 */
final class QuietTimes {

    private static final double FAINTEST = 0.01;

    private final double[] counts = new double[Latencies.BUCKETS];
    private final long[] before = new long[Latencies.BUCKETS];

    /** Takes in what was counted since the last time, all that is older fading. */
    void add(Ledger ledger, double left) {
        for (int bucket = 0; bucket < counts.length; bucket++) {
            long now = ledger.counted(bucket);
            counts[bucket] = counts[bucket] * left + (now - before[bucket]);
            before[bucket] = now;
        }
    }

    /** The time that a share of these requests stays below, milliseconds; NaN when there were none lately. */
    double quantileMs(double share) {
        boolean known = Arrays.stream(counts).sum() >= FAINTEST;
        return known ? Latencies.quantileNs(counts, share) / 1e6 : Double.NaN;
    }
}
