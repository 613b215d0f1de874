// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.exchange.head.HeldHeads;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that send bodies to nodes which do not read them. */
class HeldBodiesTest {

    private static final String PIECE = "x".repeat(16_000);
    private static final int STREAMS = 30;

    private final MemoryStand stand = new MemoryStand(1);
    private final HeldHeads bodies = HeldHeads.bodies(stand.context().loop());
    private final List<FrameClient> clients = new ArrayList<>();

    HeldBodiesTest() {
        bodies.bound(1 << 20);
    }

    @AfterEach
    void nothingIsLeft() {
        clients.forEach(each -> each.peer().breaks());
        assertThat(bodies.bytes()).isZero();
        assertThat(stand.inFlight()).isZero();
    }

    private FrameClient client() {
        FrameClient client = FrameClient.of(stand);
        clients.add(client);
        return client;
    }

    /** Sends a whole window to a node that takes one octet; the node. */
    private Peer fills(FrameClient client, int stream) {
        client.posts(stream, "/");
        Peer node = stand.node(1);
        node.takes(1);
        for (int i = 0; i < 4; i++) {
            client.data(stream, PIECE);
        }
        return node;
    }

    private long refused() {
        return stand.traffic().refused().getOrDefault("bodies-full", 0L);
    }

    @Test
    void bodiesThatWaitAreBoundedTogetherAndTheOldestMakesRoom() {
        FrameClient client = client();
        for (int i = 0; i < STREAMS; i++) {
            fills(client, 2 * i + 1);
        }

        assertThat(bodies.bytes()).isBetween(500_000L, 1L << 20);
        assertThat(refused()).isBetween(5L, (long) STREAMS - 8);
        assertThat(client.got())
                .filteredOn(frame -> frame.startsWith("RST_STREAM"))
                .hasSize((int) refused())
                .first()
                .isEqualTo("RST_STREAM 1 ENHANCE_YOUR_CALM");
        assertThat(stand.inFlight()).isEqualTo(STREAMS - (int) refused());
    }

    @Test
    void anotherConnectionOfTheLoopMakesRoom() {
        FrameClient first = client();
        fills(first, 1);
        FrameClient second = client();
        for (int i = 0; i < STREAMS; i++) {
            fills(second, 2 * i + 1);
        }

        assertThat(first.got()).contains("RST_STREAM 1 ENHANCE_YOUR_CALM");
    }

    @Test
    void aBodyThatGoesOnGivesItsRoomBack() {
        FrameClient client = client();
        Peer node = fills(client, 1);
        assertThat(bodies.bytes()).isGreaterThan(3L * PIECE.length() - 1);

        node.takesAll();

        assertThat(bodies.bytes()).isZero();
        assertThat(node.got()).hasSizeGreaterThan(4 * PIECE.length() - 1);
        client.lastData(1, "");
        stand.answer(1, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        assertThat(refused()).isZero();
    }

    @Test
    void aBodyLargerThanTheBoundEndsItself() {
        bodies.bound(20_000);
        FrameClient client = client();
        fills(client, 1);
        assertThat(client.got()).contains("RST_STREAM 1 ENHANCE_YOUR_CALM");
        assertThat(refused()).isEqualTo(1);
    }
}
