// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.alert;

import io.evenkeel.config.alert.AlertCondition.View;
import io.evenkeel.config.alert.AlertFigure;
import io.evenkeel.config.alert.AlertLimit;
import io.evenkeel.config.alert.AlertScope;
import io.evenkeel.config.alert.WatchedState;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ScalarTypes;
import io.evenkeel.config.schema.hint.Suggestion;
import io.evenkeel.config.yaml.Problems;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the conditions of rules. */
final class ConditionCheck {

    private static final List<String> LIMITS = List.of("above", "below", "clear");
    private static final List<String> VIEWS = List.of("absent", "as", "over", "within");
    private static final Duration LEAST_OVER = Duration.ofSeconds(10);

    private final Problems problems;
    private final Set<String> clusters;

    /** @param clusters the names of the file's clusters */
    ConditionCheck(Problems problems, Set<String> clusters) {
        this.problems = problems;
        this.clusters = clusters;
    }

    void check(ParsedSection when) {
        if (when.gives("figure") == when.gives("state")) {
            problems.error(
                    when.place(),
                    "a condition has either a 'figure' or a 'state'",
                    "write {figure: JVM_HEAP_LIVE%, above: 90%} or {state: down}");
            return;
        }
        narrowing(when);
        if (when.gives("state")) {
            states(when);
            return;
        }
        String name = when.find("figure", String.class);
        if (name == null) {
            return;
        }
        AlertFigure figure = AlertFigure.find(name);
        if (figure == null) {
            String near = Suggestion.to(name.toUpperCase(Locale.ROOT), AlertFigure.names());
            problems.error(
                    when.placeOf("figure"),
                    "there is no figure '" + name + "'",
                    near == null ? "docs/guides/alerts.md lists them" : "did you mean '" + near + "'?");
            return;
        }
        figure(when, figure);
    }

    private void narrowing(ParsedSection when) {
        String cluster = when.find("cluster", String.class);
        if (cluster != null && !clusters.contains(cluster)) {
            String near = Suggestion.to(cluster, clusters);
            problems.error(
                    when.placeOf("cluster"),
                    "there is no cluster '" + cluster + "'",
                    near == null ? null : "did you mean '" + near + "'?");
        }
    }

    private void states(ParsedSection when) {
        Set<WatchedState> states = AlertBinder.states(when);
        AlertScope scope = AlertBinder.scope(when, states, null);
        for (WatchedState state : states) {
            if (state.scope() != scope) {
                problems.error(
                        when.placeOf("state"),
                        "a " + ScalarTypes.spelling(scope) + " is never " + ScalarTypes.spelling(state),
                        "make a rule of its own for it, of: " + ScalarTypes.spelling(state.scope()));
            }
        }
        for (String key : LIMITS) {
            if (when.gives(key)) {
                problems.error(when.keyPlace(key), "'" + key + "' is for a figure, and this is about a state", null);
            }
        }
        for (String key : VIEWS) {
            if (when.gives(key)) {
                problems.warning(when.keyPlace(key), "'" + key + "' does nothing in a condition on a state", null);
            }
        }
    }

    private void figure(ParsedSection when, AlertFigure figure) {
        AlertScope scope = AlertBinder.scope(when, Set.of(), figure);
        if (!figure.scopes().contains(scope)) {
            problems.error(
                    when.placeOf("of"),
                    "a " + ScalarTypes.spelling(scope) + " has no " + figure.name(),
                    "write of: " + ScalarTypes.spelling(figure.usualScope()));
        }
        boolean absent = Boolean.TRUE.equals(when.find("absent", Boolean.class));
        long conditions = List.of("above", "below").stream().filter(when::gives).count() + (absent ? 1 : 0);
        if (conditions != 1) {
            problems.error(
                    when.place(),
                    "a condition on a figure has exactly one of 'above', 'below' and 'absent: true'",
                    conditions == 0 ? "add one of them" : "make a rule of each");
        }
        View view = when.find("as", View.class);
        AlertLimit above = limit(when, "above", figure);
        AlertLimit below = limit(when, "below", figure);
        AlertLimit clear = limit(when, "clear", figure);
        hysteresis(when, above, below, clear, figure.unit());
        growth(when, view == null ? View.VALUE : view);
    }

    private @Nullable AlertLimit limit(ParsedSection when, String key, AlertFigure figure) {
        AlertLimit limit = when.find(key, AlertLimit.class);
        if (limit != null && limit.in(figure.unit()) == null) {
            problems.error(
                    when.placeOf(key),
                    "'" + key + "' is no value of " + figure.name() + ", which is "
                            + (figure.unit().isEmpty() ? "a plain number" : "in " + figure.unit()),
                    null);
            return null;
        }
        return limit;
    }

    private void hysteresis(
            ParsedSection when,
            @Nullable AlertLimit above,
            @Nullable AlertLimit below,
            @Nullable AlertLimit clear,
            String unit) {
        AlertLimit limit = above == null ? below : above;
        Double value = limit == null ? null : limit.in(unit);
        Double cleared = clear == null ? null : clear.in(unit);
        if (value == null || cleared == null) {
            return;
        }
        if (above != null ? cleared > value : cleared < value) {
            problems.error(
                    when.placeOf("clear"),
                    "an alert would end where it begins: 'clear' is " + (above != null ? "above" : "below")
                            + " the value at which it begins",
                    above != null ? "give less than 'above'" : "give more than 'below'");
        }
    }

    private void growth(ParsedSection when, View view) {
        if (view == View.VALUE && when.gives("over")) {
            problems.warning(when.keyPlace("over"), "'over' does nothing with as: value", "write as: rate");
        }
        if (view != View.FORECAST && when.gives("within")) {
            problems.warning(when.keyPlace("within"), "'within' does nothing without as: forecast", null);
        }
        Duration over = when.find("over", Duration.class);
        if (over != null && over.compareTo(LEAST_OVER) < 0) {
            problems.error(when.placeOf("over"), "growth cannot be seen in less than 10 s", "write over: 10s or more");
        }
        if (view != View.VALUE && Boolean.TRUE.equals(when.find("absent", Boolean.class))) {
            problems.error(when.keyPlace("absent"), "'absent' is about the value itself", "remove 'as'");
        }
    }
}
