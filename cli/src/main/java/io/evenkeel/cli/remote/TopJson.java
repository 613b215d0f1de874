// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One reading of {@code evenkeel top} as a JSON object: clusters, and nodes below their cluster.
 *
 * @param before the figures of traffic of the reading before, by cluster and node
 * @param seconds between the two readings
 */
record TopJson(Map<String, JsonNode> before, double seconds, SessionCounts sessions) {

    /** The object; what nothing is known of is null. */
    ObjectNode of(JsonNode clusters) {
        ObjectNode reading = JsonMapper.shared().createObjectNode();
        reading.put("seconds", NumberTexts.rounded(seconds));
        ArrayNode all = reading.putArray("clusters");
        for (JsonNode from : clusters) {
            String name = from.path("name").asString("?");
            long inFlight = 0;
            for (JsonNode node : from.path("nodes")) {
                inFlight += node.path("inFlight").asLong(0);
            }
            ObjectNode cluster = all.addObject().put("name", name);
            cluster.put("nodesUp", from.path("nodesUp").asInt(0));
            cluster.put("nodesTotal", from.path("nodes").size());
            cluster.put("inFlight", inFlight);
            figures(cluster, name, "*", from.path("traffic"));
            ArrayNode nodes = cluster.putArray("nodes");
            for (JsonNode each : from.path("nodes")) {
                String its = each.path("name").asString("?");
                ObjectNode node = nodes.addObject().put("name", its);
                node.put("state", each.path("state").asString("?"));
                node.put("inFlight", each.path("inFlight").asLong(0));
                figures(node, name, its, each.path("traffic"));
                if (each.path("agent").isObject()) {
                    node.set("load", NodeSamples.load(each));
                } else {
                    node.putNull("load");
                }
            }
        }
        return reading;
    }

    private void figures(ObjectNode to, String cluster, String node, JsonNode traffic) {
        TrafficRates rates = new TrafficRates(before.get(cluster + "/" + node), traffic, seconds);
        to.put("activeSessions", sessions.active(cluster, node));
        put(to, "tasksPerS", rates.perSecond("tasks"));
        put(to, "failuresPerS", rates.perSecond("failures"));
        put(to, "latencyMs", rates.mean("responseMs"));
        put(to, "p99Ms", rates.responseMsAt(0.99));
        put(to, "wt1Ms", rates.mean("wt1Ms"));
        put(to, "wt2Ms", rates.mean("wt2Ms"));
        put(to, "ptMs", rates.mean("ptMs"));
        put(to, "slowdown", rates.mean("slowdown"));
        put(to, "inMBPerS", NumberTexts.rounded(rates.perSecond("bytesIn") / 1e6));
        put(to, "outMBPerS", NumberTexts.rounded(rates.perSecond("bytesOut") / 1e6));
    }

    private static void put(ObjectNode to, String name, @Nullable Double value) {
        to.put(name, value);
    }
}
