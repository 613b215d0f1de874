// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.alert;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The condition of a rule: a figure that passes a limit or is absent, or a state.
 *
 * @param figure its name; empty for a condition on states
 * @param scope the things that are looked at
 * @param states of nodes or clusters; empty for a condition on a figure
 * @param cluster the only one that is looked at; null for all
 * @param node the only one that is looked at, by its name; null for all
 * @param view what of the figure is compared
 * @param limit in the figure's unit; NaN when only its absence counts
 * @param above true when the condition holds above the limit, false below it
 * @param clear the value at which an alert ends, in the figure's unit
 * @param absent true when the condition is that the figure is not known
 * @param over the time from which growth is taken
 * @param within the time that is looked ahead
 */
public record AlertCondition(
        String figure,
        AlertScope scope,
        Set<WatchedState> states,
        @Nullable String cluster,
        @Nullable String node,
        View view,
        double limit,
        boolean above,
        double clear,
        boolean absent,
        Duration over,
        Duration within) {

    /** The time from which growth is taken unless a rule says another. */
    public static final Duration OVER = Duration.ofMinutes(10);

    /** The time that is looked ahead unless a rule says another. */
    public static final Duration WITHIN = Duration.ofHours(1);

    /** The side of a figure that is compared. */
    public enum View {
        /** The figure itself. */
        VALUE,
        /** Its growth in the time of {@code over}. */
        RATE,
        /** The value that it will have after {@code within}, should it go on as in the time of {@code over}. */
        FORECAST
    }

    public AlertCondition {
        states = Set.copyOf(states);
    }

    /** A condition on a figure of all things of a kind. */
    public static AlertCondition figure(String figure, AlertScope scope, boolean above, double limit, double clear) {
        return new AlertCondition(
                figure, scope, Set.of(), null, null, View.VALUE, limit, above, clear, false, OVER, WITHIN);
    }

    /** The same on the figure's forecast. */
    public AlertCondition forecast(Duration newOver, Duration newWithin) {
        return new AlertCondition(
                figure, scope, states, cluster, node, View.FORECAST, limit, above, clear, absent, newOver, newWithin);
    }

    /** A condition on states of the same kind of things. */
    public static AlertCondition state(Set<WatchedState> states) {
        return new AlertCondition(
                "",
                states.iterator().next().scope(),
                states,
                null,
                null,
                View.VALUE,
                Double.NaN,
                true,
                Double.NaN,
                false,
                OVER,
                WITHIN);
    }
}
