// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.dispatcher.metrics.MeasureSnapshot;
import io.evenkeel.dispatcher.metrics.Traffic;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Traffic of the last seconds; NaN is unknown.
 *
 * @param failureShare of the tasks that ended, 0 to 1
 * @param sessionsPerSecond sessions that began
 */
public record Rates(
        double perSecond, double failureShare, double p50Ms, double p95Ms, double p99Ms, double sessionsPerSecond) {

    static final Rates UNKNOWN = new Rates(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /**
     * The part of totals that is remembered to compare later totals with: counts, and the cells of response times.
     *
     * @param sessions those that have begun
     */
    record RateMark(long tasks, long failures, MeasureSnapshot responseNs, long sessions) {

        static RateMark of(Traffic totals, long sessions) {
            return new RateMark(totals.tasks(), totals.failures(), totals.responseNs(), sessions);
        }
    }

    /** Totals at two moments; those that went back belong to another run and are not a pair. */
    record MarkPair(@Nullable RateMark before, RateMark now) {}

    /** All spans taken together. */
    static Rates of(List<MarkPair> spans, double seconds) {
        long tasks = 0;
        long failures = 0;
        long sessions = 0;
        Histogram times = null;
        boolean known = false;
        for (MarkPair span : spans) {
            RateMark before = span.before;
            RateMark now = span.now;
            if (before == null || before.tasks > now.tasks || before.failures > now.failures) {
                continue;
            }
            known = true;
            tasks += now.tasks - before.tasks;
            failures += now.failures - before.failures;
            sessions += Math.max(0, now.sessions - before.sessions);
            if (now.responseNs.count() > before.responseNs.count()) {
                times = sum(times, now.responseNs, before.responseNs);
            }
        }
        if (!known || seconds <= 0) {
            return UNKNOWN;
        }
        double failureShare = tasks == 0 ? Double.NaN : Math.min(1, (double) failures / tasks);
        return new Rates(
                tasks / seconds, failureShare, ms(times, 50), ms(times, 95), ms(times, 99), sessions / seconds);
    }

    private static @Nullable Histogram sum(@Nullable Histogram times, MeasureSnapshot now, MeasureSnapshot before) {
        try {
            Histogram between = now.since(before);
            if (times != null) {
                between.setAutoResize(true);
                between.add(times);
            }
            return between;
        } catch (IllegalArgumentException anotherRun) {
            return times;
        }
    }

    private static double ms(@Nullable Histogram times, double percentile) {
        return times == null ? Double.NaN : times.getValueAtPercentile(percentile) / 1e6;
    }
}
