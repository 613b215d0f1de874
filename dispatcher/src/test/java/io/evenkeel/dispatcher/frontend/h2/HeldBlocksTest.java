// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.exchange.head.HeldMemory;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that begin blocks of fields and frames, and never end them. */
class HeldBlocksTest {

    private static final String GIVEN_UP = "GOAWAY 1 ENHANCE_YOUR_CALM";
    private static final String FIELDS = ("\0" + "\1x" + "\1x").repeat(3_200);
    private static final long BLOCK = 4L * FIELDS.length();

    private final MemoryStand stand = new MemoryStand(1);
    private final HeldMemory heads = HeldMemory.heads(stand.context().loop());
    private final List<FrameClient> clients = new ArrayList<>();
    private final List<FrameClient> others = new ArrayList<>();

    HeldBlocksTest() {
        heads.bound(1 << 20);
    }

    @AfterEach
    void nothingIsLeft() {
        clients.forEach(each -> each.peer().breaks());
        others.forEach(each -> each.peer().breaks());
        assertThat(heads.bytes()).isZero();
    }

    /** Begins a block of 64,000 octets on a connection of its own, whose end does not come. */
    private FrameClient holdsBlock() {
        FrameClient client = FrameClient.of(stand).sends(FrameType.HEADERS, FrameType.END_STREAM, 1, FIELDS);
        for (int i = 0; i < 3; i++) {
            client.sends(FrameType.CONTINUATION, 0, 1, FIELDS);
        }
        clients.add(client);
        return client;
    }

    /** Sends the header of a frame of 16 kB, and one octet. */
    private FrameClient holdsFrame() {
        FrameClient client = FrameClient.of(stand);
        client.peer()
                .sends(FrameLines.frame(FrameType.GOAWAY, 0, 0, "g".repeat(16_384))
                        .substring(0, 10));
        clients.add(client);
        return client;
    }

    private long refused() {
        return stand.traffic().refused().getOrDefault("heads-full", 0L);
    }

    @Test
    void blocksThatAreNotWholeAreBoundedTogether() {
        for (int i = 0; i < 20; i++) {
            holdsBlock();
        }

        assertThat(heads.bytes()).isEqualTo(16 * BLOCK);
        assertThat(refused()).isEqualTo(4);
        assertThat(clients.subList(0, 4))
                .allSatisfy(each -> assertThat(each.got()).containsExactly(GIVEN_UP));
        assertThat(clients.subList(4, 20))
                .allSatisfy(each -> assertThat(each.got()).isEmpty());
        assertThat(stand.events("request heads that are not whole take more than 1024 kB on a loop"))
                .hasSize(1);
    }

    @Test
    void aFrameThatIsCutCountsWithAllThatWasKeptForIt() {
        holdsFrame();
        assertThat(heads.bytes()).isEqualTo(16_384);
        for (int i = 0; i < 64; i++) {
            holdsFrame();
        }

        assertThat(heads.bytes()).isEqualTo(1 << 20);
        assertThat(clients.get(0).got()).containsExactly("GOAWAY 0 ENHANCE_YOUR_CALM");
        assertThat(refused()).isEqualTo(1);
    }

    @Test
    void blocksAndHeadsOfHttp1HaveOneBound() {
        Peer slow = stand.client();
        slow.sends("GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: ");
        for (int i = 0; i < 17; i++) {
            holdsBlock();
        }

        assertThat(slow.got()).startsWith("HTTP/1.1 503 ").contains("heads-full");
        assertThat(clients.get(0).got()).containsExactly(GIVEN_UP);
    }

    @Test
    void headsThatComeWholeAreServedMeanwhile() {
        for (int i = 0; i < 16; i++) {
            holdsBlock();
        }
        FrameClient.of(stand).gets(1, "/");
        FrameClient.of(stand).sendsBlock(FrameType.END_STREAM, 1, FrameClient.request("GET", "/") + FIELDS + FIELDS);

        assertThat(stand.inFlight()).isEqualTo(1);
        assertThat(refused()).as("the second one takes as much as one of those").isEqualTo(1);
        assertThat(heads.bytes()).isEqualTo(15 * BLOCK);
    }

    @Test
    void aBlockThatBecomesWholeTakesNothing() {
        FrameClient client = FrameClient.of(stand);
        client.sends(FrameType.HEADERS, FrameType.END_STREAM, 1, FrameClient.request("GET", "/"));
        assertThat(heads.bytes()).isPositive();
        client.sends(FrameType.CONTINUATION, FrameType.END_HEADERS, 1, FrameLines.block("x-last", "1"));

        assertThat(heads.bytes()).isZero();
        assertThat(stand.node(1).got()).startsWith("GET / HTTP/1.1\r\n").contains("x-last: 1\r\n");
    }

    @Test
    void aHeadInOneFrameIsNeverCounted() {
        heads.bound(0);
        FrameClient client = FrameClient.of(stand).gets(1, "/");

        assertThat(client.got()).isEmpty();
        assertThat(stand.inFlight()).isEqualTo(1);
    }

    @Test
    void aConnectionThatBreaksGivesEverythingBack() {
        holdsBlock().peer().breaks();
        holdsFrame().peer().breaks();

        assertThat(heads.bytes()).isZero();
    }

    @Test
    void aBlockThatIsNotWholeInTimeGivesEverythingBack() {
        FrameClient late = holdsBlock();
        stand.pass(Duration.ofMinutes(2));

        assertThat(late.got()).contains("GOAWAY 1 PROTOCOL_ERROR");
        assertThat(heads.bytes()).isZero();
    }

    @Test
    void aBlockThatBreaksARuleGivesEverythingBack() {
        FrameClient wrong = holdsBlock().sends(FrameType.PING, 0, 0, "12345678");

        assertThat(wrong.got()).containsExactly("GOAWAY 1 PROTOCOL_ERROR");
        assertThat(heads.bytes()).isZero();
    }

    @Test
    void aClientWhoseReadsEndInsideFramesIsNoOldOne() {
        FrameClient busy = FrameClient.of(stand);
        others.add(busy);
        String ping = FrameLines.frame(FrameType.PING, 0, 0, "12345678");
        busy.peer().sends(ping.substring(0, 12));
        for (int i = 0; i < 16; i++) {
            holdsBlock();
        }
        busy.peer().sends(ping.substring(12) + ping.substring(0, 12));
        holdsBlock();

        assertThat(busy.got()).containsExactly("PING ACK 3544952156018063160");
        assertThat(clients.get(0).got()).containsExactly(GIVEN_UP);
    }

    @Test
    void otherStreamsOfAConnectionThatIsGivenUpEnd() {
        FrameClient client = FrameClient.of(stand).gets(1, "/");
        client.sends(FrameType.HEADERS, FrameType.END_STREAM, 3, FIELDS);
        assertThat(stand.inFlight()).isEqualTo(1);
        heads.bound(1024);
        holdsFrame();

        assertThat(client.got()).containsExactly("GOAWAY 3 ENHANCE_YOUR_CALM");
        assertThat(stand.inFlight()).isZero();
    }
}
