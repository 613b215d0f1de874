// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.node.ClusterFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A reload that changes the protocol of a cluster's nodes, while requests are on connections of the old one. */
final class ProtocolChangeTest {

    private static final String GET = "GET /a HTTP/1.1\r\nHost: shop\r\n\r\n";
    private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n";
    private static final String ONE_STREAM = FrameLines.setting(3, 1);

    private static MemoryStand stand(NodeProtocol first, int connections) {
        return new MemoryStand(0, front -> {}, back -> {
            back.protocol = first;
            NodeSettings any = ClusterFixture.node("a", 1, 1);
            back.nodes.add(new NodeSettings("a", any.address(), 1.0, Integer.MAX_VALUE, connections));
        });
    }

    private static Peer asks(MemoryStand stand) {
        Peer client = stand.client();
        client.sends(GET);
        return client;
    }

    @Test
    void aCutReachesConnectionsOfHttp2() {
        MemoryStand stand = stand(NodeProtocol.H2, 8);
        Peer client = asks(stand);
        FrameNode before = FrameNode.of(stand, 1).heads(1, "200").data(1, "x");
        stand.follow(back -> back.protocol = NodeProtocol.HTTP);
        Peer next = asks(stand);
        Peer after = stand.node(1);
        after.sends(ANSWER + "y");
        stand.cut(1);

        assertThat(client.isOpen()).as("the client of the old protocol").isFalse();
        assertThat(before.peer().isOpen()).isFalse();
        assertThat(next.isOpen()).as("the client of the new protocol").isFalse();
        assertThat(after.isOpen()).isFalse();
    }

    @Test
    void aCutReachesConnectionsOfHttp1() {
        MemoryStand stand = stand(NodeProtocol.HTTP, 8);
        Peer client = asks(stand);
        Peer before = stand.node(1);
        before.sends(ANSWER + "y");
        stand.follow(back -> back.protocol = NodeProtocol.H2);
        stand.cut(1);

        assertThat(client.isOpen()).isFalse();
        assertThat(before.isOpen()).isFalse();
    }

    @Test
    void aRequestThatIsUnderWayEndsInTheOldProtocol() {
        MemoryStand stand = stand(NodeProtocol.H2, 8);
        Peer client = asks(stand);
        FrameNode before = FrameNode.of(stand, 1).heads(1, "200").data(1, "x");
        stand.follow(back -> back.protocol = NodeProtocol.HTTP);
        before.lastData(1, "y");

        assertThat(client.got()).startsWith("HTTP/1.1 200 ").endsWith("1\r\nx\r\n1\r\ny\r\n0\r\n\r\n");
        assertThat(before.peer().sawEnd()).isTrue();
    }

    @Test
    void whoWaitsForAStreamAsksInTheNewProtocol() {
        MemoryStand stand = stand(NodeProtocol.H2, 1);
        asks(stand);
        Peer waiting = asks(stand);
        FrameNode before = FrameNode.of(stand, 1, ONE_STREAM);
        stand.follow(back -> back.protocol = NodeProtocol.HTTP);
        before.answers(1, "204");
        stand.pass(Duration.ofMillis(20));

        Peer after = stand.node(1);
        assertThat(after.got()).startsWith("GET /a HTTP/1.1\r\n");
        after.sends(ANSWER + "ok");
        assertThat(waiting.got()).startsWith("HTTP/1.1 200 ").endsWith("ok");
        assertThat(stand.counts(1).failed()).isZero();
    }

    @Test
    void whoWaitsForSettingsAsksInTheNewProtocol() {
        MemoryStand stand = stand(NodeProtocol.H2, 8);
        Peer waiting = asks(stand);
        FrameNode before = FrameNode.silent(stand, 1);
        stand.follow(back -> back.protocol = NodeProtocol.HTTP);

        assertThat(before.peer().isOpen()).isFalse();
        stand.node(1).sends(ANSWER + "ok");
        assertThat(waiting.got()).endsWith("ok");
        assertThat(stand.counts(1).failed()).isZero();
    }

    /** No place is free in the meantime. */
    @Test
    void whoWaitsForAPlaceAsksInTheProtocolOfTheMoment() {
        MemoryStand stand = stand(NodeProtocol.H2, 1);
        asks(stand);
        asks(stand);
        FrameNode before = FrameNode.of(stand, 1, ONE_STREAM);
        stand.follow(back -> back.protocol = NodeProtocol.HTTP);
        stand.pass(Duration.ofMillis(20));
        stand.follow(back -> back.protocol = NodeProtocol.H2);
        before.answers(1, "204");
        stand.pass(Duration.ofMillis(20));

        assertThat(FrameNode.of(stand, 1).got()).hasSize(1);
    }
}
