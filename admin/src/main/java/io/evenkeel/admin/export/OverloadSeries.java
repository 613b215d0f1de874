// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.export;

import io.evenkeel.config.schema.ScalarTypes;
import io.evenkeel.dispatcher.node.bound.NodeBound;
import io.evenkeel.dispatcher.node.overload.ClassCounts;
import io.evenkeel.dispatcher.node.overload.OverloadCounts;
import io.prometheus.metrics.model.snapshots.Labels;

/** The series of clusters with rules for overload. */
final class OverloadSeries {

    private static final double NS_PER_S = 1e9;

    private OverloadSeries() {}

    static void add(Families families, String cluster, OverloadCounts counts) {
        if (counts.admits()) {
            SeriesWriter series = new SeriesWriter(families, "evenkeel_cluster_", Labels.of("cluster", cluster));
            series.gauge("sessions_running", "Sessions that run, as admission estimates them.", counts.active());
            series.gauge(
                    "sessions_running_limit",
                    "Sessions above which no new one is admitted; infinite when no agent tells what its node can do.",
                    counts.most());
            series.gauge("think_seconds", "Mean think time of the sessions.", counts.thinkNs() / NS_PER_S);
            series.gauge(
                    "sessions_chance_ratio", "Share of new sessions that pass the rule on waits.", counts.chance());
        }
        if (counts.patienceNs() != Long.MAX_VALUE) {
            new SeriesWriter(families, "evenkeel_cluster_", Labels.of("cluster", cluster))
                    .gauge(
                            "patience_seconds",
                            "Time for which clients were seen to wait in the queue.",
                            counts.patienceNs() / NS_PER_S);
        }
        for (NodeBound each : counts.bounds()) {
            new SeriesWriter(families, "evenkeel_node_", Labels.of("cluster", cluster, "node", each.node()))
                    .with("by", each.by())
                    .count("bound", "Tasks that the node may have, by its workers or as was learned.", each.most());
        }
        for (ClassCounts each : counts.classes()) {
            Labels labels = Labels.of("cluster", cluster, "class", each.name());
            SeriesWriter series = new SeriesWriter(families, "evenkeel_queue_class_", labels);
            series.count("waiting", "Tasks that wait in the line of the class.", each.waiting());
            series.counter("admitted", "Tasks that got a node, at once or later.", each.admitted());
            each.without()
                    .forEach((reason, count) -> series.with("reason", ScalarTypes.spelling(reason))
                            .counter("without_node", "Tasks that got no node, by reason.", count));
        }
    }
}
