// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Node;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A connection whose very beginning throws, which no node and no client may cause, costs the node no place. */
final class NoBeginningTest {

    private final ManualLoop clock = new ManualLoop();
    private int begun;

    @ParameterizedTest
    @EnumSource(NodeProtocol.class)
    void itsPlaceIsGivenBackAndItsUserHears(NodeProtocol protocol) {
        Connector throwing = (loop, address, timeout, handler) -> {
            begun++;
            throw new IllegalArgumentException("a fault that a test wants");
        };
        attempts(protocol, throwing, NodeUser.Loss.NOT_CONNECTED);
    }

    @ParameterizedTest
    @EnumSource(NodeProtocol.class)
    void aLackOfMemoryIsNoFailureOfTheNode(NodeProtocol protocol) {
        Connector throwing = (loop, address, timeout, handler) -> {
            begun++;
            throw new OutOfMemoryError("a fault that a test wants");
        };
        attempts(protocol, throwing, NodeUser.Loss.CUT);
    }

    private void attempts(NodeProtocol protocol, Connector throwing, NodeUser.Loss how) {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.protocol = protocol;
        NodeSettings any = ClusterFixture.node("a", 1, 1);
        fixture.nodes.add(new NodeSettings("a", any.address(), 1.0, Integer.MAX_VALUE, 1));
        Cluster cluster = fixture.create(clock.loop().nowNs());
        Node node = cluster.nodes().get(0);
        List<NodePools> all = new ArrayList<>();
        NodePools pools = new NodePools(throwing, clock.loop(), all);
        all.add(pools);
        NodePool pool = pools.of(cluster, node);

        for (int attempt = 1; attempt <= 2; attempt++) {
            WaitingUser user = new WaitingUser();
            assertThat(pools.reserve(pool)).as("a place for attempt " + attempt).isTrue();
            pool.connect(user, "my_app");
            assertThat(user.lost).as("before the loop's turn").isEmpty();
            clock.settle();

            assertThat(user.lost).containsExactly(how);
            assertThat(cluster.table().counts(node).connections()).isZero();
            assertThat(pool.isEmpty()).isTrue();
            assertThat(begun).isEqualTo(attempt);
        }
    }
}
