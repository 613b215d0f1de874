// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One question answered.
 *
 * @param question in a word or two: {@code response}, {@code nodes}, {@code highest-rate}, {@code without},
 *     {@code users}, {@code highest-users}, {@code bottleneck}, {@code error}
 * @param sentence the answer in words, with the model it comes from
 * @param cases the figures
 */
public record PlanAnswer(String question, String sentence, List<Case> cases) {

    public PlanAnswer {
        cases = List.copyOf(cases);
    }

    /**
     * One row.
     *
     * @param of subject of the row, in words
     * @param users number of users; null for an open load
     * @param measured measured times for it; null = nothing
     */
    public record Case(
            String of,
            @Nullable Integer users,
            Fleet fleet,
            Forecast forecast,
            @Nullable MeasuredTime measured) {

        static Case of(String of, Fleet fleet, Forecast forecast) {
            return new Case(of, null, fleet, forecast, null);
        }

        static Case of(String of, int users, Fleet fleet, Forecast forecast) {
            return new Case(of, users, fleet, forecast, null);
        }

        /**
         * The distance of the forecast's mean from the measured one, as a share of the measured one; null when nothing
         * was measured.
         */
        public @Nullable Double errorShare() {
            return measured == null ? null : (Double) (forecast.meanMs() / measured.meanMs() - 1);
        }
    }

    /** A measured response time. */
    public record MeasuredTime(double meanMs, @Nullable Double p99Ms) {}
}
