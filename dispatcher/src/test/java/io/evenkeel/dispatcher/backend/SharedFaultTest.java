// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.engine.MemoryNetwork;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An error of this side in one exchange, on a connection that others share: it is that exchange's alone. */
final class SharedFaultTest {

    private static final String POST = "POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 80\r\n\r\n";
    private static final String GET = "GET / HTTP/1.1\r\nHost: shop\r\n\r\n";

    private final ManualLoop clock = new ManualLoop();
    private final MemoryNetwork network = new MemoryNetwork(clock);
    private final Hearer faulty = new Hearer();
    private final Hearer sound = new Hearer();
    private NodeConnection first;
    private NodeConnection second;

    @BeforeEach
    void twoStreamsOfOneConnection() {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.protocol = NodeProtocol.H2;
        fixture.nodes.add(ClusterFixture.node("a", 1, 1));
        Cluster cluster = fixture.create(clock.loop().nowNs());
        List<NodePools> all = new ArrayList<>();
        NodePools pools = new NodePools(network, clock.loop(), all);
        all.add(pools);
        NodePool pool = pools.of(cluster, cluster.nodes().get(0));
        first = pool.connect(faulty, null);
        second = pool.connect(sound, null);
    }

    private FrameNode settled(String settings) {
        FrameNode node = FrameNode.of(network.node(1), settings);
        node.all();
        return node;
    }

    private static void write(NodeConnection connection, String octets) {
        ByteBuf out = Unpooled.directBuffer().writeBytes(octets.getBytes(ISO_8859_1));
        connection.write(out);
        out.release();
    }

    private void theOtherGoesOn(FrameNode node) {
        write(second, GET);
        assertThat(node.got()).last().asString().endsWith(" END");
        node.answers(node.lastAsked(), "204");
        assertThat(sound.heard).startsWith("HTTP/1.1 204 ");
        assertThat(sound.lost).isEmpty();
        assertThat(node.peer().isOpen()).isTrue();
    }

    @Test
    void anErrorOverAnAnswerEndsItsStream() {
        FrameNode node = settled("");
        write(first, GET);
        faulty.throwsAt = "bytes";
        node.heads(1, "200").data(1, "hello");

        assertThat(node.got()).contains("RST_STREAM 1 INTERNAL_ERROR");
        assertThat(faulty.lost).containsExactly(NodeUser.Loss.CUT);
        theOtherGoesOn(node);
    }

    @Test
    void anErrorOverALoadReportEndsItsStream() {
        FrameNode node = settled("");
        write(first, GET);
        faulty.throwsAt = "report";
        node.heads(1, "200").data(1, "x").trailers(1, "endpoint-load-metrics", "TEXT cpu_utilization=0.3");

        assertThat(faulty.lost).containsExactly(NodeUser.Loss.CUT);
        theOtherGoesOn(node);
    }

    @Test
    void anErrorOverTheLossOfAStreamIsNobodyElses() {
        FrameNode node = settled("");
        write(first, GET);
        faulty.throwsAt = "lost";
        node.heads(1, "20");

        assertThat(faulty.lost).containsExactly(NodeUser.Loss.MALFORMED);
        theOtherGoesOn(node);
    }

    @Test
    void anErrorOverAWindowEndsItsStream() {
        FrameNode node = settled(FrameLines.setting(4, 3));
        write(first, POST);
        write(first, "01234567");
        faulty.throwsAt = "drained";
        node.opens(1, 100);

        assertThat(faulty.lost).containsExactly(NodeUser.Loss.CUT);
        theOtherGoesOn(node);
    }

    @Test
    void chunksThatAreNoneEndTheirStream() {
        FrameNode node = settled("");
        write(first, "POST / HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n");
        write(first, "1\r\nx\r\n0\r\nx-t: a\u0001b\r\n\r\n");

        assertThat(node.got()).contains("RST_STREAM 1 INTERNAL_ERROR");
        assertThat(faulty.lost).containsExactly(NodeUser.Loss.CUT);
        theOtherGoesOn(node);
    }

    @Test
    void anErrorOverTheFirstPlaceLeavesTheOtherOneItsOwn() {
        faulty.throwsAt = "ready";
        FrameNode node = settled("");

        assertThat(faulty.lost).containsExactly(NodeUser.Loss.CUT);
        assertThat(sound.ready).isTrue();
        theOtherGoesOn(node);
    }

    @Test
    void anErrorOverALostWaitIsNobodyElses() {
        faulty.throwsAt = "lost";
        network.node(1).breaks();

        assertThat(faulty.lost).containsExactly(NodeUser.Loss.NOT_CONNECTED);
        assertThat(sound.lost).containsExactly(NodeUser.Loss.NOT_CONNECTED);
    }

    /** The exchange: fails at one of its events. */
    private static final class Hearer implements NodeUser {

        private final List<Loss> lost = new ArrayList<>();
        private String heard = "";
        private String throwsAt = "";
        private boolean ready;

        private void event(String name) {
            if (name.equals(throwsAt)) {
                throw new IllegalStateException("a fault of this exchange");
            }
        }

        @Override
        public void nodeReady() {
            event("ready");
            ready = true;
        }

        @Override
        public void nodeBytes(ByteBuf bytes) {
            event("bytes");
            heard += bytes.toString(ISO_8859_1);
        }

        @Override
        public void nodeReport(byte[] octets, int from, int to, boolean binary) {
            event("report");
        }

        @Override
        public void nodeDrained() {
            event("drained");
        }

        @Override
        public void nodeOutputFailed() {}

        @Override
        public boolean nodeDoubted() {
            return true;
        }

        @Override
        public void nodeLost(Loss how) {
            lost.add(how);
            event("lost");
        }
    }
}
