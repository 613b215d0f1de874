// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.collect;

/**
 * The growth of counters in about the last second, or the last few.
 *
 * <p>The kernel counts processor time in hundredths of a second, so a difference over 100 ms would be coarse; when
 * samples are rarer than the span the difference is that to the last one. For one thread; makes no garbage.
 */
public final class SlidingDifference {

    /** Samples do not come faster. */
    private static final long SHORTEST_NS = 100_000_000;

    private final int counters;
    private final long spanNs;
    private final int kept;
    private final long[][] readings;
    private final long[] takenNs;
    private int newest = -1;
    private int oldest = -1;
    private int present;

    /** Differences of a number of counters over a span of time. */
    public SlidingDifference(int counters, long spanNs) {
        this.counters = counters;
        this.spanNs = spanNs;
        this.kept = (int) (spanNs / SHORTEST_NS) + 4;
        this.readings = new long[kept][counters];
        this.takenNs = new long[kept];
    }

    /** The array to write the counters of a reading to, before {@link #add}. */
    public long[] slot() {
        return readings[(newest + 1) % kept];
    }

    /** Takes what was written to {@link #slot} for a reading of this time. */
    public void add(long nowNs) {
        newest = (newest + 1) % kept;
        takenNs[newest] = nowNs;
        present = Math.min(kept, present + 1);
        int back = 1;
        while (back < present - 1 && nowNs - takenNs[ago(back)] < spanNs) {
            back++;
        }
        oldest = present == 1 ? newest : ago(back);
    }

    /** True when there is something to compare with. */
    public boolean ready() {
        return oldest != newest;
    }

    /** The time that the differences span. */
    public long spanNs() {
        return takenNs[newest] - takenNs[oldest];
    }

    /** The growth of a counter; 0 when it went back. */
    public long of(int counter) {
        return Math.max(0, readings[newest][counter] - readings[oldest][counter]);
    }

    /** The growth of all of them together. */
    public long sum() {
        long sum = 0;
        for (int i = 0; i < counters; i++) {
            sum += of(i);
        }
        return sum;
    }

    private int ago(int count) {
        return (newest - count + kept) % kept;
    }
}
