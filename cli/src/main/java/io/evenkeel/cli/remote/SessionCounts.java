// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.cli.terminal.OutputFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Active sessions of the nodes of a dispatcher, as a column that is there when some node has any. */
final class SessionCounts {

    private final Map<String, JsonNode> clusters = new LinkedHashMap<>();
    private final boolean any;

    /** Asks for the sessions of each cluster of an answer. */
    SessionCounts(RemoteDispatcher dispatcher, JsonNode answer) {
        for (JsonNode cluster : answer) {
            String name = cluster.path("name").asString("");
            clusters.put(name, of(dispatcher, name));
        }
        any = clusters.values().stream().anyMatch(each -> each.path("active").asLong(0) > 0);
    }

    /** A line for each node whose answers show that its sessions cannot be led to it. */
    static List<String> faults(String cluster, JsonNode sessions) {
        List<String> lines = new ArrayList<>();
        sessions.path("nodes").properties().forEach(node -> {
            String fault = node.getValue().path("routeFault").asString("");
            if (!fault.isEmpty()) {
                lines.add(cluster + "/" + node.getKey() + " " + fault + "; see docs/guides/sessions.md");
            }
        });
        return lines;
    }

    /** The same of all clusters. */
    List<String> faults() {
        List<String> lines = new ArrayList<>();
        clusters.forEach((name, sessions) -> lines.addAll(faults(name, sessions)));
        return lines;
    }

    /** A line for each store in which sessions are shared. */
    List<String> stores() {
        Map<String, JsonNode> stores = new LinkedHashMap<>();
        clusters.values().stream()
                .map(sessions -> sessions.path("store"))
                .filter(JsonNode::isObject)
                .forEach(store -> stores.put(store.path("url").asString("?"), store));
        return stores.entrySet().stream()
                .map(each -> line(each.getKey(), each.getValue()))
                .toList();
    }

    private static String line(String url, JsonNode store) {
        Duration away = Duration.ofMillis(store.path("awayMs").asLong(0));
        return "store of sessions %s: %s, %d questions, %d found, %d answers late, %d entries written, %d calls failed"
                .formatted(
                        url,
                        store.path("away").asBoolean(false) ? "AWAY for " + NumberTexts.age(away) : "connected",
                        store.path("asked").asLong(0),
                        store.path("found").asLong(0),
                        store.path("late").asLong(0),
                        store.path("written").asLong(0),
                        store.path("failed").asLong(0));
    }

    /** The sessions of one cluster. */
    static JsonNode of(RemoteDispatcher dispatcher, String cluster) {
        return dispatcher.get("/api/v1/clusters/" + RemoteDispatcher.quoted(cluster) + "/sessions");
    }

    /**
     * Columns with the one for sessions.
     *
     * @param at its place; scripts know it as {@code activeSessions}, since {@code sessions} is the agents' figure
     */
    String[] columns(int at, OutputFormat format, String... columns) {
        List<String> all = new ArrayList<>(Arrays.asList(columns));
        if (any) {
            all.add(at, format == OutputFormat.TABLE ? "sessions" : "activeSessions");
        }
        return all.toArray(String[]::new);
    }

    /**
     * Cells of a row with the one for sessions.
     *
     * @param node {@code *} for the cluster
     */
    @Nullable
    Object[] cells(int at, String cluster, String node, @Nullable Object... cells) {
        List<@Nullable Object> all = new ArrayList<>(Arrays.asList(cells));
        if (any) {
            all.add(at, active(cluster, node));
        }
        return all.toArray();
    }

    /**
     * The active sessions of a node.
     *
     * @param node {@code *} for the cluster
     */
    long active(String cluster, String node) {
        JsonNode its = clusters.get(cluster);
        if (its == null) {
            return 0;
        }
        JsonNode figures = node.equals("*") ? its : its.path("nodes").path(node);
        return figures.path("active").asLong(0);
    }
}
