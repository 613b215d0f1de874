// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.export;

import io.evenkeel.dispatcher.control.RegistrationView;
import io.evenkeel.dispatcher.control.RegistrationView.ContextView;
import io.evenkeel.dispatcher.control.RegistrationView.ServerView;
import io.evenkeel.dispatcher.control.Registrations;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Map;
import java.util.TreeMap;

/** The series of servers that register by mod_cluster's protocol; none where no server can. */
final class RegistrationSeries {

    private static final double MILLI = 1e3;

    private RegistrationSeries() {}

    /** Adds the servers of a cluster; true when some can register there. */
    static boolean add(Families families, String cluster, Registrations registrations) {
        RegistrationView view = registrations.of(cluster);
        if (view == null) {
            return false;
        }
        for (ServerView server : view.servers()) {
            Labels labels = Labels.of("cluster", cluster, "node", server.node());
            SeriesWriter series = new SeriesWriter(families, "evenkeel_server_", labels);
            if (server.load() >= -1) {
                series.count(
                        "load",
                        "The last figure of the server: 100 is idle, 0 stands by, -1 has failed.",
                        server.load());
            }
            series.gauge("heard_seconds", "Time since the last message of the server.", server.heardMs() / MILLI);
            Map<String, Integer> states = new TreeMap<>(Map.of("enabled", 0, "disabled", 0, "stopped", 0));
            for (ContextView context : server.contexts()) {
                states.merge(context.state(), 1, Integer::sum);
            }
            states.forEach((state, count) ->
                    series.with("state", state).count("contexts", "Applications of the server, by state.", count));
        }
        return true;
    }

    /** Adds the messages of servers. */
    static void addMessages(Families families, Registrations registrations) {
        registrations
                .messages()
                .forEach((command, outcomes) -> outcomes.forEach((outcome, count) -> new SeriesWriter(
                                families, "evenkeel_registration_", Labels.of("command", command, "outcome", outcome))
                        .counter("messages", "Messages of servers that register, by command and outcome.", count)));
    }
}
