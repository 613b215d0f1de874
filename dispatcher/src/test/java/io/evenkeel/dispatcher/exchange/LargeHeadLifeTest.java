// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.exchange.head.HeadMemory;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.node.ClusterFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests with large heads for one node that takes one task at a time: they wait, and take memory meanwhile. */
class LargeHeadLifeTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final String SMALL = "GET /small HTTP/1.1\r\nHost: shop\r\n\r\n";
    private static final String USUAL = "GET /usual HTTP/1.1\r\nHost: shop\r\nX: " + "u".repeat(5000) + "\r\n\r\n";
    private static final String LARGE = "GET /large HTTP/1.1\r\nHost: shop\r\nX: " + "v".repeat(20_000) + "\r\n\r\n";

    private final MemoryStand stand = new MemoryStand(0, s -> {}, c -> {
        c.nodes.add(ClusterFixture.node("a", 1));
        c.queue = new QueueSettings(100, Duration.ofSeconds(10));
    });
    private final HeadMemory memory = stand.context().heads();

    LargeHeadLifeTest() {
        memory.bound(100_000);
    }

    private Peer asks(String request) {
        Peer client = stand.client();
        client.sends(request);
        return client;
    }

    @Test
    void theQueueIsNotFilledWithLargeHeads() {
        Peer first = asks(LARGE);
        Peer node = stand.node(1);
        Peer second = asks(LARGE);
        Peer third = asks(LARGE);

        Peer refused = asks(LARGE);
        assertThat(refused.got()).startsWith("HTTP/1.1 503 ").contains("large-heads-full", "Retry-After: 1\r\n");
        assertThat(stand.traffic().refused()).containsEntry("large-heads-full", 1L);

        refused.sends(SMALL);
        assertThat(refused.got()).as("it waits on the same connection").isEmpty();
        for (Peer each : new Peer[] {first, second, third, refused}) {
            node.got();
            node.sends(OK);
            assertThat(each.got()).startsWith("HTTP/1.1 200 ").endsWith("ok");
        }
        assertThat(memory.taken()).isZero();

        Peer later = asks(LARGE);
        assertThat(node.got()).startsWith("GET /large ");
        node.sends(OK);
        assertThat(later.got()).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aClientThatLeavesTheQueueGivesItsRoomBack() {
        asks(LARGE);
        asks(LARGE);
        Peer third = asks(LARGE);
        third.breaks();
        assertThat(asks(LARGE).got()).isEmpty();
        assertThat(asks(LARGE).got()).contains("large-heads-full");
    }

    @Test
    void aWaitThatIsOverGivesItsRoomBack() {
        asks(LARGE);
        Peer second = asks(LARGE);
        long alone = memory.taken() / 2;
        stand.pass(Duration.ofSeconds(11));
        assertThat(second.got()).contains("queue-timeout");
        assertThat(memory.taken()).isEqualTo(alone);
    }

    @Test
    void headsOfUsualSizeHaveABoundOfTheirOwn() {
        for (int i = 0; i < 3; i++) {
            asks(LARGE);
        }
        int waiting = 0;
        while (asks(USUAL).got().isEmpty()) {
            waiting++;
        }
        assertThat(waiting).isBetween(5, 10);
        assertThat(asks(USUAL).got()).contains("large-heads-full");
        assertThat(asks(SMALL).got()).isEmpty();
    }

    @Test
    void aTunnelGivesItsRoomBackWhenItEnds() {
        Peer client = asks("GET /chat HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX: "
                + "v".repeat(20_000) + "\r\n\r\n");
        stand.node(1).sends("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhi");
        assertThat(client.got()).endsWith("hi");
        assertThat(memory.taken()).isPositive();
        client.breaks();
        assertThat(stand.inFlight()).isZero();
        assertThat(memory.taken()).isZero();
    }

    /** Connections bound the number of tunnels, which may last for days. */
    @Test
    void aTunnelWithAHeadOfUsualSizeDoesNotCount() {
        asks("GET /chat HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX: " + "v".repeat(3_000)
                + "\r\n\r\n");
        assertThat(memory.taken()).isPositive();
        stand.node(1).sends("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhi");
        assertThat(memory.taken()).isZero();
    }

    @Test
    void anAnswerThatIsCutOffGivesTheRoomBack() {
        Peer client = asks(LARGE);
        stand.node(1).sends("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nok");
        assertThat(memory.taken()).isPositive();
        stand.breaksOn(1);
        assertThat(client.got()).endsWith("ok");
        assertThat(memory.taken()).isZero();
    }

    @Test
    void aNodeThatIsNotReachedGivesTheRoomBack() {
        stand.network().refuses(1);
        assertThat(asks(LARGE).got()).startsWith("HTTP/1.1 502 ");
        assertThat(memory.taken()).isZero();
    }

    @Test
    void aDispatcherThatEndsGivesTheRoomBack() {
        asks(LARGE);
        asks(LARGE);
        stand.abort();
        assertThat(memory.taken()).isZero();
    }

    /** A trailer section that never becomes whole, with the head or behind it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void trailersThatAreNotWholeAreHeadsToo(boolean later) {
        MemoryStand open = new MemoryStand(1);
        HeadMemory ofOpen = open.context().heads();
        ofOpen.bound(100_000);
        for (int i = 0; i < 3; i++) {
            assertThat(asksWithTrailer(open, later).got()).isEmpty();
        }
        assertThat(asksWithTrailer(open, later).got())
                .startsWith("HTTP/1.1 503 ")
                .contains("large-heads-full");
        assertThat(open.inFlight()).isEqualTo(3);
        open.abort();
        assertThat(ofOpen.taken()).isZero();
    }

    private static Peer asksWithTrailer(MemoryStand to, boolean later) {
        String head = "POST /body HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n";
        String trailer = "0\r\nX: " + "v".repeat(20_000);
        Peer client = to.client();
        if (later) {
            client.sends(head, trailer);
        } else {
            client.sends(head + trailer);
        }
        return client;
    }

    @Test
    void aTrailerThatWasSentTakesNothing() {
        asksWithTrailer(stand, false).sends("\r\n\r\n");
        assertThat(stand.node(1).got()).endsWith("vv\r\n\r\n");
        assertThat(memory.taken()).isZero();
    }
}
