// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.dispatcher.metrics.Traffic;
import java.util.List;
import org.HdrHistogram.AbstractHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Traffic of the last seconds; NaN is unknown.
 *
 * @param failureShare of the tasks that ended, 0 to 1
 */
public record Rates(double perSecond, double failureShare, double p50Ms, double p95Ms, double p99Ms) {

    static final Rates UNKNOWN = new Rates(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** Totals at two moments; those that went back belong to another run and are no pair. */
    record Span(@Nullable Traffic before, Traffic now) {

        boolean isPair() {
            return before != null && before.tasks() <= now.tasks() && before.failures() <= now.failures();
        }
    }

    /** All spans taken together. */
    static Rates of(List<Span> spans, double seconds) {
        long tasks = 0;
        long failures = 0;
        AbstractHistogram times = null;
        boolean known = false;
        for (Span span : spans) {
            Traffic before = span.before;
            if (before == null || !span.isPair()) {
                continue;
            }
            known = true;
            tasks += span.now.tasks() - before.tasks();
            failures += span.now.failures() - before.failures();
            AbstractHistogram late = span.now.responseNs().histogram();
            if (late.getTotalCount() > before.responseNs().histogram().getTotalCount()) {
                AbstractHistogram between = late.copy();
                between.subtract(before.responseNs().histogram());
                if (times == null) {
                    times = between;
                } else {
                    times.add(between);
                }
            }
        }
        if (!known || seconds <= 0) {
            return UNKNOWN;
        }
        double failureShare = tasks == 0 ? Double.NaN : Math.min(1, (double) failures / tasks);
        return new Rates(tasks / seconds, failureShare, ms(times, 50), ms(times, 95), ms(times, 99));
    }

    private static double ms(@Nullable AbstractHistogram times, double percentile) {
        return times == null ? Double.NaN : times.getValueAtPercentile(percentile) / 1e6;
    }
}
