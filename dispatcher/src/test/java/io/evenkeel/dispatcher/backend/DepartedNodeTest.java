// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.engine.MemoryNetwork;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests and pools of a node that has left: the ones go elsewhere, the others are forgotten. */
final class DepartedNodeTest {

    private static final String GET = "GET /a HTTP/1.1\r\nHost: shop\r\n\r\n";
    private static final String ONE_STREAM = FrameLines.setting(3, 1);

    /** Two nodes, of which the first gets all requests and may have one connection. */
    private static MemoryStand firstOfTwo(NodeProtocol protocol) {
        MemoryStand stand = new MemoryStand(0, front -> {}, back -> {
            back.protocol = protocol;
            NodeSettings any = ClusterFixture.node("a", 1, 1);
            back.nodes.add(new NodeSettings("a", any.address(), 1.0, Integer.MAX_VALUE, 1));
            back.nodes.add(ClusterFixture.node("b", 2, 1));
        });
        stand.want(2, AdminState.MAINT);
        return stand;
    }

    private static Peer asks(MemoryStand stand) {
        Peer client = stand.client();
        client.sends(GET);
        return client;
    }

    private static void theFirstLeaves(MemoryStand stand) {
        stand.want(2, AdminState.READY);
        stand.follow(back -> back.nodes.remove(0));
    }

    @Test
    void whoWaitsForAStreamGoesElsewhere() {
        MemoryStand stand = firstOfTwo(NodeProtocol.H2);
        Peer served = asks(stand);
        Peer waiting = asks(stand);
        FrameNode departed = FrameNode.of(stand, 1, ONE_STREAM);
        theFirstLeaves(stand);

        FrameNode.of(stand, 2).answers(1, "204");
        assertThat(waiting.got()).startsWith("HTTP/1.1 204 ");
        departed.answers(1, "204");
        assertThat(served.got()).startsWith("HTTP/1.1 204 ");
        assertThat(departed.peer().sawEnd()).isTrue();
        assertThat(stand.network().isUntouched(1)).isTrue();
    }

    @Test
    void whoWaitsForSettingsGoesElsewhere() {
        MemoryStand stand = firstOfTwo(NodeProtocol.H2);
        Peer waiting = asks(stand);
        FrameNode departed = FrameNode.silent(stand, 1);
        theFirstLeaves(stand);

        FrameNode.of(stand, 2).answers(1, "204");
        assertThat(waiting.got()).startsWith("HTTP/1.1 204 ");
        assertThat(departed.peer().isOpen()).isFalse();
        assertThat(stand.network().isUntouched(1)).isTrue();
    }

    /** The only connection rests for a moment after an answer without a body. */
    @Test
    void whoWaitsForAConnectionGoesElsewhere() {
        MemoryStand stand = firstOfTwo(NodeProtocol.HTTP);
        asks(stand);
        stand.node(1).sends("HTTP/1.1 204 No Content\r\n\r\n");
        Peer waiting = asks(stand);
        theFirstLeaves(stand);
        stand.pass(Duration.ofMillis(20));

        stand.node(2).sends("HTTP/1.1 204 No Content\r\n\r\n");
        assertThat(waiting.got()).startsWith("HTTP/1.1 204 ");
        assertThat(stand.network().isUntouched(1)).isTrue();
    }

    /** Pools as one loop has them, without a listener. */
    private static final class Pools {

        private final ManualLoop clock = new ManualLoop();
        private final MemoryNetwork network = new MemoryNetwork(clock);
        private final ClusterFixture fixture = new ClusterFixture(0);
        private final Cluster cluster;
        private final NodePools pools;
        private final Node first;
        private final Node second;

        Pools() {
            fixture.nodes.add(ClusterFixture.node("a", 1, 1));
            fixture.nodes.add(ClusterFixture.node("b", 2, 1));
            cluster = fixture.create(clock.loop().nowNs());
            first = cluster.nodes().get(0);
            second = cluster.nodes().get(1);
            List<NodePools> all = new ArrayList<>();
            pools = new NodePools(network, clock.loop(), all);
            all.add(pools);
        }

        void theFirstLeaves() {
            fixture.nodes.remove(0);
            ClusterFixture.update(cluster, fixture.settings(), clock.loop().nowNs());
        }

        NodePool ofFirst() {
            return pools.of(cluster, first);
        }

        void usedByOne(NodePool pool) {
            assertThat(pools.reserve(pool)).isTrue();
            NodeConnection made = pool.connect(new WaitingUser(), null);
            Peer peer = network.node(1);
            made.release(clock.loop().nowNs(), -1, false);
            clock.settle();
            assertThat(peer.isOpen()).isFalse();
        }
    }

    @Test
    void aPoolThatIsMadeForItIsForgottenWithItsLastConnection() {
        Pools loop = new Pools();
        loop.theFirstLeaves();
        NodePool late = loop.ofFirst();
        loop.usedByOne(late);

        assertThat(loop.ofFirst()).isNotSameAs(late);
    }

    @Test
    void aPoolThatIsMadeForItAndNotUsedIsForgottenBeforeTheNext() {
        Pools loop = new Pools();
        loop.theFirstLeaves();
        NodePool late = loop.ofFirst();
        loop.pools.of(loop.cluster, loop.second);

        assertThat(loop.ofFirst()).isNotSameAs(late);
    }

    @Test
    void aPoolOfARemovedClusterIsForgottenWithItsLastConnection() {
        Pools loop = new Pools();
        loop.cluster.remove();
        NodePool late = loop.ofFirst();
        loop.usedByOne(late);

        assertThat(loop.ofFirst()).isNotSameAs(late);
    }

    @Test
    void aPoolOfAMemberStaysWithoutAConnection() {
        Pools loop = new Pools();
        NodePool kept = loop.ofFirst();
        loop.pools.of(loop.cluster, loop.second);

        assertThat(loop.ofFirst()).isSameAs(kept);
    }
}
