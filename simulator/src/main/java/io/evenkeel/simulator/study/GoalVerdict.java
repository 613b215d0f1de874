// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.study;

import io.evenkeel.simulator.scenario.file.ScenarioGoal;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/**
 * A goal and the figure that was reached.
 *
 * @param value the figure that the goal is about
 */
public record GoalVerdict(ScenarioGoal goal, double value) {

    private static final MathContext DIGITS = new MathContext(5);

    /** True when the figure is on the right side of the bound. */
    public boolean isHeld() {
        return goal.isHeldBy(value);
    }

    /** The verdict in words: {@code p99 is 1.03 times the oracle's, at most 1.1}. */
    public String says() {
        String side = goal.figure().isCeiling() ? "at most " : "at least ";
        return switch (goal.figure()) {
            case FAILURES -> "failures are " + percent(value) + ", " + side + percent(goal.bound());
            case THROUGHPUT -> "throughput is " + percent(value) + " of the oracle's, " + side + percent(goal.bound());
            case P99 ->
                String.format(Locale.ROOT, "p99 is %.3f times the oracle's, %s%s", value, side, plain(goal.bound()));
        };
    }

    /** Rounds to five significant digits, so that a share above 0 never reads as 0. */
    private static String percent(double share) {
        double percent = Double.isFinite(share)
                ? BigDecimal.valueOf(share * 100).round(DIGITS).doubleValue()
                : share;
        return plain(percent) + " %";
    }

    private static String plain(double number) {
        return Double.isFinite(number)
                ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
                : Double.toString(number);
    }
}
