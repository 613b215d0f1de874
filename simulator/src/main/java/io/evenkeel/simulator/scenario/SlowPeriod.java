// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

import io.evenkeel.simulator.chance.Distribution;
import org.jspecify.annotations.Nullable;

/**
 * A time in which a server is slower, or stands still; once or again and again, each server of a group by itself.
 *
 * @param fromMs begin, since the start of the run; NaN for any moment within the first {@code everyMs}
 * @param lastsMs its length
 * @param everyMs time from the start of one to the start of the next, which begins no earlier than the first has
 *     ended; null for once
 * @param factor factor of processor time meanwhile, above 1; infinite for standing still
 */
public record SlowPeriod(
        double fromMs, Distribution lastsMs, @Nullable Distribution everyMs, double factor) {

    public SlowPeriod {
        String part = factor == Double.POSITIVE_INFINITY ? "pauses" : "slow";
        ScenarioChecks.that(!(fromMs < 0), part + " from", "is at least 0", fromMs);
        if (Double.isNaN(fromMs) && everyMs == null) {
            throw new IllegalArgumentException(
                    "'%s' has 'from', a time since the start, or 'every', or both".formatted(part));
        }
        ScenarioChecks.that(lastsMs.mean() > 0, part + " lasts", "has a mean above 0", lastsMs.mean());
        ScenarioChecks.that(
                everyMs == null || everyMs.mean() > lastsMs.mean(),
                part + " every",
                "is longer than 'lasts', from start to start",
                everyMs == null ? 0 : everyMs.mean());
        ScenarioChecks.that(factor > 1, part + " factor", "is above 1", factor);
    }

    /** True when the server stands still. */
    public boolean isPause() {
        return factor == Double.POSITIVE_INFINITY;
    }
}
