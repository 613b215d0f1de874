// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that cost much and carry nothing: each is stopped by a budget, and no honest one is. */
class Http2FloodTest {

    private static final String CALM = "ENHANCE_YOUR_CALM";

    private static final String FIELD = "\0" + "\1x" + "\1x";

    private final MemoryStand stand = new MemoryStand(1);
    private final FrameClient client = FrameClient.of(stand);

    /** Sends something again and again; true when the connection has ended before the last time. */
    private boolean isStopped(int times, Runnable something) {
        for (int i = 0; i < times; i++) {
            something.run();
            if (client.got().stream().anyMatch(frame -> frame.startsWith("GOAWAY") && frame.endsWith(CALM))) {
                return true;
            }
        }
        return false;
    }

    @Test
    void resetsHaveABudget() {
        int[] id = {1};
        Runnable rapid = () -> {
            client.gets(id[0], "/").resets(id[0]);
            id[0] += 2;
        };
        assertThat(isStopped(200, rapid)).isFalse();
        stand.pass(Duration.ofSeconds(1));
        assertThat(isStopped(10, rapid)).isFalse();

        assertThat(isStopped(1, rapid)).isTrue();
        assertThat(stand.traffic().refused()).containsEntry("h2-resets", 1L);
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void resetsThatTheClientCausesCount() {
        int[] id = {1};
        Runnable broken = () -> {
            client.gets(id[0], "/").opens(id[0], 0);
            id[0] += 2;
        };
        assertThat(isStopped(200, broken)).isFalse();

        assertThat(isStopped(1, broken)).isTrue();
        assertThat(stand.inFlight()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {FrameType.PING, FrameType.SETTINGS, FrameType.PRIORITY, FrameType.WINDOW_UPDATE, 77})
    void framesOfControlHaveABudget(int type) {
        String payload = switch (type) {
            case FrameType.PING -> "12345678";
            case FrameType.PRIORITY -> "\0\0\0\3\7";
            case FrameType.WINDOW_UPDATE -> FrameLines.number(1);
            default -> "";
        };
        Runnable flood = () -> client.sends(type, 0, type == FrameType.PRIORITY ? 1 : 0, payload);

        assertThat(isStopped(1000, flood)).isFalse();
        stand.pass(Duration.ofSeconds(1));
        assertThat(isStopped(190, flood)).isFalse();
        assertThat(isStopped(20, flood)).isTrue();
        assertThat(stand.traffic().refused()).containsEntry("h2-flood", 1L);
    }

    @Test
    void dataPaysForWindowUpdates() {
        client.opens(0, 1 << 20).gets(1, "/");
        var node = stand.node(1);
        node.sends("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");

        assertThat(isStopped(5000, () -> {
                    node.sends("0123456789");
                    client.opens(1, 10).opens(0, 10);
                }))
                .isFalse();
    }

    @Test
    void answersDoNotPileUpForAClientThatDoesNotRead() {
        client.peer().takes(0);
        for (int i = 0; i < 101; i++) {
            client.sends(FrameType.PING, 0, 0, "12345678");
        }
        client.peer().takesAll();

        assertThat(client.got()).hasSize(101).endsWith("GOAWAY 0 " + CALM);
    }

    @Test
    void bodiesOfAWrongLengthCountAsResetsAlsoUnderAnAnswer() {
        int[] id = {1};
        Runnable broken = () -> {
            client.posts(id[0], "/", "content-length", "5");
            stand.node(1).sends("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc");
            client.lastData(id[0], "hi");
            id[0] += 2;
        };
        broken.run();
        assertThat(client.got())
                .containsExactly("HEADERS 1 200 content-length=9", "DATA 1 abc", "RST_STREAM 1 PROTOCOL_ERROR");
        assertThat(isStopped(199, broken)).isFalse();

        assertThat(isStopped(1, broken)).isTrue();
        assertThat(stand.traffic().refused()).containsEntry("bad-length", 201L);
    }

    @Test
    void aClientThatDoesNotReadIsNotHeardForLong() {
        FrameClient greedy = FrameClient.of(stand, FrameLines.setting(4, Integer.MAX_VALUE));
        greedy.opens(0, Integer.MAX_VALUE - 65_535);
        greedy.peer().takes(0);
        String page = "x".repeat(50_000);
        int asked = 0;
        while (asked < 10_000 && !greedy.peer().isHeldBack()) {
            greedy.gets(2 * asked + 1, "/");
            stand.answer(1, "HTTP/1.1 200 OK\r\nContent-Length: 50000\r\n\r\n" + page);
            asked++;
        }
        assertThat(asked).as("about 1 MB").isEqualTo(21);
        greedy.gets(2 * asked + 1, "/");
        assertThat(stand.inFlight()).as("nobody reads it").isZero();

        greedy.peer().takesAll();

        assertThat(greedy.got().stream().filter(frame -> frame.endsWith(" END")))
                .hasSize(asked);
        assertThat(stand.inFlight()).isEqualTo(1);
        assertThat(greedy.peer().isHeldBack()).isFalse();
    }

    @Test
    void emptyDataHasALimit() {
        client.posts(1, "/");
        assertThat(isStopped(10, () -> client.data(1, ""))).isFalse();
        client.data(1, "x");
        assertThat(isStopped(10, () -> client.data(1, ""))).isFalse();

        assertThat(isStopped(1, () -> client.data(1, ""))).isTrue();
        assertThat(stand.traffic().refused()).containsEntry("h2-empty-data", 1L);
    }

    @Test
    void emptyDataThatComesInPiecesHasTheSameLimit() {
        client.posts(1, "/");
        String frame = FrameLines.frame(FrameType.DATA, FrameType.PADDED, 1, "\2\0\0");
        Runnable cut = () -> {
            client.peer().sends(frame.substring(0, 11));
            client.peer().sends(frame.substring(11));
        };
        assertThat(isStopped(10, cut)).isFalse();

        assertThat(isStopped(1, cut)).isTrue();
        assertThat(stand.traffic().refused()).containsEntry("h2-empty-data", 1L);
    }

    @Test
    void continuationsHaveALimit() {
        client.sends(FrameType.HEADERS, FrameType.END_STREAM, 1, "");
        assertThat(isStopped(16, () -> client.sends(FrameType.CONTINUATION, 0, 1, "")))
                .isFalse();

        assertThat(isStopped(1, () -> client.sends(FrameType.CONTINUATION, 0, 1, "")))
                .isTrue();
        assertThat(stand.traffic().refused()).containsEntry("h2-continuations", 1L);
    }

    @Test
    void aBlockHasALimit() {
        String many = FIELD.repeat(3200);
        client.sends(FrameType.HEADERS, FrameType.END_STREAM, 1, many);
        assertThat(isStopped(15, () -> client.sends(FrameType.CONTINUATION, 0, 1, many)))
                .isFalse();

        assertThat(isStopped(1, () -> client.sends(FrameType.CONTINUATION, 0, 1, many)))
                .as("above 256 kB")
                .isTrue();
        assertThat(stand.traffic().refused()).containsEntry("h2-continuations", 1L);
    }

    @Test
    void blocksThatNobodyWantsHaveABudget() {
        int[] id = {1};
        String block = FrameClient.request("GET", "/") + FIELD.repeat(20_000);
        Runnable large = () -> {
            client.sendsBlock(FrameType.END_STREAM, id[0], block);
            id[0] += 2;
        };
        assertThat(isStopped(200, large)).isFalse();

        assertThat(isStopped(1, large)).isTrue();
        assertThat(stand.traffic().refused()).containsEntry("head-too-large", 200L);
    }

    @Test
    void largeBlocksOfAllConnectionsHaveALimit() {
        String many = FIELD.repeat(3200);
        List<FrameClient> greedy = new ArrayList<>();
        List<String> ends = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            FrameClient each = FrameClient.of(stand);
            greedy.add(each);
            each.sends(FrameType.HEADERS, FrameType.END_STREAM, 1, many);
            for (int k = 0; k < 15; k++) {
                each.sends(FrameType.CONTINUATION, 0, 1, many);
            }
            ends.addAll(each.got());
        }
        assertThat(ends).hasSizeBetween(10, 20).containsOnly("GOAWAY 1 " + CALM);
        greedy.forEach(each -> each.peer().breaks());

        client.sendsBlock(FrameType.END_STREAM, 1, FrameClient.request("GET", "/") + FIELD.repeat(20_000));

        assertThat(client.got().get(0)).startsWith("HEADERS 1 431 ");
    }

    @Test
    void aBlockThatGrowsWhenItIsDecodedIsRefused() {
        String entry = FrameLines.block(":method", "GET") + "@\1x\u007f\u00c9\36" + "y".repeat(3992);
        client.sends(
                FrameType.HEADERS, FrameType.END_STREAM | FrameType.END_HEADERS, 1, entry + "\u00be".repeat(12_000));

        assertThat(client.got().get(0)).startsWith("HEADERS 1 431 ");
    }

    @Test
    void streamsThatAreRefusedBeforeTheSettingsAreKnownCostLittle() {
        MemoryStand few = new MemoryStand(1, s -> s.http2(true, 2), c -> {});
        FrameClient hasty = FrameClient.silent(few);
        hasty.peer().sends(FrameLines.PREFACE + FrameLines.frame(FrameType.SETTINGS, 0, 0, ""));
        hasty.gets(1, "/").gets(3, "/");
        hasty.got();
        for (int id = 5; id < 805; id += 2) {
            hasty.posts(id, "/");
            assertThat(hasty.got()).containsExactly("RST_STREAM " + id + " REFUSED_STREAM");
        }
        for (int id = 5; id < 805; id += 2) {
            hasty.lastData(id, "late");
        }
        assertThat(hasty.got()).isEmpty();
        assertThat(few.inFlight()).isEqualTo(2);
        hasty.sends(FrameType.SETTINGS, FrameType.ACK, 0, "");
        for (int id = 805; id < 1205; id += 2) {
            hasty.gets(id, "/");
            assertThat(hasty.got()).containsExactly("RST_STREAM " + id + " REFUSED_STREAM");
        }

        hasty.gets(1205, "/");

        assertThat(hasty.got()).contains("GOAWAY 1205 " + CALM);
    }

    @Test
    void streamsHaveALimit() {
        MemoryStand few = new MemoryStand(1, s -> s.http2(true, 2), c -> {});
        FrameClient greedy = FrameClient.silent(few);
        greedy.peer().sends(FrameLines.PREFACE + FrameLines.frame(FrameType.SETTINGS, 0, 0, ""));
        assertThat(greedy.got()).contains("SETTINGS 3=2 6=65536 8=1");
        greedy.gets(1, "/").gets(3, "/").gets(5, "/");

        assertThat(greedy.got()).containsExactly("RST_STREAM 5 REFUSED_STREAM");
        assertThat(few.traffic().refused()).containsEntry("h2-streams", 1L);
        assertThat(few.inFlight()).isEqualTo(2);
        greedy.resets(1).gets(7, "/");
        assertThat(greedy.got()).isEmpty();
        assertThat(few.inFlight()).isEqualTo(2);
    }

    @Test
    void aReloadTakesNoStreamsFromThoseWhoWereToldOfMore() {
        client.gets(1, "/").gets(3, "/");
        stand.reload(s -> s.http2(true, 2));
        client.gets(5, "/");

        assertThat(client.got()).isEmpty();
        assertThat(stand.inFlight()).isEqualTo(3);
        FrameClient later = FrameClient.of(stand);
        later.gets(1, "/").gets(3, "/").gets(5, "/");
        assertThat(later.got()).containsExactly("RST_STREAM 5 REFUSED_STREAM");
    }
}
