// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ShownNodesTest {

    private static final JsonNode CLUSTERS = JsonMapper.shared().readTree("""
            [{"name": "shop", "nodesUp": 3, "nodes": [
               {"name": "a", "state": "up", "inFlight": 1}, {"name": "b", "state": "up", "inFlight": 9},
               {"name": "c", "state": "up", "inFlight": 5}, {"name": "d", "state": "down", "inFlight": 0}]},
             {"name": "bank", "nodesUp": 1, "nodes": [{"name": "e", "state": "up", "inFlight": 0}]}]
            """);

    private static ShownNodes shown(int most) {
        return ShownNodes.of(CLUSTERS, most, node -> node.path("inFlight").asDouble(0));
    }

    private static List<String> names(ShownNodes shown) {
        List<String> names = new ArrayList<>();
        shown.clusters()
                .forEach(cluster -> cluster.path("nodes")
                        .forEach(node -> names.add(node.path("name").asString(""))));
        return names;
    }

    @Test
    void hasAllWhereThereIsRoom() {
        assertThat(names(shown(5))).containsExactly("a", "b", "c", "d", "e");
        assertThat(shown(5).notes()).isEmpty();
    }

    @Test
    void prefersThoseThatAreNotUpAndThenTheBusiest() {
        assertThat(names(shown(3))).as("in their order").containsExactly("b", "c", "d");
        assertThat(shown(3).notes())
                .containsExactly(
                        "shop: 1 more node, all up; -o csv has every node",
                        "bank: 1 more node, all up; -o csv has every node");
        assertThat(shown(3).clusters().path(0).path("nodesUp").asInt(0)).isEqualTo(3);
    }

    @Test
    void saysHowManyOfTheOthersAreNotUp() {
        assertThat(shown(0).notes()).contains("shop: 4 more nodes, 1 not up; -o csv has every node");
    }
}
