// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.alert;

import java.time.Duration;
import java.util.List;

/**
 * Alerts: rules, and those who are told.
 *
 * @param rules those in force, built-in ones included; names are unique
 * @param group the time for which the first alert of a rule waits for others, so that they go in one message
 * @param repeat the time after which receivers are told again of what goes on
 */
public record AlertSettings(List<AlertRule> rules, List<AlertReceiver> receivers, Duration group, Duration repeat) {

    /** No alerts at all. */
    public static final AlertSettings OFF =
            new AlertSettings(List.of(), List.of(), Duration.ofSeconds(5), Duration.ofHours(4));

    public AlertSettings {
        rules = List.copyOf(rules);
        receivers = List.copyOf(receivers);
    }
}
