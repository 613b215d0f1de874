// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.rule;

import io.evenkeel.admin.history.FigureTitle;
import io.evenkeel.admin.history.Scope;
import io.evenkeel.config.alert.AlertCondition;
import io.evenkeel.config.alert.AlertFigure;
import io.evenkeel.config.alert.AlertRule;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** The words of alerts: the figure, its value, the limit, since when, and the state of the thing. */
final class AlertText {

    private static final long MS_PER_S = 1000;
    private static final double ROUND = 1e5;
    private static final String UP = "up";

    private AlertText() {}

    static String subject(Scope scope) {
        if (scope.cluster() == null) {
            return "dispatcher";
        }
        return scope.node() == null ? scope.cluster() : scope.cluster() + "/" + scope.node();
    }

    /**
     * The sentence while an alert goes on.
     *
     * @param value of what is compared
     * @param sinceMs wall clock at which the condition began to hold
     */
    static String begun(AlertRule rule, Observation seen, double value, long sinceMs) {
        AlertCondition when = rule.when();
        StringBuilder text = new StringBuilder(subject(seen.scope()));
        if (!when.states().isEmpty()) {
            text.append(" is ").append(seen.word()).append(" since ").append(moment(sinceMs));
            if (!seen.reason().isEmpty()) {
                text.append(": ").append(seen.reason());
            }
        } else {
            text.append(": ").append(figure(when, seen, value));
            if (!when.absent()) {
                String limit = (when.above() ? "above " : "below ") + valued(when, when.limit());
                boolean past = when.above() ? value > when.limit() : value < when.limit();
                text.append(
                        past
                                ? ", " + limit
                                : ", not " + limit + " any more; ends at " + valued(when, when.clear()) + ", goes on");
            }
            text.append(" since ").append(moment(sinceMs));
            if (!seen.word().isEmpty()) {
                text.append(" (").append(state(seen)).append(')');
            }
        }
        if (!rule.advice().isEmpty()) {
            text.append(". ").append(rule.advice());
        }
        return text.toString();
    }

    /** The sentence when it is over because the condition does not hold any more. */
    static String ended(AlertRule rule, Observation seen, double value, long sinceMs, long nowMs) {
        AlertCondition when = rule.when();
        String after = " after " + time(Duration.ofMillis(Math.max(0, nowMs - sinceMs)));
        if (!when.states().isEmpty()) {
            return subject(seen.scope()) + " is " + seen.word() + (seen.word().equals(UP) ? " again" : " now,") + after;
        }
        return subject(seen.scope()) + ": over" + after + ", " + figure(when, seen, value)
                + (when.absent() ? "" : (when.above() ? ", not above " : ", not below ") + valued(when, when.clear()));
    }

    private static String state(Observation seen) {
        return "it is " + seen.word() + (seen.reason().isEmpty() ? "" : ": " + seen.reason());
    }

    private static String figure(AlertCondition when, Observation seen, double value) {
        double now = seen.figures().value(when.figure());
        String note = seen.figures().note(when.figure());
        String about = note.isEmpty() ? "" : " (" + note + ")";
        String name = when.figure() + about + " [" + FigureTitle.of(when.figure(), when.scope()) + "]";
        if (when.absent()) {
            return name + (Double.isNaN(now) ? " is not known" : " is known again: " + valued(when, now));
        }
        return switch (when.view()) {
            case VALUE -> name + " is " + valued(when, value);
            case RATE ->
                name + " is " + valued(when, now) + " and grew by " + valued(when, value) + " in " + time(when.over());
            case FORECAST ->
                name + " is " + valued(when, now) + " and will be " + valued(when, value) + " in " + time(when.within())
                        + " if it goes on as in the last " + time(when.over());
        };
    }

    static String valued(AlertCondition when, double value) {
        if (!Double.isFinite(value)) {
            return "not known";
        }
        AlertFigure figure = AlertFigure.find(when.figure());
        String unit = figure == null ? "" : figure.unit();
        double size = Math.abs(value);
        String number = size >= ROUND
                ? String.format(Locale.ROOT, "%.0f", value)
                : plain(String.format(Locale.ROOT, size >= 100 ? "%.0f" : size >= 1 ? "%.1f" : "%.3f", value));
        return number + (unit.isEmpty() ? "" : " " + (unit.equals("d") ? "days" : unit));
    }

    private static String plain(String number) {
        return number.contains(".") ? number.replaceAll("\\.?0+$", "") : number;
    }

    /** A length of time in its two largest units. */
    static String time(Duration time) {
        long s = time.toSeconds();
        if (s < 60) {
            return s + " s";
        }
        if (s < 3600) {
            return s / 60 + " min" + (s % 60 == 0 ? "" : " " + s % 60 + " s");
        }
        if (s < 86_400) {
            return s / 3600 + " h" + (s / 60 % 60 == 0 ? "" : " " + s / 60 % 60 + " min");
        }
        return s / 86_400 + " d" + (s / 3600 % 24 == 0 ? "" : " " + s / 3600 % 24 + " h");
    }

    private static String moment(long ms) {
        return Instant.ofEpochSecond(Math.floorDiv(ms, MS_PER_S)).toString();
    }
}
