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
    void anAgentIsBelievedBeforeAnAnswerAndTheSettingsBeforeAnAgent() {
        table.nodes(List.of(node("a", "one"), node("b", "b")));
        learn("clone", "a");

        assertThat(table.announce(Node.key("b"), "clone")).isEqualTo("has the route 'clone', as its agent tells");
        assertThat(table.announce(Node.key("b"), "clone")).as("is said once").isNull();
        assertThat(find("clone")).isEqualTo(Node.key("b"));
        assertThat(table.announce(Node.key("b"), "one"))
                .isEqualTo("has the route 'one' by its agent, which another node has");
        assertThat(find("one")).isEqualTo(Node.key("a"));
        assertThat(find("clone")).as("it has another one now").isEqualTo(Node.key("a"));
    }

    @Test
    void aRouteThatTwoAgentsTellLeadsNowhereUntilOneHasAnother() {
        table.nodes(List.of(node("a", "a"), node("b", "b")));
        table.announce(Node.key("a"), "node0");
        table.announce(Node.key("b"), "node0");
        assertThat(find("node0")).isZero();
        assertThat(table.fault(Node.key("a"))).contains("'node0' by its agent");
        assertThat(learn("node0", "a")).as("it was said when the agents told").isFalse();

        table.announce(Node.key("b"), "node1");

        assertThat(find("node0")).isEqualTo(Node.key("a"));
        assertThat(table.fault(Node.key("a"))).doesNotContain("by its agent");
    }

    @Test
    void aRouteThatAnAgentTakesBackIsFreeForAnother() {
        table.nodes(List.of(node("a", "a"), node("b", "b")));
        table.announce(Node.key("a"), "node0");

        assertThat(table.announce(Node.key("a"), "")).isNull();
        assertThat(find("node0")).isZero();
        assertThat(table.announced(Node.key("a"))).isEmpty();

        assertThat(table.announce(Node.key("b"), "node0")).isEqualTo("has the route 'node0', as its agent tells");
        assertThat(find("node0")).isEqualTo(Node.key("b"));
    }

    @Test
    void whatAnAnswerShowsIsWrongUntilAnotherShowsThatItIsRight() {
        table.nodes(List.of(node("a", "a"), node("b", "b")));
        assertThat(table.lacks(Node.key("a"))).as("is said").isTrue();
        assertThat(table.lacks(Node.key("a"))).as("is said once").isFalse();
        assertThat(table.fault(Node.key("a"))).isEqualTo("sets sessions without a route");

        learn("b", "a");
        assertThat(table.fault(Node.key("a"))).isEqualTo("sets sessions with the route 'b', which another node has");
        assertThat(table.fault(Node.key("b"))).isEmpty();

        learn("a", "a");
        assertThat(table.fault(Node.key("a"))).isEmpty();
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

    @Test
    void aRouteThatTheSettingsGiveTwoNodesLeadsNowhere() {
        table.nodes(List.of(node("a", "r1"), node("b", "r1"), node("c", "r3")));

        assertThat(find("r1")).isZero();
        assertThat(find("r3")).isEqualTo(Node.key("c"));
        assertThat(table.fault(Node.key("a"))).isEqualTo("has the route 'r1', which another node has");
        assertThat(table.fault(Node.key("b"))).isEqualTo("has the route 'r1', which another node has");
        assertThat(table.fault(Node.key("c"))).isEmpty();
        assertThat(learn("r1", "a")).as("is said").isTrue();
        assertThat(find("r1")).as("an answer does not say whose it is").isZero();
        learn("other", "a");
        assertThat(find("other")).as("its other names are known").isEqualTo(Node.key("a"));

        table.nodes(List.of(node("a", "r1"), node("b", "r2")));
        assertThat(find("r1")).isEqualTo(Node.key("a"));
        assertThat(find("other")).as("what was learned stays").isEqualTo(Node.key("a"));
        assertThat(table.fault(Node.key("a"))).isEmpty();
    }
}
