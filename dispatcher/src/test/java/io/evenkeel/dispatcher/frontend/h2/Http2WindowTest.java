// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flow control of HTTP/2, both ways: who waits for whom, and who does not. */
class Http2WindowTest {

    private static final int INITIAL_WINDOW = 4;
    private static final int END_BOTH = FrameType.END_HEADERS | FrameType.END_STREAM;

    private static String answer(int length) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n";
    }

    private static String ok(String body) {
        return answer(body.length()) + body;
    }

    @Test
    void anAnswerWaitsForTheWindowOfItsStream() {
        MemoryStand stand = new MemoryStand(2);
        FrameClient client = FrameClient.of(stand, FrameLines.setting(INITIAL_WINDOW, 3));
        client.gets(1, "/").gets(3, "/");
        Peer node = stand.node(1);
        node.sends(ok("hello"));
        assertThat(client.got()).containsExactly("HEADERS 1 200 content-length=5", "DATA 1 hel");
        assertThat(stand.inFlight()).as("the node is free, the rest waits here").isEqualTo(1);

        stand.node(2).sends(ok("two"));
        assertThat(client.got()).containsExactly("HEADERS 3 200 content-length=3", "DATA 3 two END");
        client.opens(1, 1);
        assertThat(client.got()).containsExactly("DATA 1 l");
        client.opens(1, 1);

        assertThat(client.got()).containsExactly("DATA 1 o END");
    }

    @Test
    void aClosedWindowHoldsTheNodeBack() {
        MemoryStand stand = new MemoryStand(1);
        FrameClient client =
                FrameClient.of(stand, FrameLines.setting(INITIAL_WINDOW, 0)).gets(1, "/");
        Peer node = stand.node(1);
        node.sends(answer(6) + "abc");
        assertThat(client.got()).containsExactly("HEADERS 1 200 content-length=6");
        assertThat(node.isHeldBack()).isTrue();

        client.opens(1, 10);

        assertThat(client.got()).containsExactly("DATA 1 abc");
        assertThat(node.isHeldBack()).isFalse();
        node.sends("def");
        assertThat(client.got()).containsExactly("DATA 1 def END");
    }

    @Test
    void headsWaitForNoWindow() {
        MemoryStand stand = new MemoryStand(1);
        FrameClient client =
                FrameClient.of(stand, FrameLines.setting(INITIAL_WINDOW, 0)).gets(1, "/");
        Peer node = stand.node(1);
        node.sends("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
        assertThat(client.got()).containsExactly("HEADERS 1 103 link=</a>");
        assertThat(node.isHeldBack()).isFalse();

        node.sends("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        assertThat(client.got()).containsExactly("HEADERS 1 200");
        node.sends("0\r\nX-Sum: 42\r\n\r\n");
        assertThat(client.got()).containsExactly("HEADERS 1 x-sum=42 END");
    }

    @Test
    void aHeadBehindAnInterimOneWaitsOnlyUntilTheClientReads() {
        MemoryStand stand = new MemoryStand(1);
        FrameClient client =
                FrameClient.of(stand, FrameLines.setting(INITIAL_WINDOW, 0)).gets(1, "/");
        Peer node = stand.node(1);
        client.peer().takes(1);
        node.sends("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
        node.sends("HTTP/1.1 103 Early Hints\r\nLink: </b>\r\n\r\n");
        assertThat(node.isHeldBack()).isTrue();
        node.sends("HTTP/1.1 204 No Content\r\n\r\n");

        client.peer().takesAll();

        assertThat(client.got())
                .containsExactly("HEADERS 1 103 link=</a>", "HEADERS 1 103 link=</b>", "HEADERS 1 204 END");
    }

    @Test
    void theWindowOfTheConnectionIsSharedTurnByTurn() {
        MemoryStand stand = new MemoryStand(2);
        FrameClient client = FrameClient.of(stand, FrameLines.setting(INITIAL_WINDOW, 1 << 20));
        client.gets(1, "/").gets(3, "/");
        stand.node(1).sends(ok("a".repeat(100_000)));
        stand.node(2).sends(ok("b".repeat(100_000)));
        assertThat(lengths(client.got())).containsExactly("1:16384", "1:16384", "1:16384", "1:16383");

        client.opens(0, 65_536);

        assertThat(lengths(client.got())).containsExactly("1:16384", "3:16384", "1:16384", "3:16384");
        stand.abort();
    }

    private static List<String> lengths(List<String> frames) {
        List<String> data = new ArrayList<>();
        for (String frame : frames) {
            String[] words = frame.split(" ", -1);
            if (words[0].equals("DATA")) {
                data.add(words[1] + ":" + words[2].length());
            }
        }
        return data;
    }

    @Test
    void aSmallerFirstWindowCanLeadBelowZero() {
        MemoryStand stand = new MemoryStand(1);
        FrameClient client =
                FrameClient.of(stand, FrameLines.setting(INITIAL_WINDOW, 5)).gets(1, "/");
        stand.node(1).sends(ok("hello, world"));
        assertThat(client.got()).containsExactly("HEADERS 1 200 content-length=12", "DATA 1 hello");

        client.sends(FrameType.SETTINGS, 0, 0, FrameLines.setting(INITIAL_WINDOW, 2));
        client.opens(1, 3);
        assertThat(client.got()).containsExactly("SETTINGS ACK");
        client.opens(1, 1);
        assertThat(client.got()).containsExactly("DATA 1 ,");
        client.sends(FrameType.SETTINGS, 0, 0, FrameLines.setting(INITIAL_WINDOW, 100));

        assertThat(client.got()).containsExactly("SETTINGS ACK", "DATA 1  world END");
    }

    /** As many as a frame holds: every window ends where the last one puts it. */
    @Test
    void aFrameOfManyFirstWindowsEndsWithTheLast() {
        MemoryStand stand = new MemoryStand(2);
        FrameClient client = FrameClient.of(stand, FrameLines.setting(INITIAL_WINDOW, 5));
        client.gets(1, "/").gets(3, "/");
        stand.node(1).sends(ok("hello, world"));
        assertThat(client.got()).containsExactly("HEADERS 1 200 content-length=12", "DATA 1 hello");

        client.sends(FrameType.SETTINGS, 0, 0, alternating(2));
        assertThat(client.got()).as("the first stream is at -3").containsExactly("SETTINGS ACK");
        client.opens(1, 4);
        assertThat(client.got()).containsExactly("DATA 1 ,");
        client.sends(FrameType.SETTINGS, 0, 0, alternating(5));

        assertThat(client.got()).containsExactly("SETTINGS ACK", "DATA 1  wo");
        stand.node(2).sends(ok("good morning"));
        assertThat(client.got()).containsExactly("HEADERS 3 200 content-length=12", "DATA 3 good ");
        stand.abort();
    }

    /** The settings of a full frame, the last of them with a value. */
    private static String alternating(int last) {
        String both = FrameLines.setting(INITIAL_WINDOW, 0) + FrameLines.setting(INITIAL_WINDOW, 1 << 20);
        return both.repeat(1364) + FrameLines.setting(INITIAL_WINDOW, 9) + FrameLines.setting(INITIAL_WINDOW, last);
    }

    @Test
    void trailersWaitBehindTheBody() {
        MemoryStand stand = new MemoryStand(1);
        FrameClient client =
                FrameClient.of(stand, FrameLines.setting(INITIAL_WINDOW, 1)).gets(1, "/");
        stand.node(1).sends("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 42\r\n\r\n");
        assertThat(client.got()).containsExactly("HEADERS 1 200", "DATA 1 o");

        client.opens(1, 1);

        assertThat(client.got()).containsExactly("DATA 1 k", "HEADERS 1 x-sum=42 END");
    }

    @Test
    void aClientThatNeverOpensItsWindowIsCut() {
        MemoryStand stand = new MemoryStand(1, s -> s.clientTimeouts(20_000, 300, 20_000), c -> {});
        FrameClient client =
                FrameClient.of(stand, FrameLines.setting(INITIAL_WINDOW, 1)).gets(1, "/");
        stand.node(1).sends(ok("hello"));
        assertThat(client.got()).hasSize(2);

        stand.pass(Duration.ofMillis(295));
        client.opens(1, 1);
        assertThat(client.got()).containsExactly("DATA 1 e");
        stand.pass(Duration.ofMillis(295));
        assertThat(client.got()).isEmpty();
        stand.pass(Duration.ofMillis(320));

        assertThat(client.got()).containsExactly("RST_STREAM 1 INTERNAL_ERROR");
        assertThat(stand.traffic().refused()).containsEntry("h2-no-window", 1L);
    }

    @Test
    void aClientThatDoesNotReadHoldsTheNodesBack() {
        MemoryStand stand = new MemoryStand(1);
        FrameClient client = FrameClient.of(stand).gets(1, "/");
        Peer node = stand.node(1);
        client.peer().takes(10);
        node.sends(answer(9) + "abc");
        node.sends("def");
        assertThat(node.isHeldBack()).isTrue();

        client.peer().takesAll();

        assertThat(node.isHeldBack()).isFalse();
        node.sends("ghi");
        assertThat(client.got())
                .containsExactly("HEADERS 1 200 content-length=9", "DATA 1 abc", "DATA 1 def", "DATA 1 ghi END");
    }

    @Test
    void windowsAreGivenBackWhenTheNodeTakesTheBody() {
        MemoryStand stand = new MemoryStand(1);
        FrameClient client = FrameClient.of(stand).posts(1, "/");
        Peer node = stand.node(1);
        for (int i = 0; i < 3; i++) {
            client.data(1, "x".repeat(16_384));
        }

        assertThat(client.got()).containsExactly("WINDOW_UPDATE 1 32768");
        assertThat(node.got()).hasSizeGreaterThan(3 * 16_384);
    }

    @Test
    void aSlowNodeHoldsItsStreamBackAndNoOther() {
        MemoryStand stand = new MemoryStand(2);
        FrameClient client = FrameClient.of(stand).posts(1, "/").posts(3, "/");
        Peer slow = stand.node(1);
        Peer other = stand.node(2);
        slow.got();
        slow.takes(1);
        for (int i = 0; i < 3; i++) {
            client.data(1, "x".repeat(16_384));
            client.data(3, "y".repeat(16_384));
        }
        assertThat(client.got()).containsExactly("WINDOW_UPDATE 3 32768");
        assertThat(other.got()).hasSizeGreaterThan(3 * 16_384);

        slow.takesAll();

        assertThat(client.got()).containsExactly("WINDOW_UPDATE 1 49152");
        assertThat(slow.got()).hasSizeGreaterThan(3 * 16_384);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void whatComesBeforeTheWaitingBodyIsPassedOnStaysBehindIt(int how) {
        MemoryStand stand = new MemoryStand(1);
        FrameClient client = FrameClient.of(stand).posts(1, "/");
        Peer node = stand.node(1);
        node.got();
        node.takes(1);
        client.data(1, "first ").data(1, "second ");
        stand.context().loop().execute(() -> {
            switch (how) {
                case 0 -> client.data(1, "third").lastData(1, "");
                case 1 -> client.lastData(1, "third");
                default -> client.sends(FrameType.HEADERS, END_BOTH, 1, FrameLines.block("x-sum", "third"));
            }
        });

        node.takesAll();

        String rest = how == 2 ? "7\r\nsecond \r\n0\r\nx-sum: third\r\n" : "c\r\nsecond third\r\n0\r\n";
        assertThat(node.got()).isEqualTo("6\r\nfirst \r\n" + rest + "\r\n");
    }

    @Test
    void theConnectionsWindowIsGivenBackAtOnce() {
        MemoryStand stand = new MemoryStand(1);
        FrameClient client = FrameClient.of(stand);
        for (int id = 1; id < 19; id += 2) {
            client.posts(id, "/");
            stand.node(1).takes(1);
            for (int i = 0; i < 4; i++) {
                client.data(id, "x".repeat(16_000));
            }
        }

        assertThat(client.got()).containsExactly("WINDOW_UPDATE 0 528000");
        stand.abort();
    }

    /** A client may want to send its request whole before it takes the answer. */
    @Test
    void whatWaitedForANodeThatHasAnsweredIsGivenBack() {
        MemoryStand stand = new MemoryStand(1);
        FrameClient client =
                FrameClient.of(stand, FrameLines.setting(INITIAL_WINDOW, 0)).posts(1, "/");
        Peer node = stand.node(1);
        node.takes(1);
        for (int i = 0; i < 4; i++) {
            client.data(1, "x".repeat(16_000));
        }
        assertThat(client.got()).isEmpty();

        node.sends(ok("hello"));

        assertThat(client.got()).containsExactly("HEADERS 1 200 content-length=5", "WINDOW_UPDATE 1 64000");
        client.lastData(1, "x".repeat(16_000)).opens(1, 5);
        assertThat(client.got()).containsExactly("DATA 1 hello END");
    }

    @Test
    void paddingIsGivenBack() {
        MemoryStand stand = new MemoryStand(1);
        FrameClient client = FrameClient.of(stand).posts(1, "/");
        stand.node(1).got();
        for (int i = 0; i < 150; i++) {
            client.sends(FrameType.DATA, FrameType.PADDED, 1, "\u00fa" + "a" + "\0".repeat(250));
        }

        assertThat(client.got()).containsExactly("WINDOW_UPDATE 1 33012");
    }

    @Test
    void bodiesWaitForTheirNode() {
        MemoryStand stand = new MemoryStand(1);
        FrameClient client = FrameClient.of(stand);
        client.peer()
                .sends(FrameLines.frame(FrameType.HEADERS, FrameType.END_HEADERS, 1, FrameClient.request("POST", "/"))
                        + FrameLines.frame(FrameType.DATA, 0, 1, "hel")
                        + FrameLines.frame(FrameType.DATA, FrameType.END_STREAM, 1, "lo"));

        assertThat(stand.node(1).got()).endsWith("\r\n\r\n5\r\nhello\r\n0\r\n\r\n");
    }
}
