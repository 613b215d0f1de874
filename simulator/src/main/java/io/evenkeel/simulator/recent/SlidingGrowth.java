// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.recent;

/**
 * The growth of counters over about a span: since the youngest reading that is at least as old as the span, or since
 * the oldest that is kept.
 *
 * <p>Of readings that come faster, one in each sixteenth of the span is kept.
 */
public final class SlidingGrowth {

    private static final int KEPT = 20;

    private final int counters;
    private final long spanNs;
    private final double[] readings;
    private final long[] takenNs = new long[KEPT];
    private final double[] newest;
    private long newestNs;
    private int last;
    private int oldest;

    /** The growth of a number of counters, 1 or 2, that are 0 at time 0. */
    public SlidingGrowth(int counters, long spanNs) {
        this.counters = counters;
        this.spanNs = spanNs;
        this.readings = new double[KEPT * counters];
        this.newest = new double[counters];
    }

    /** Takes the counters at a moment, none earlier than the last one; {@code second} counts only where there are 2. */
    public void add(long nowNs, double first, double second) {
        if (newestNs - takenNs[last] >= spanNs / 16) {
            last = (last + 1) % KEPT;
            if (last == oldest) {
                oldest = (oldest + 1) % KEPT;
            }
            takenNs[last] = newestNs;
            System.arraycopy(newest, 0, readings, last * counters, counters);
        }
        newestNs = nowNs;
        newest[0] = first;
        if (counters > 1) {
            newest[1] = second;
        }
        while (oldest != last && nowNs - takenNs[(oldest + 1) % KEPT] >= spanNs) {
            oldest = (oldest + 1) % KEPT;
        }
    }

    /** Growth for each nanosecond; 0 before the first reading. */
    public double perNs(int counter) {
        long elapsedNs = newestNs - takenNs[oldest];
        return elapsedNs > 0 ? (newest[counter] - readings[oldest * counters + counter]) / elapsedNs : 0;
    }
}
