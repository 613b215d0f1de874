// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.cli.terminal.CommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/**
 * Lines on a cluster with rules for overload: one for the admission, and one for each class.
 *
 * @param overload answer of the admin API
 */
record OverloadLines(String cluster, JsonNode overload) {

    /** The lines of all clusters of an answer; none for those without rules. */
    static List<String> of(RemoteDispatcher dispatcher, JsonNode clusters) {
        List<String> lines = new ArrayList<>();
        for (JsonNode cluster : clusters) {
            lines.addAll(of(dispatcher, cluster.path("name").asString("")));
        }
        return lines;
    }

    /** The lines of a cluster; none of a dispatcher of an older version, which does not know them. */
    static List<String> of(RemoteDispatcher dispatcher, String cluster) {
        try {
            return new OverloadLines(
                            cluster,
                            dispatcher.get("/api/v1/clusters/" + RemoteDispatcher.quoted(cluster) + "/overload"))
                    .lines();
        } catch (CommandException e) {
            return List.of();
        }
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        JsonNode admission = overload.path("admission");
        if (admission.isObject()) {
            JsonNode limit = admission.path("limit");
            lines.add(String.format(
                    Locale.ROOT,
                    "%s admits sessions: %.0f run%s, think time %.1f s, chance of new ones %.0f %%",
                    cluster,
                    admission.path("running").asDouble(0),
                    limit.isNumber() ? String.format(Locale.ROOT, " of at most %.0f", limit.asDouble(0)) : "",
                    admission.path("thinkSeconds").asDouble(0),
                    100 * admission.path("chance").asDouble(1)));
        }
        JsonNode patience = overload.path("patienceSeconds");
        if (patience.isNumber()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%s: clients give up after %.0f ms, so nothing waits for longer",
                    cluster,
                    1e3 * patience.asDouble(0)));
        }
        overload.path("bounds").properties().forEach(each -> {
            double baseMs = each.getValue().path("baseMs").asDouble(0);
            lines.add(String.format(
                    Locale.ROOT,
                    "%s/%s: at most %d tasks, %s%s",
                    cluster,
                    each.getKey(),
                    each.getValue().path("most").asLong(0),
                    each.getValue().path("by").asString("").equals("learned")
                            ? "learned from its answers"
                            : "as its workers allow",
                    baseMs > 0 ? String.format(Locale.ROOT, ", which take %.1f ms when none waits", baseMs) : ""));
        });
        overload.path("classes").properties().forEach(each -> {
            StringJoiner without = new StringJoiner(", ");
            each.getValue().path("withoutNode").properties().forEach(reason -> {
                if (reason.getValue().asLong(0) > 0) {
                    without.add(reason.getValue().asLong(0) + " " + reason.getKey());
                }
            });
            lines.add("%s class %s: %d wait, %d admitted%s"
                    .formatted(
                            cluster,
                            each.getKey(),
                            each.getValue().path("waiting").asLong(0),
                            each.getValue().path("admitted").asLong(0),
                            without.length() == 0 ? "" : "; without a node: " + without));
        });
        return lines;
    }
}
