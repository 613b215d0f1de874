// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert;

import io.evenkeel.admin.alert.rule.Alert;
import io.evenkeel.config.alert.AlertSeverity;
import org.jspecify.annotations.Nullable;

/**
 * Alerts of which nobody is told for a time. What is null fits all; a {@code *} in a name stands for any letters.
 *
 * @param fromMs wall clock at which it was made
 * @param untilMs wall clock of its end
 * @param by the one who made it
 * @param reason empty when none was given
 */
public record AlertSilence(
        String id,
        @Nullable String rule,
        @Nullable String cluster,
        @Nullable String node,
        @Nullable AlertSeverity severity,
        long fromMs,
        long untilMs,
        String by,
        String reason) {

    /** True for an alert that it is about. */
    boolean fits(Alert alert) {
        return fits(rule, alert.rule())
                && fits(cluster, alert.scope().cluster())
                && fits(node, alert.scope().node())
                && (severity == null || severity == alert.severity());
    }

    private static boolean fits(@Nullable String wanted, @Nullable String name) {
        return wanted == null || (name != null && matches(wanted, name));
    }

    /** Compares letter by letter, and goes back to the last {@code *} when that fails. */
    static boolean matches(String wanted, String name) {
        int at = 0;
        int star = -1;
        int from = 0;
        for (int i = 0; i < name.length(); ) {
            if (at < wanted.length() && wanted.charAt(at) == '*') {
                star = at++;
                from = i;
            } else if (at < wanted.length() && wanted.charAt(at) == name.charAt(i)) {
                at++;
                i++;
            } else if (star >= 0) {
                at = star + 1;
                i = ++from;
            } else {
                return false;
            }
        }
        while (at < wanted.length() && wanted.charAt(at) == '*') {
            at++;
        }
        return at == wanted.length();
    }
}
