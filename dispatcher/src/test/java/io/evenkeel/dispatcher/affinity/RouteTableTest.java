// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.node.Node;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RouteTableTest {

    private final RouteTable table = new RouteTable();

    private static NodeSettings node(String name, String route) {
        return new NodeSettings(name, new HostPort("127.0.0.1", 1), 1, 1, 1, route, null);
    }

    private long find(String route) {
        byte[] octets = ("x" + route + "y").getBytes(StandardCharsets.US_ASCII);
        return table.find(octets, 1, octets.length - 1);
    }

    private boolean learn(String route, String node) {
        byte[] octets = route.getBytes(StandardCharsets.US_ASCII);
        return table.learn(octets, 0, octets.length, Node.key(node));
    }

    @Test
    void findsEachOfAThousandNodesByItsRoute() {
        List<NodeSettings> nodes = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            nodes.add(node("vcn" + i, "jvm" + i));
        }
        table.nodes(nodes);

        for (int i = 0; i < 1000; i++) {
            assertThat(find("jvm" + i)).isEqualTo(Node.key("vcn" + i));
            assertThat(find("vcn" + i)).isZero();
        }
        assertThat(find("")).isZero();
    }

    @Test
    void aRouteThatTwoNodesUseLeadsNowhere() {
        table.nodes(List.of(node("a", "a"), node("b", "b")));
        learn("node0", "a");
        assertThat(find("node0")).isEqualTo(Node.key("a"));

        assertThat(learn("node0", "b")).as("is said").isTrue();
        assertThat(find("node0")).isZero();
        assertThat(learn("node0", "a")).as("is said once").isFalse();
        assertThat(find("node0")).isZero();
    }

    @Test
    void theSettingsAreBelievedBeforeAnAnswer() {
        table.nodes(List.of(node("a", "one"), node("b", "two")));

        assertThat(learn("one", "b")).as("is said").isTrue();
        assertThat(learn("one", "b")).as("is said once").isFalse();

        assertThat(find("one")).isEqualTo(Node.key("a"));
    }

    @Test
    void whatWasLearnedOutlivesAReload() {
        table.nodes(List.of(node("a", "a")));
        learn("clone", "a");

        table.nodes(List.of(node("a", "a"), node("b", "b")));

        assertThat(find("clone")).isEqualTo(Node.key("a"));
        assertThat(find("b")).isEqualTo(Node.key("b"));
    }

    @Test
    void anAttackerWithACloneOfManyNamesFillsNothing() {
        for (int i = 0; i < 10_000; i++) {
            learn("route" + i, "a");
        }

        assertThat(find("route0")).isEqualTo(Node.key("a"));
        assertThat(find("route9999")).isZero();
    }
}
