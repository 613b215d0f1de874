// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.engine.MemoryNetwork;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Room for a connection to a node that has all it may have: other hosts give way, and other loops. */
final class PoolRoomTest {

    private static final String GET = "GET / HTTP/1.1\r\nHost: shop\r\n\r\n";
    private static final String ONE_STREAM = FrameLines.setting(3, 1);

    private final ManualLoop clock = new ManualLoop();
    private final MemoryNetwork network = new MemoryNetwork(clock);
    private final List<NodePools> loops = new ArrayList<>();

    /** A pool for each of some loops. */
    private List<NodePool> pools(NodeProtocol protocol, int connections, int count) {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.protocol = protocol;
        NodeSettings any = ClusterFixture.node("a", 1, 1);
        fixture.nodes.add(new NodeSettings("a", any.address(), 1.0, Integer.MAX_VALUE, connections));
        Cluster cluster = fixture.create(clock.loop().nowNs());
        List<NodePool> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            NodePools pools = new NodePools(network, clock.loop(), loops);
            loops.add(pools);
            made.add(pools.of(cluster, cluster.nodes().get(0)));
        }
        return made;
    }

    private static void asks(NodeConnection connection) {
        ByteBuf out = Unpooled.directBuffer().writeBytes(GET.getBytes(ISO_8859_1));
        connection.write(out);
        out.release();
    }

    /** Makes a connection for a host that is idle then. */
    private Peer idles(NodePool pool, String host) {
        NodeConnection made = pool.connect(new WaitingUser(), host);
        FrameNode node = FrameNode.of(network.node(1), "");
        asks(made);
        node.answers(1, "204");
        made.release(clock.loop().nowNs(), -1, false);
        clock.settle();
        return node.peer();
    }

    private void pass(int ms) {
        clock.pass(Duration.ofMillis(ms));
    }

    @Test
    void anIdleConnectionOfHttp1GivesWayToAnotherHost() {
        NodePool pool = pools(NodeProtocol.HTTP, 2, 1).get(0);
        List<Peer> peers = new ArrayList<>();
        for (String host : List.of("a.example", "b.example")) {
            assertThat(loops.get(0).reserve(pool)).isTrue();
            NodeConnection made = pool.connect(new WaitingUser(), host);
            peers.add(network.node(1));
            made.release(clock.loop().nowNs(), -1, false);
        }

        boolean atOnce = loops.get(0).reserve(pool);
        clock.settle();

        assertThat(atOnce || loops.get(0).reserve(pool)).isTrue();
        assertThat(peers).extracting(Peer::isOpen).containsExactly(false, true);
    }

    @Test
    void anIdleConnectionOfHttp2GivesWayToAnotherHost() {
        NodePool pool = pools(NodeProtocol.H2, 1, 1).get(0);
        Peer idle = idles(pool, "a.example");
        WaitingUser user = new WaitingUser();
        pool.connect(user, "b.example");
        pass(10);

        assertThat(idle.sawEnd()).isTrue();
        FrameNode.of(network.node(1), "");
        assertThat(user.ready).isTrue();
    }

    @Test
    void idleConnectionsOfManyHostsKeepNoOtherOut() {
        NodePool pool = pools(NodeProtocol.H2, Integer.MAX_VALUE, 1).get(0);
        List<Peer> idle = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            idle.add(idles(pool, "h" + i + ".example"));
        }
        WaitingUser user = new WaitingUser();
        pool.connect(user, "other.example");
        FrameNode.of(network.node(1), "");

        assertThat(user.ready).isTrue();
        assertThat(idle.get(0).sawEnd()).isTrue();
        assertThat(idle.get(1).isOpen()).isTrue();
    }

    @Test
    void aBusyConnectionOfAnotherHostIsReplacedOnceItIsIdle() {
        NodePool pool = pools(NodeProtocol.H2, 1, 1).get(0);
        NodeConnection busy = pool.connect(new WaitingUser(), "a.example");
        FrameNode node = FrameNode.of(network.node(1), "");
        asks(busy);
        WaitingUser user = new WaitingUser();
        pool.connect(user, "b.example");
        pass(100);
        assertThat(network.isUntouched(1)).isTrue();

        node.answers(1, "204");
        busy.release(clock.loop().nowNs(), -1, false);
        pass(10);

        FrameNode.of(network.node(1), "");
        assertThat(user.ready).isTrue();
    }

    /** Each stream ends soon, but there is always one. */
    @Test
    void aLoopWithoutAConnectionGetsItsTurn() {
        List<NodePool> two = pools(NodeProtocol.H2, 1, 2);
        NodeConnection busy = two.get(0).connect(new WaitingUser(), null);
        FrameNode node = FrameNode.of(network.node(1), "");
        asks(busy);
        WaitingUser user = new WaitingUser();
        two.get(1).connect(user, null);
        for (int stream = 1; !user.ready && stream < 100; stream += 2) {
            pass(20);
            NodeConnection next = two.get(0).take(new WaitingUser(), null);
            node.answers(stream, "204");
            busy.release(clock.loop().nowNs(), -1, false);
            pass(20);
            if (next == null) {
                FrameNode.of(network.node(1), "");
            } else {
                busy = next;
                asks(busy);
            }
        }

        assertThat(user.ready).isTrue();
        assertThat(node.peer().sawEnd()).isTrue();
    }

    @Test
    void theLoopThatGaveWayGetsItsTurnAgain() {
        List<NodePool> two = pools(NodeProtocol.H2, 1, 2);
        NodeConnection first = two.get(0).connect(new WaitingUser(), null);
        FrameNode node = FrameNode.of(network.node(1), "");
        asks(first);
        WaitingUser second = new WaitingUser();
        NodeConnection taken = two.get(1).connect(second, null);
        pass(450);
        node.answers(1, "204");
        first.release(clock.loop().nowNs(), -1, false);
        WaitingUser third = new WaitingUser();
        two.get(0).connect(third, null);
        pass(600);
        FrameNode other = FrameNode.of(network.node(1), "");
        assertThat(second.ready).isTrue();
        assertThat(third.ready).isFalse();

        asks(taken);
        other.answers(1, "204");
        taken.release(clock.loop().nowNs(), -1, false);
        pass(20);

        FrameNode.of(network.node(1), "");
        assertThat(third.ready).isTrue();
    }

    /** A stream that does not end must not keep its own loop from opening others. */
    @Test
    void aConnectionWithALongStreamTakesOthersAgain() {
        List<NodePool> two = pools(NodeProtocol.H2, 1, 2);
        NodeConnection busy = two.get(0).connect(new WaitingUser(), null);
        FrameNode node = FrameNode.of(network.node(1), "");
        asks(busy);
        two.get(1).connect(new WaitingUser(), null);
        int taken = 0;
        for (int i = 0; i < 100; i++) {
            pass(10);
            NodeConnection other = two.get(0).take(new WaitingUser(), null);
            if (other != null) {
                taken++;
                other.close();
            }
        }

        assertThat(taken).isBetween(50, 95);
        assertThat(node.peer().isOpen()).isTrue();
    }

    @Test
    void aLoopWithSeveralConnectionsGivesOneToALoopWithout() {
        List<NodePool> two = pools(NodeProtocol.H2, 2, 2);
        List<FrameNode> nodes = new ArrayList<>();
        List<NodeConnection> busy = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            busy.add(two.get(0).connect(new WaitingUser(), null));
            nodes.add(FrameNode.of(network.node(1), ONE_STREAM));
            asks(busy.get(i));
        }
        WaitingUser user = new WaitingUser();
        two.get(1).connect(user, null);
        WaitingUser own = new WaitingUser();
        two.get(0).connect(own, null);
        pass(20);
        nodes.get(0).answers(1, "204");
        busy.get(0).release(clock.loop().nowNs(), -1, false);
        pass(20);

        FrameNode.of(network.node(1), ONE_STREAM);
        assertThat(user.ready).isTrue();
        assertThat(own.ready).isFalse();
        assertThat(nodes.get(1).peer().isOpen()).isTrue();
    }
}
