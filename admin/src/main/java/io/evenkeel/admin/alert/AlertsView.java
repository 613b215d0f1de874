// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert;

import io.evenkeel.admin.alert.notify.ReceiverView;
import io.evenkeel.admin.alert.rule.Alert;
import io.evenkeel.config.alert.AlertRule;
import java.util.List;

/**
 * Alerts at one moment.
 *
 * @param rules in force; none while alerts are off
 * @param firing alerts that go on, the latest first, as many as were wanted
 * @param more those beyond that number
 * @param log what began and ended, the latest first, at most {@value #LOG}
 * @param left looks that were left out, because too much had to be remembered
 */
public record AlertsView(
        List<RuleView> rules,
        List<Firing> firing,
        int more,
        List<Alert> log,
        List<AlertSilence> silences,
        List<ReceiverView> receivers,
        long left) {

    /** The number of alerts in an answer of the API, since an answer has an end. */
    public static final int SHOWN = 500;

    /** The number of changes that are remembered. */
    public static final int LOG = 200;

    /**
     * A rule in force.
     *
     * @param firing things at which it holds
     * @param pending things at which its condition holds, but not for its time yet
     */
    public record RuleView(AlertRule rule, int firing, int pending) {}

    /**
     * An alert that goes on.
     *
     * @param silence the id of the silence that it fits; empty without one
     * @param told true when receivers know of it
     */
    public record Firing(Alert alert, String silence, boolean told) {}

    public AlertsView {
        rules = List.copyOf(rules);
        firing = List.copyOf(firing);
        log = List.copyOf(log);
        silences = List.copyOf(silences);
        receivers = List.copyOf(receivers);
    }
}
