// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.alert;

import java.time.Duration;
import java.util.List;

/**
 * A rule: when something holds for a time, receivers are told.
 *
 * @param name unique among the rules
 * @param when the condition
 * @param hold the time for which it must hold
 * @param to names of receivers; empty for all
 * @param advice what to do, for the text of its alerts; empty for none
 */
public record AlertRule(
        String name, AlertCondition when, Duration hold, AlertSeverity severity, List<String> to, String advice) {

    public AlertRule {
        to = List.copyOf(to);
    }
}
