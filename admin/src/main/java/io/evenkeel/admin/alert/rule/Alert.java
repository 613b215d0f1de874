// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.rule;

import io.evenkeel.admin.history.Scope;
import io.evenkeel.config.alert.AlertSeverity;
import java.util.List;

/**
 * A rule's condition that has held for its time at one thing, and whether it is over.
 *
 * @param to names of the receivers that are told; empty for all
 * @param sinceMs wall clock at which the condition began to hold
 * @param firedMs wall clock at which it had held for its time
 * @param endedMs wall clock of its end; 0 while it goes on
 * @param value of what was compared; NaN where there is none
 * @param text what is so, since when and why, for people
 */
public record Alert(
        String rule,
        AlertSeverity severity,
        List<String> to,
        Scope scope,
        long sinceMs,
        long firedMs,
        long endedMs,
        double value,
        String text) {

    public Alert {
        to = List.copyOf(to);
    }

    /** The same for the same rule and thing; any name may stand in it. */
    public String id() {
        return rule + "|" + (scope.cluster() == null ? "" : scope.cluster()) + "|"
                + (scope.node() == null ? "" : scope.node());
    }

    /** The thing as people write it: {@code shop/vcn1}, {@code shop}, or {@code dispatcher}. */
    public String subject() {
        return AlertText.subject(scope);
    }

    public boolean isOver() {
        return endedMs != 0;
    }

    /** The same alert at its end. */
    Alert over(long atMs, String why) {
        return new Alert(rule, severity, to, scope, sinceMs, firedMs, atMs, value, why);
    }

    /** The same alert, which still goes on. */
    Alert with(double newValue, String newText) {
        return new Alert(rule, severity, to, scope, sinceMs, firedMs, 0, newValue, newText);
    }
}
