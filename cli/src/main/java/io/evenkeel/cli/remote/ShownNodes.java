// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The nodes that have a row on a terminal: all where there is room, else those that are not up, then the busiest.
 *
 * @param clusters as the admin API tells them, with these nodes alone, in their order
 * @param notes a line for each cluster of which nodes are left out
 */
record ShownNodes(JsonNode clusters, List<String> notes) {

    ShownNodes {
        notes = List.copyOf(notes);
    }

    /** Chooses at most so many nodes of all clusters together. */
    static ShownNodes of(JsonNode clusters, int most, ToDoubleFunction<JsonNode> work) {
        List<JsonNode> all = new ArrayList<>();
        clusters.forEach(cluster -> cluster.path("nodes").forEach(all::add));
        if (all.size() <= most) {
            return new ShownNodes(clusters, List.of());
        }
        Set<JsonNode> chosen = Collections.newSetFromMap(new IdentityHashMap<>());
        all.stream()
                .sorted(Comparator.comparing(ShownNodes::isUp).thenComparingDouble(node -> -work.applyAsDouble(node)))
                .limit(Math.max(0, most))
                .forEach(chosen::add);
        ArrayNode fewer = JsonMapper.shared().createArrayNode();
        List<String> notes = new ArrayList<>();
        for (JsonNode cluster : clusters) {
            ObjectNode copy = fewer.addObject();
            cluster.properties().forEach(each -> copy.set(each.getKey(), each.getValue()));
            ArrayNode nodes = copy.putArray("nodes");
            int left = 0;
            int notUp = 0;
            for (JsonNode node : cluster.path("nodes")) {
                if (chosen.contains(node)) {
                    nodes.add(node);
                } else {
                    left++;
                    notUp += isUp(node) ? 0 : 1;
                }
            }
            if (left > 0) {
                notes.add(cluster.path("name").asString("?") + ": " + left + " more " + (left == 1 ? "node" : "nodes")
                        + ", " + (notUp == 0 ? "all up" : notUp + " not up") + "; -o csv has every node");
            }
        }
        return new ShownNodes(fewer, notes);
    }

    /** The number of all nodes. */
    static int count(JsonNode clusters) {
        int count = 0;
        for (JsonNode cluster : clusters) {
            count += cluster.path("nodes").size();
        }
        return count;
    }

    private static boolean isUp(JsonNode node) {
        return node.path("state").asString("").equals("up");
    }
}
