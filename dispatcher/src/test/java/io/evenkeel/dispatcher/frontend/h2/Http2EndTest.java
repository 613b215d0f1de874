// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The end of a connection of HTTP/2: by a drain, by time, by the client. */
class Http2EndTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final String FIRST_STEP = "GOAWAY 2147483647 NO_ERROR";

    private final MemoryStand stand = new MemoryStand(1, s -> s.clientTimeouts(400, 300, 1000), c -> {});
    private final FrameClient client = FrameClient.of(stand);

    private void acknowledges(List<String> frames) {
        String ping =
                frames.stream().filter(f -> f.startsWith("PING ")).findFirst().orElseThrow();
        long data = Long.parseLong(ping.substring(5));
        client.sends(
                FrameType.PING,
                FrameType.ACK,
                0,
                FrameLines.number((int) (data >>> 32)) + FrameLines.number((int) data));
    }

    @Test
    void aDrainTakesTheStreamsThatAreOnTheirWay() {
        client.gets(1, "/");
        Peer first = stand.node(1);
        stand.drain();
        List<String> told = client.got();
        assertThat(told).hasSize(2).first().isEqualTo(FIRST_STEP);
        client.gets(3, "/");

        acknowledges(told);

        assertThat(client.got()).containsExactly("GOAWAY 3 NO_ERROR");
        client.gets(5, "/");
        assertThat(client.got()).as("too late, and the client knows").isEmpty();
        assertThat(stand.inFlight()).isEqualTo(2);
        stand.node(1).sends(OK);
        assertThat(client.got()).containsExactly("HEADERS 3 200 content-length=2", "DATA 3 ok END");
        assertThat(client.peer().sawEnd()).isFalse();
        first.sends("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no");
        first.breaks();
        assertThat(client.got())
                .containsExactly("HEADERS 1 200 content-length=2", "DATA 1 o", "RST_STREAM 1 INTERNAL_ERROR");
        assertThat(client.peer().sawEnd()).isTrue();
    }

    @Test
    void theLastStreamOfAnEndNeverGrows() {
        client.gets(1, "/");
        stand.drain();
        acknowledges(client.got());
        assertThat(client.got()).containsExactly("GOAWAY 1 NO_ERROR");
        client.posts(3, "/")
                .data(3, "late")
                .sends(
                        FrameType.HEADERS,
                        FrameType.END_HEADERS | FrameType.END_STREAM,
                        3,
                        FrameLines.block("x-late", "1"));
        assertThat(client.got()).isEmpty();

        client.sends(FrameType.PING, 0, 1, "12345678");

        assertThat(client.got()).containsExactly("GOAWAY 1 PROTOCOL_ERROR");
    }

    @Test
    void aDrainDoesNotWaitForAClientThatAnswersNoPing() {
        client.gets(1, "/");
        stand.drain();
        client.got();

        stand.pass(Duration.ofMillis(1010));

        assertThat(client.got()).containsExactly("GOAWAY 1 NO_ERROR");
        stand.node(1).sends(OK);
        assertThat(client.got()).containsExactly("HEADERS 1 200 content-length=2", "DATA 1 ok END");
        assertThat(client.peer().sawEnd()).isTrue();
        client.peer().ends();
        assertThat(stand.traffic().open()).isZero();
    }

    @Test
    void aDrainEndsAnIdleConnection() {
        stand.drain();
        acknowledges(client.got());

        assertThat(client.got()).containsExactly("GOAWAY 0 NO_ERROR");
        assertThat(client.peer().sawEnd()).isTrue();
    }

    @Test
    void anIdleConnectionEndsInTwoSteps() {
        client.gets(1, "/");
        stand.pass(Duration.ofSeconds(2));
        assertThat(client.got()).as("a request is under way").isEmpty();
        stand.node(1).sends(OK);
        client.got();
        stand.pass(Duration.ofMillis(950));
        assertThat(client.got()).isEmpty();

        stand.pass(Duration.ofMillis(100));

        List<String> told = client.got();
        assertThat(told.get(0)).isEqualTo(FIRST_STEP);
        acknowledges(told);
        assertThat(client.got()).containsExactly("GOAWAY 1 NO_ERROR");
    }

    @Test
    void aConnectionWithoutAPrefaceEnds() {
        FrameClient silent = FrameClient.silent(stand);
        silent.peer().sends(FrameLines.PREFACE.substring(0, 20));
        stand.pass(Duration.ofSeconds(1));

        assertThat(silent.peer().got()).as("still HTTP/1").startsWith("HTTP/1.1 408 ");
        assertThat(silent.peer().sawEnd()).isTrue();
    }

    @Test
    void aHeadThatStopsEndsTheConnection() {
        client.sends(FrameType.HEADERS, FrameType.END_STREAM, 1, "");
        stand.pass(Duration.ofMillis(390));
        assertThat(client.got()).isEmpty();

        stand.pass(Duration.ofMillis(30));

        assertThat(client.got()).containsExactly("GOAWAY 1 PROTOCOL_ERROR");
        assertThat(stand.traffic().refused()).containsEntry("head-timeout", 1L);
    }

    @Test
    void aBodyThatStopsEndsItsStream() {
        client.posts(1, "/").data(1, "hel");
        var node = stand.node(1);
        stand.pass(Duration.ofMillis(410));

        assertThat(client.got().get(0)).startsWith("HEADERS 1 408 ");
        assertThat(node.isOpen()).isFalse();
        assertThat(client.peer().isOpen()).isTrue();
    }

    @Test
    void aHalfClosedClientGetsItsAnswers() {
        client.gets(1, "/").posts(3, "/");
        Peer whole = stand.node(1);
        Peer cut = stand.node(1);
        FrameClient other = FrameClient.of(stand);
        client.peer().ends();
        assertThat(client.got()).containsExactly("RST_STREAM 3 INTERNAL_ERROR");
        assertThat(stand.inFlight()).isEqualTo(1);
        assertThat(cut.isOpen()).isFalse();
        other.gets(1, "/");

        cut.sends(OK);
        whole.sends(OK);

        assertThat(other.got()).as("the answer to a stream that is over").isEmpty();
        assertThat(client.got()).containsExactly("HEADERS 1 200 content-length=2", "DATA 1 ok END");
        assertThat(client.peer().isOpen()).isFalse();
    }

    @Test
    void aHalfClosedClientGetsTheAnswerToAWholeRequestThatWaitsForItsNode() {
        String head = FrameLines.frame(
                FrameType.HEADERS, FrameType.END_HEADERS, 1, FrameClient.request("POST", "/", "content-length", "5"));
        client.peer().sendsAndEnds(head + FrameLines.frame(FrameType.DATA, FrameType.END_STREAM, 1, "hello"));
        assertThat(client.got()).isEmpty();

        Peer node = stand.node(1);
        assertThat(node.got()).endsWith("\r\n\r\nhello");
        node.sends(OK);

        assertThat(client.got()).containsExactly("HEADERS 1 200 content-length=2", "DATA 1 ok END");
        assertThat(client.peer().isOpen()).isFalse();
    }

    @Test
    void anAbortResetsTheConnection() {
        client.gets(1, "/");
        stand.node(1).got();
        stand.abort();

        assertThat(client.peer().sawReset()).isTrue();
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void aClientThatSaysGoodbyeGetsItsAnswers() {
        client.gets(1, "/").sends(FrameType.GOAWAY, 0, 0, "\0".repeat(8));
        stand.node(1).sends(OK);

        assertThat(client.got()).containsExactly("HEADERS 1 200 content-length=2", "DATA 1 ok END");
    }

    @Test
    void aClientThatSaysGoodbyeAndLeavesIsLetGo() {
        client.gets(1, "/").posts(3, "/").sends(FrameType.GOAWAY, 0, 0, "\0".repeat(8));
        Peer whole = stand.node(1);
        Peer begun = stand.node(1);
        assertThat(stand.inFlight()).isEqualTo(2);

        client.peer().ends();

        assertThat(whole.isOpen()).isFalse();
        assertThat(begun.isOpen()).isFalse();
        assertThat(stand.inFlight()).isZero();
        assertThat(client.peer().isOpen()).isFalse();
        assertThat(stand.traffic().open()).isZero();
    }

    @Test
    void anIdleClientMayLeave() {
        client.peer().ends();

        assertThat(client.peer().isOpen()).isFalse();
        assertThat(stand.traffic().open()).isZero();
    }
}
