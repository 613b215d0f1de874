// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The status of a dispatcher as one JSON object: listeners and clusters below it, nodes below their cluster.
 *
 * <p>They are the objects of the admin API, with what the table shows besides: sums over the nodes of a cluster, active
 * sessions, and the agents' figures as shares and numbers. Figures are numbers, and their names end with their unit.
 */
final class StatusJson {

    private StatusJson() {}

    /**
     * Makes the object.
     *
     * @param dispatcher answer of {@code /api/v1/dispatcher}
     * @param clusters answer of {@code /api/v1/clusters}
     * @param nowMs Unix time
     */
    static ObjectNode of(JsonNode dispatcher, JsonNode clusters, SessionCounts sessions, long nowMs) {
        ObjectNode status = JsonMapper.shared().createObjectNode();
        dispatcher.properties().forEach(each -> status.set(each.getKey(), each.getValue()));
        long upMs = Math.max(0, nowMs - dispatcher.path("startedMs").asLong(nowMs));
        status.put("uptimeSeconds", BigDecimal.valueOf(upMs, 3));
        ArrayNode all = status.putArray("clusters");
        for (JsonNode cluster : clusters) {
            all.add(cluster(cluster, sessions));
        }
        return status;
    }

    private static ObjectNode cluster(JsonNode from, SessionCounts sessions) {
        String name = from.path("name").asString("");
        ObjectNode cluster = copy(from, "nodes");
        long inFlight = 0;
        long connections = 0;
        ArrayNode nodes = JsonMapper.shared().createArrayNode();
        for (JsonNode node : from.path("nodes")) {
            inFlight += node.path("inFlight").asLong(0);
            connections += node.path("connections").asLong(0);
            nodes.add(node(node, sessions.active(name, node.path("name").asString(""))));
        }
        cluster.put("inFlight", inFlight).put("connections", connections);
        cluster.put("activeSessions", sessions.active(name, "*"));
        cluster.set("nodes", nodes);
        return cluster;
    }

    private static ObjectNode node(JsonNode from, long activeSessions) {
        ObjectNode node = copy(from, "traffic");
        node.put("activeSessions", activeSessions);
        if (from.path("agent").isObject()) {
            node.set("load", NodeSamples.load(from));
        } else {
            node.putNull("load");
        }
        node.set("traffic", from.path("traffic"));
        return node;
    }

    /** The same fields but one, so that it can be set after others. */
    private static ObjectNode copy(JsonNode from, String last) {
        ObjectNode copy = JsonMapper.shared().createObjectNode();
        from.properties().forEach(each -> copy.set(each.getKey(), each.getValue()));
        copy.remove(last);
        return copy;
    }
}
