// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import io.evenkeel.dispatcher.metrics.MeasureSnapshot;
import io.evenkeel.dispatcher.metrics.Traffic;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The tasks that finished between two readings of running totals, as the figures of the first paper's table 2. */
final class TaskInterval {

    private static final double NS_PER_MS = 1e6;
    private static final double MILLI = 1e3;
    private static final double BYTES_PER_MB = 1 << 20;

    private static final int RESPONSE = 0;
    private static final int WT1 = 1;
    private static final int WT2 = 2;
    private static final int PT = 3;
    private static final int SLOWDOWN = 4;
    private static final int MEASURES = 5;

    private long tasks;
    private long failures;
    private long bytesIn;
    private long bytesOut;
    private long selections;
    private long failedAttempts;
    private final double[] sums = new double[MEASURES];
    private final long[] counts = new long[MEASURES];
    private @Nullable Histogram responses;

    /** The difference of two readings; null when the later one has less, so that it counts something else. */
    static @Nullable TaskInterval between(Traffic before, Traffic now) {
        TaskInterval interval = new TaskInterval();
        interval.tasks = now.tasks() - before.tasks();
        interval.failures = now.failures() - before.failures();
        interval.bytesIn = now.bytesIn() - before.bytesIn();
        interval.bytesOut = now.bytesOut() - before.bytesOut();
        List<MeasureSnapshot> earlier = measures(before);
        List<MeasureSnapshot> later = measures(now);
        for (int measure = 0; measure < MEASURES; measure++) {
            interval.counts[measure] =
                    later.get(measure).count() - earlier.get(measure).count();
            interval.sums[measure] =
                    later.get(measure).sum() - earlier.get(measure).sum();
            if (interval.counts[measure] < 0) {
                return null;
            }
        }
        if (interval.tasks < 0 || interval.failures < 0 || interval.bytesIn < 0 || interval.bytesOut < 0) {
            return null;
        }
        if (interval.counts[RESPONSE] > 0) {
            try {
                interval.responses = now.responseNs().since(before.responseNs());
            } catch (IllegalArgumentException e) {
                return null;
            }
        }
        return interval;
    }

    private static List<MeasureSnapshot> measures(Traffic traffic) {
        return List.of(traffic.responseNs(), traffic.wt1Ns(), traffic.wt2Ns(), traffic.ptNs(), traffic.slowdownMilli());
    }

    void addSelections(long more) {
        selections += more;
    }

    void addFailedAttempts(long more) {
        failedAttempts += more;
    }

    /** Adds tasks that finished elsewhere in the same time. */
    void add(TaskInterval other) {
        tasks += other.tasks;
        failures += other.failures;
        bytesIn += other.bytesIn;
        bytesOut += other.bytesOut;
        selections += other.selections;
        failedAttempts += other.failedAttempts;
        for (int measure = 0; measure < MEASURES; measure++) {
            counts[measure] += other.counts[measure];
            sums[measure] += other.sums[measure];
        }
        if (other.responses != null) {
            Histogram sum = new Histogram(3);
            sum.add(other.responses);
            if (responses != null) {
                sum.add(responses);
            }
            responses = sum;
        }
    }

    /**
     * Writes table 2 without its first two figures, which are of this moment, and failed attempts; means of nothing are
     * absent.
     */
    void fill(double[] row, double elapsedS) {
        row[2] = mean(RESPONSE) / NS_PER_MS;
        row[3] = tasks / elapsedS;
        row[4] = failures / elapsedS;
        row[5] = selections / elapsedS;
        row[6] = mean(WT1) / NS_PER_MS;
        row[7] = mean(WT2) / NS_PER_MS;
        row[8] = mean(PT) / NS_PER_MS;
        row[9] = mean(SLOWDOWN) / MILLI;
        row[10] = bytesIn / BYTES_PER_MB / elapsedS;
        row[11] = bytesOut / BYTES_PER_MB / elapsedS;
        row[12] = atShare(0.5);
        row[13] = atShare(0.95);
        row[14] = atShare(0.99);
        row[15] = failedAttempts / elapsedS;
    }

    private double mean(int measure) {
        return counts[measure] == 0 ? Double.NaN : sums[measure] / counts[measure];
    }

    private double atShare(double share) {
        return responses == null || counts[RESPONSE] == 0
                ? Double.NaN
                : responses.getValueAtPercentile(100 * share) / NS_PER_MS;
    }
}
