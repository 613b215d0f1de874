// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.export;

import io.evenkeel.admin.alert.AlertsView;
import io.evenkeel.admin.alert.notify.ReceiverView;
import io.evenkeel.config.schema.ScalarTypes;
import io.prometheus.metrics.model.snapshots.Labels;

/** Alerts and their receivers as series; none while there are no rules. */
final class AlertSeries {

    private AlertSeries() {}

    static void add(Families families, AlertsView view) {
        for (AlertsView.RuleView each : view.rules()) {
            Labels labels = Labels.of(
                    "rule",
                    each.rule().name(),
                    "severity",
                    ScalarTypes.spelling(each.rule().severity()));
            SeriesWriter series = new SeriesWriter(families, "evenkeel_alerts_", labels);
            series.count("firing", "Things at which the rule holds.", each.firing());
            series.count("pending", "Things at which it holds, but not for its time yet.", each.pending());
        }
        for (ReceiverView each : view.receivers()) {
            SeriesWriter series =
                    new SeriesWriter(families, "evenkeel_alert_receiver_", Labels.of("receiver", each.name()));
            series.counter("sent", "Messages that arrived.", each.sent());
            series.counter("failed_tries", "Tries to send a message that failed.", each.failed());
            series.counter("dropped", "Messages that never arrived.", each.dropped());
            series.count("waiting", "Messages that wait.", each.waiting());
        }
        if (!view.rules().isEmpty()) {
            new SeriesWriter(families, "evenkeel_alerts_", Labels.EMPTY)
                    .count(
                            "silences",
                            "Silences that have not ended.",
                            view.silences().size());
        }
    }
}
