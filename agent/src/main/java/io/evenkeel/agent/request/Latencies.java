// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.request;

/**
 * The buckets of a histogram of times: eight for each doubling, so a time read back is at most 7 % off, from 8 µs to
 * 137 s.
 *
 * <p>A shorter or longer time falls into the first or the last one. Arithmetic only.
 */
final class Latencies {

    private static final int STEPS_BITS = 3;
    private static final int STEPS = 1 << STEPS_BITS;
    private static final int SHORTEST_BITS = 13;
    private static final int LONGEST_BITS = 37;

    /** The number of buckets. */
    static final int BUCKETS = (LONGEST_BITS - SHORTEST_BITS) * STEPS;

    private Latencies() {}

    /** The bucket of a time in nanoseconds. */
    static int bucket(long elapsedNs) {
        if (elapsedNs < 1L << SHORTEST_BITS) {
            return 0;
        }
        int doublings = 63 - Long.numberOfLeadingZeros(elapsedNs);
        if (doublings >= LONGEST_BITS) {
            return BUCKETS - 1;
        }
        int step = (int) (elapsedNs >>> (doublings - STEPS_BITS)) & (STEPS - 1);
        return (doublings - SHORTEST_BITS) * STEPS + step;
    }

    /** The middle of a bucket, nanoseconds. */
    static double middleNs(int bucket) {
        double width = (double) (1L << (SHORTEST_BITS + bucket / STEPS - STEPS_BITS));
        return (STEPS + bucket % STEPS + 0.5) * width;
    }

    /** The time below which a share of what was counted lies, nanoseconds; NaN when nothing was. */
    static double quantileNs(double[] counts, double share) {
        double total = 0;
        for (double count : counts) {
            total += count;
        }
        if (!(total > 0)) {
            return Double.NaN;
        }
        double left = share * total;
        int bucket = 0;
        while (bucket < BUCKETS - 1 && left > counts[bucket]) {
            left -= counts[bucket];
            bucket++;
        }
        return middleNs(bucket);
    }
}
