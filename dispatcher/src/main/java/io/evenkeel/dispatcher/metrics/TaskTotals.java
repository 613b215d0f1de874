// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * Running totals of finished tasks, kept by one thread and read by any: opaque stores, no lock, no allocation once the
 * histograms know their range.
 */
final class TaskTotals {

    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle SUM = MethodHandles.arrayElementVarHandle(double[].class);

    // counts[0..5] are tasks by class of status
    private static final int STATUS_CLASSES = 6;
    private static final int FAILURES = 6;
    private static final int BYTES_IN = 7;
    private static final int BYTES_OUT = 8;

    private static final int RESPONSE = 0;
    private static final int WT1 = 1;
    private static final int WT2 = 2;
    private static final int PT = 3;
    private static final int SLOWDOWN = 4;
    private static final int MEASURES = 5;

    private final long[] counts = new long[BYTES_OUT + 1];
    // doubles, because nanoseconds of thousands of tunnels at once overflow a long within days
    private final double[] sums = new double[MEASURES];
    private final HistogramCells[] cells = new HistogramCells[MEASURES];

    TaskTotals(int digits) {
        for (int measure = 0; measure < MEASURES; measure++) {
            cells[measure] = new HistogramCells(digits);
        }
    }

    /** Counts a task as {@link TaskMeter#finished} does; the writer's thread only. */
    void finished(
            boolean hadNode,
            int status,
            boolean failed,
            long wt1Ns,
            long wt2Ns,
            long ptNs,
            long totalNs,
            long bytesIn,
            long bytesOut) {
        count(BYTES_IN, bytesIn);
        count(BYTES_OUT, bytesOut);
        if (failed) {
            count(FAILURES, 1);
        }
        measure(RESPONSE, totalNs);
        measure(WT1, wt1Ns);
        if (hadNode) {
            measure(WT2, wt2Ns);
            if (ptNs > 0) {
                measure(PT, ptNs);
                measure(SLOWDOWN, Math.round(1000.0 * (wt1Ns + wt2Ns + ptNs) / ptNs));
            }
        }
        int statusClass = status / 100;
        count(statusClass > 0 && statusClass < STATUS_CLASSES ? statusClass : 0, 1);
    }

    private void count(int index, long change) {
        COUNT.setOpaque(counts, index, counts[index] + change);
    }

    private void measure(int measure, long value) {
        SUM.setOpaque(sums, measure, sums[measure] + value);
        cells[measure].record(value);
    }

    /** Adds the totals of the other so far to this, which must not be visible to any other thread yet. */
    void add(TaskTotals other) {
        for (int index = 0; index < counts.length; index++) {
            counts[index] += (long) COUNT.getOpaque(other.counts, index);
        }
        for (int measure = 0; measure < MEASURES; measure++) {
            sums[measure] += (double) SUM.getOpaque(other.sums, measure);
            cells[measure].add(other.cells[measure]);
        }
    }

    /** The totals as a record; for the reader's own copy. */
    Traffic traffic() {
        Long[] byStatus = new Long[STATUS_CLASSES];
        long tasks = 0;
        for (int statusClass = 0; statusClass < STATUS_CLASSES; statusClass++) {
            byStatus[statusClass] = counts[statusClass];
            tasks += counts[statusClass];
        }
        return new Traffic(
                tasks,
                counts[FAILURES],
                List.of(byStatus),
                counts[BYTES_IN],
                counts[BYTES_OUT],
                snapshot(RESPONSE),
                snapshot(WT1),
                snapshot(WT2),
                snapshot(PT),
                snapshot(SLOWDOWN));
    }

    private MeasureSnapshot snapshot(int measure) {
        return new CellDistribution(sums[measure], cells[measure]);
    }
}
