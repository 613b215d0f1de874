// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.cli.terminal.CommandException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/**
 * Lines on the servers that have registered for a cluster by mod_cluster's protocol, one for each.
 *
 * @param servers answer of the admin API
 */
record ServerLines(String cluster, JsonNode servers) {

    /** The most contexts of a server that are named. */
    private static final int MOST_CONTEXTS = 20;

    /** The lines of all clusters of an answer; none for those where no server can register. */
    static List<String> of(RemoteDispatcher dispatcher, JsonNode clusters) {
        List<String> lines = new ArrayList<>();
        for (JsonNode cluster : clusters) {
            if (cluster.path("registers").asBoolean(false)) {
                lines.addAll(of(dispatcher, cluster.path("name").asString("")));
            }
        }
        return lines;
    }

    private static List<String> of(RemoteDispatcher dispatcher, String cluster) {
        try {
            return new ServerLines(
                            cluster,
                            dispatcher.get("/api/v1/clusters/" + RemoteDispatcher.quoted(cluster) + "/servers"))
                    .lines();
        } catch (CommandException e) {
            return List.of();
        }
    }

    List<String> lines() {
        if (servers.isEmpty()) {
            return List.of(cluster + ": no server has registered");
        }
        List<String> lines = new ArrayList<>();
        for (JsonNode server : servers) {
            StringJoiner contexts = new StringJoiner(", ");
            contexts.setEmptyValue("no application");
            int count = 0;
            for (JsonNode context : server.path("contexts")) {
                if (count++ < MOST_CONTEXTS) {
                    contexts.add(context.path("path").asString("?") + " "
                            + context.path("state").asString("?"));
                }
            }
            String more = count > MOST_CONTEXTS ? " and " + (count - MOST_CONTEXTS) + " more" : "";
            JsonNode load = server.path("load");
            lines.add("%s/%s: %s, load %s, heard of %s ago: %s%s"
                    .formatted(
                            cluster,
                            server.path("node").asString("?"),
                            server.path("url").asString("?"),
                            load.isNumber() ? load.asInt() : "not told",
                            NumberTexts.age(
                                    Duration.ofMillis(server.path("heardMs").asLong(0))),
                            contexts,
                            more));
        }
        return lines;
    }
}
