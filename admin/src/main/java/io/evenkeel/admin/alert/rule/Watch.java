// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.rule;

import io.evenkeel.config.alert.AlertCondition;
import io.evenkeel.config.alert.AlertRule;
import org.jspecify.annotations.Nullable;

/**
 * A rule at one thing: whether its condition holds, since when, and the alert that came of it.
 *
 * <p>What is not known neither begins nor ends an alert, except that one ends when its figure has been unknown for
 * {@value #UNKNOWN_MS} ms: a node without an agent has no figures any more.
 */
final class Watch {

    static final long UNKNOWN_MS = 300_000;

    private static final long NOT = Long.MIN_VALUE;

    private final AlertRule rule;
    private final @Nullable Trend trend;

    private long heldSinceMs = NOT;
    private long heldSinceWallMs;
    private long knownMs = NOT;
    private @Nullable Alert alert;

    Watch(AlertRule rule) {
        this.rule = rule;
        AlertCondition when = rule.when();
        this.trend = when.view() == AlertCondition.View.VALUE
                ? null
                : new Trend(when.over().toMillis());
    }

    /** A watch that goes on with an alert of an earlier run. */
    static Watch restored(AlertRule rule, Alert alert, LookTime now) {
        Watch watch = new Watch(rule);
        watch.alert = alert;
        watch.heldSinceMs = now.runMs();
        watch.heldSinceWallMs = alert.sinceMs();
        watch.knownMs = now.runMs();
        return watch;
    }

    AlertRule rule() {
        return rule;
    }

    @Nullable
    Alert alert() {
        return alert;
    }

    /** True when the condition holds, but not for its time yet. */
    boolean isPending() {
        return alert == null && heldSinceMs != NOT;
    }

    /** True when there is nothing that must be remembered. */
    boolean isIdle() {
        return alert == null && heldSinceMs == NOT && trend == null;
    }

    /** Looks again; returns the alert that began or ended, null when none did. */
    @Nullable
    Alert look(Observation seen, LookTime now) {
        double value = value(seen, now);
        boolean state = !rule.when().states().isEmpty();
        if (!state && !rule.when().absent() && Double.isNaN(value)) {
            return unknown(now);
        }
        knownMs = now.runMs();
        if (!holds(seen, value)) {
            heldSinceMs = NOT;
            return end(now, alert == null ? "" : AlertText.ended(rule, seen, value, heldSinceWallMs, now.wallMs()));
        }
        if (heldSinceMs == NOT) {
            heldSinceMs = now.runMs();
            heldSinceWallMs = now.wallMs();
        }
        String text = AlertText.begun(rule, seen, value, heldSinceWallMs);
        if (alert != null) {
            alert = alert.with(value, text);
            return null;
        }
        if (now.runMs() - heldSinceMs < rule.hold().toMillis()) {
            return null;
        }
        alert = new Alert(
                rule.name(), rule.severity(), rule.to(), seen.scope(), heldSinceWallMs, now.wallMs(), 0, value, text);
        return alert;
    }

    private @Nullable Alert unknown(LookTime now) {
        if (alert == null) {
            heldSinceMs = NOT;
            return null;
        }
        if (now.runMs() - knownMs < UNKNOWN_MS) {
            return null;
        }
        heldSinceMs = NOT;
        return end(now, alert.subject() + ": " + rule.when().figure() + " is not known any more");
    }

    /** Ends the alert if there is one; returns it. */
    @Nullable
    Alert end(LookTime now, String why) {
        Alert ended = alert == null ? null : alert.over(now.wallMs(), why);
        alert = null;
        return ended;
    }

    private double value(Observation seen, LookTime now) {
        AlertCondition when = rule.when();
        double value = when.figure().isEmpty() ? Double.NaN : seen.figures().value(when.figure());
        if (trend == null) {
            return value;
        }
        trend.add(now.runMs(), value);
        return when.view() == AlertCondition.View.RATE
                ? trend.growth()
                : trend.after(when.within().toMillis());
    }

    private boolean holds(Observation seen, double value) {
        AlertCondition when = rule.when();
        if (!when.states().isEmpty()) {
            return seen.state() != null && when.states().contains(seen.state());
        }
        if (when.absent()) {
            return Double.isNaN(value);
        }
        double limit = alert == null ? when.limit() : when.clear();
        return when.above() ? value > limit : value < limit;
    }
}
