// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.export;

import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.JoinView.MemberView;
import io.prometheus.metrics.model.snapshots.Labels;

/** The figures about joined dispatchers, as the one that is asked sees them. */
final class JoinSeries {

    private static final double MS_PER_S = 1e3;

    private JoinSeries() {}

    static void add(Families families, JoinView view) {
        SeriesWriter series = new SeriesWriter(families, "evenkeel_join_", Labels.EMPTY);
        series.flag("listening", "1 while the port for other dispatchers is open.", view.listening());
        series.count(
                "members",
                "Joined dispatchers, this one included.",
                view.members().size());
        series.count("report_bytes", "Size of the last report of this dispatcher.", view.octets());
        series.counter("received", "Reports of other dispatchers.", view.received());
        series.counter("unreadable", "Messages of other dispatchers that were left out.", view.unreadable());
        series.counter("strangers", "Connections that did not prove to know the cluster key.", view.strangers());
        for (MemberView each : view.members()) {
            if (!each.self()) {
                add(new SeriesWriter(families, "evenkeel_join_member_", Labels.of("member", each.name())), each);
            }
        }
    }

    private static void add(SeriesWriter series, MemberView member) {
        series.gauge("age_seconds", "Time since the last report of the member.", member.ageMs() / MS_PER_S);
        series.gauge("late_seconds", "Mean time by which its reports are late.", member.lateMs() / MS_PER_S);
        series.gauge("share_ratio", "The part of its work that counts here.", member.share());
        series.count("in_flight", "Tasks that it has in all nodes.", member.inFlight());
        series.count("nodes_out", "Nodes that it takes for ill.", member.nodesOut());
        series.with("version", member.version()).info("build", "The version that it runs.");
    }
}
