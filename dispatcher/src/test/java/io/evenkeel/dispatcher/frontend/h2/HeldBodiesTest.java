// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogSettings.AccessLogSettings;
import io.evenkeel.config.LogSettings.Format;
import io.evenkeel.config.cluster.OverloadSettings;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.exchange.head.HeldMemory;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.log.access.AccessLog;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.overload.WithoutNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Clients that send bodies to nodes which do not read them. */
class HeldBodiesTest {

    private static final String PIECE = "x".repeat(16_000);
    private static final int STREAMS = 30;

    private final MemoryStand stand = new MemoryStand(1);
    private final HeldMemory bodies = HeldMemory.bodies(stand.context().loop());
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
    void bodiesThatWaitAreBoundedTogetherAndTheOldestOfTheConnectionMakesRoom() {
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
    void theConnectionThatHoldsMostMakesRoomForItself() {
        FrameClient honest = client();
        fills(honest, 1);
        FrameClient greedy = client();
        for (int i = 0; i < STREAMS; i++) {
            fills(greedy, 2 * i + 1);
        }

        assertThat(honest.got()).as("the body that waits longest").isEmpty();
        assertThat(greedy.got()).contains("RST_STREAM 1 ENHANCE_YOUR_CALM");
    }

    @Test
    void theConnectionThatHoldsMostMakesRoomForAnother() {
        FrameClient honest = client();
        fills(honest, 1);
        FrameClient greedy = client();
        for (int i = 0; i < 14; i++) {
            fills(greedy, 2 * i + 1);
        }
        assertThat(refused()).isZero();
        fills(honest, 3);
        fills(honest, 5);

        assertThat(honest.got()).isEmpty();
        assertThat(greedy.got())
                .filteredOn(frame -> !frame.startsWith("WINDOW_UPDATE"))
                .containsExactly("RST_STREAM 1 ENHANCE_YOUR_CALM");
    }

    @Test
    void aClientWhoseBodiesAreResetKeepsItsConnection() {
        bodies.bound(200_000);
        FrameClient client = client();
        for (int i = 0; i < 250; i++) {
            fills(client, 2 * i + 1);
        }

        assertThat(refused()).isGreaterThan(210);
        assertThat(client.got())
                .noneMatch(frame -> frame.startsWith("GOAWAY"))
                .filteredOn(frame -> frame.startsWith("RST_STREAM"))
                .hasSize((int) refused());
        assertThat(stand.traffic().refused()).doesNotContainKey("h2-resets");
    }

    @Test
    void aRequestInTheQueueIsRefusedAndNotLeftByItsClient(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("access.log");
        MemoryStand busy = new MemoryStand(0, s -> {}, c -> {
            c.nodes.add(ClusterFixture.node("a", 1));
            c.queue = new QueueSettings(10, Duration.ofSeconds(10));
            c.overload = new OverloadSettings(false, List.of(), null, null, false, false, true);
        });
        HeldMemory waiting = HeldMemory.bodies(busy.context().loop());
        waiting.bound(20_000);
        try (AccessLog log =
                AccessLog.open(new AccessLogSettings(Format.JSON, file.toString()), new EventLog().log())) {
            busy.log(log);
            FrameClient first = FrameClient.of(busy).gets(1, "/");
            FrameClient second = FrameClient.of(busy).posts(1, "/").data(1, PIECE);

            assertThat(second.got()).containsExactly("RST_STREAM 1 ENHANCE_YOUR_CALM");
            assertThat(busy.figures().failures()).isEqualTo(1);
            busy.node(1).got();
            busy.answer(1, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            assertThat(first.got()).contains("HEADERS 1 200 content-length=2");
        }

        assertThat(busy.inFlight()).isZero();
        assertThat(busy.cluster().overload().counts(0).classes().get(0).without())
                .containsEntry(WithoutNode.MEMORY_FULL, 1L)
                .containsEntry(WithoutNode.CLIENT_GONE, 0L);
        assertThat(waiting.bytes()).isZero();
        JsonNode line = JsonMapper.shared().readTree(Files.readAllLines(file).get(0));
        assertThat(line.get("status").asInt()).isEqualTo(503);
        assertThat(line.get("reason").asString()).isEqualTo("bodies-full");
        assertThat(line.get("termination").asString()).isEqualTo("PR");
    }

    @Test
    void aStreamThatFailsToEndHarmsNoOtherConnection() {
        bodies.hold(
                null,
                () -> {
                    throw new IllegalStateException("broken");
                },
                new HeldMemory.HeldShare(),
                1 << 20);
        FrameClient client = client();
        Peer node = fills(client, 1);

        assertThat(client.got()).isEmpty();
        assertThat(stand.events("a client could not be told")).hasSize(1);
        node.takesAll();
        assertThat(node.got()).hasSizeGreaterThan(4 * PIECE.length() - 1);
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
