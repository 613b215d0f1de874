// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.request;

import java.util.Arrays;

/**
 * How long requests take that came while few were in flight: what paper 5 (§2.2.2) measures with one client at a time, taken from daily work.
 *
 * <p>Faded histogram of the ledger's; for one thread.
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
