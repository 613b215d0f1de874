// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.exchange.head.HeadMemory;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import org.junit.jupiter.api.Test;

/** A client that names one field again and again: its heads are large on the heap and next to nothing on the wire. */
class LargeHeadsTest {

    private static final int VALUE = 3960;
    /** The field {@code x}, to be remembered as the first of the table. */
    private static final String REMEMBERED =
            "@\1x\u007f" + (char) (((VALUE - 127) & 127) | 128) + (char) ((VALUE - 127) >> 7) + "v".repeat(VALUE);
    /** The field again, in one octet. */
    private static final String AGAIN = "\u00be";

    private static final int LARGE_ONES = 9;

    private final MemoryStand stand = new MemoryStand(1);
    private final HeadMemory memory = stand.context().heads();
    private FrameClient client = FrameClient.of(stand);
    private int next = 1;

    LargeHeadsTest() {
        memory.bound(1 << 20);
        remembers();
    }

    private void remembers() {
        client.sendsBlock(FrameType.END_STREAM, next, FrameClient.request("GET", "/first") + REMEMBERED);
        client.resets(next);
        next += 2;
    }

    /** Begins requests with heads of 60 kB, whose bodies do not come. */
    private void begins(int count) {
        for (int i = 0; i < count; i++) {
            client.sendsBlock(0, next, FrameClient.request("POST", "/large") + AGAIN.repeat(15));
            next += 2;
        }
    }

    private long refused() {
        return stand.traffic().refused().getOrDefault("large-heads-full", 0L);
    }

    @Test
    void requestsWithLargeHeadsThatStayAreBoundedTogether() {
        begins(60);

        assertThat(stand.inFlight()).isEqualTo(LARGE_ONES);
        assertThat(memory.taken()).isBetween(500_000L, 600_000L);
        assertThat(refused()).isEqualTo(60 - LARGE_ONES);
        assertThat(client.got())
                .filteredOn(frame -> frame.startsWith("HEADERS"))
                .hasSize(60 - LARGE_ONES)
                .first()
                .asString()
                .startsWith("HEADERS " + (3 + 2 * LARGE_ONES) + " 503");
    }

    @Test
    void anotherConnectionFindsNoMoreRoom() {
        begins(LARGE_ONES);
        client = FrameClient.of(stand);
        next = 1;
        remembers();
        begins(1);
        assertThat(refused()).isEqualTo(1);
    }

    @Test
    void smallHeadsAreServedMeanwhile() {
        begins(LARGE_ONES + 1);
        client.got();
        client.gets(next, "/small").posts(next + 2, "/usual", "x-usual", "u".repeat(3000));
        assertThat(stand.inFlight()).isEqualTo(LARGE_ONES + 2);
        assertThat(client.got()).isEmpty();
    }

    @Test
    void aLargeHeadIsServedAgainWhenOthersAreReset() {
        begins(LARGE_ONES + 1);
        client.resets(3);
        begins(1);
        assertThat(refused()).isEqualTo(1);
        assertThat(stand.inFlight()).isEqualTo(LARGE_ONES);
    }

    @Test
    void aConnectionThatBreaksGivesEverythingBack() {
        begins(LARGE_ONES + 1);
        client.peer().breaks();
        assertThat(stand.inFlight()).isZero();
        assertThat(memory.taken()).isZero();
    }

    @Test
    void anAnswerGivesTheRoomBack() {
        begins(1);
        assertThat(memory.taken()).isPositive();
        stand.node(1);
        client.lastData(3, "body");
        stand.answer(1, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        assertThat(client.got()).anySatisfy(frame -> assertThat(frame).startsWith("HEADERS 3 200"));
        assertThat(memory.taken()).isZero();
    }

    /** Arrays that are twice as long as their heads would leave room for half as many. */
    @Test
    void aLargeHeadTakesHardlyMoreThanItsLength() {
        begins(1);
        assertThat(memory.taken()).isBetween(15L * VALUE - 1024, 15L * VALUE + 1024);
    }

    /** Begins requests that end with a trailer section of 60 kB. */
    private void endsWithTrailers(int count) {
        for (int i = 0; i < count; i++) {
            client.posts(next, "/trailer").sendsBlock(FrameType.END_STREAM, next, AGAIN.repeat(15));
            next += 2;
        }
    }

    @Test
    void trailersThatWaitForTheirTurnAreHeadsToo() {
        stand.network().neverAnswers(1);
        endsWithTrailers(LARGE_ONES);
        assertThat(refused()).isZero();
        assertThat(memory.taken()).isBetween(500_000L, 600_000L);
        client.got();

        endsWithTrailers(1);
        assertThat(client.got()).containsExactly("RST_STREAM " + (next - 2) + " ENHANCE_YOUR_CALM");
        assertThat(refused()).isEqualTo(1);

        client.posts(next, "/small").sendsBlock(FrameType.END_STREAM, next, FrameLines.block("small", "trailer"));
        assertThat(client.got()).isEmpty();
        client.resets(3);
        client.peer().breaks();
        assertThat(memory.taken()).isZero();
    }

    @Test
    void streamsWhoseTrailersFindNoRoomDoNotCountAsResets() {
        stand.network().neverAnswers(1);
        endsWithTrailers(LARGE_ONES);
        endsWithTrailers(220);
        assertThat(refused()).isEqualTo(220);
        assertThat(client.got()).noneMatch(frame -> frame.startsWith("GOAWAY"));
        client.peer().breaks();
    }

    @Test
    void aTrailerThatWasSentTakesNothing() {
        endsWithTrailers(20);
        assertThat(stand.inFlight()).isEqualTo(20);
        stand.node(1);
        assertThat(stand.node(1).got()).startsWith("POST /trailer").contains("v".repeat(VALUE));
        assertThat(memory.taken()).as("one buffer of a head before").isLessThan(8 * 1024);
        assertThat(refused()).isZero();
    }
}
