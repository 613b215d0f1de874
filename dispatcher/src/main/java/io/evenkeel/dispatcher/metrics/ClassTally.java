// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Running totals of the requests of one class, kept by one thread and read by any, as {@link TaskTotals} is. */
final class ClassTally {

    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle SUM;

    static {
        try {
            SUM = MethodHandles.lookup().findVarHandle(ClassTally.class, "headSumNs", double.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final int REQUESTS = 0;
    private static final int FAILURES = 1;

    private final long[] counts = new long[2];
    private final HistogramCells heads = new HistogramCells(2);
    private double headSumNs;

    /** Counts a request as {@link ClassMeter#finished} does; the writer's thread only. */
    void finished(boolean failed, long headNs) {
        COUNT.setOpaque(counts, REQUESTS, counts[REQUESTS] + 1);
        if (failed) {
            COUNT.setOpaque(counts, FAILURES, counts[FAILURES] + 1);
        }
        if (headNs >= 0) {
            SUM.setOpaque(this, headSumNs + headNs);
            heads.record(headNs);
        }
    }

    /** Adds the totals of the other so far to this, which must not be visible to any other thread yet. */
    void add(ClassTally other) {
        for (int index = 0; index < counts.length; index++) {
            counts[index] += (long) COUNT.getOpaque(other.counts, index);
        }
        headSumNs += (double) SUM.getOpaque(other);
        heads.add(other.heads);
    }

    /** The totals as a record; for the reader's own copy. */
    ClassTraffic traffic(String name) {
        return new ClassTraffic(name, counts[REQUESTS], counts[FAILURES], new CellDistribution(headSumNs, heads));
    }
}
