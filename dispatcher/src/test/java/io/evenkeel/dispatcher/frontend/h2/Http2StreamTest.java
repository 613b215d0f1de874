// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.cluster.NodeTimeouts;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.metrics.ListenerTraffic;
import io.evenkeel.dispatcher.node.AdminState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and answers on streams of HTTP/2. */
class Http2StreamTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final MemoryStand stand = new MemoryStand(2);

    private static String body(Peer node) {
        String got = node.got();
        return got.substring(got.indexOf("\r\n\r\n") + 4);
    }

    @Test
    void anAnswerIsAHeadAndData() {
        FrameClient client = FrameClient.of(stand).gets(1, "/cart?a=b");
        Peer node = stand.node(1);
        assertThat(node.got())
                .startsWith("GET /cart?a=b HTTP/1.1\r\n")
                .containsIgnoringCase("\r\nHost: shop\r\n")
                .endsWith("\r\n\r\n");

        node.sends(OK);

        assertThat(client.got()).containsExactly("HEADERS 1 200 content-length=2", "DATA 1 ok END");
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void thePrefaceMayComeOctetByOctet() {
        FrameClient client = FrameClient.silent(stand);
        client.peer().sendsBytewise(FrameLines.PREFACE + FrameLines.frame(FrameType.SETTINGS, 0, 0, ""));

        assertThat(client.got()).isEqualTo(FrameClient.GREETING);
    }

    @Test
    void framesMayComeOctetByOctet() {
        FrameClient client = FrameClient.of(stand);
        client.peer()
                .sendsBytewise(
                        FrameLines.frame(FrameType.HEADERS, FrameType.END_HEADERS, 1, FrameClient.request("POST", "/"))
                                + FrameLines.frame(FrameType.DATA, 0, 1, "hello")
                                + FrameLines.frame(FrameType.DATA, FrameType.PADDED, 1, "\2lo!!")
                                + FrameLines.frame(FrameType.DATA, FrameType.END_STREAM, 1, ""));
        Peer node = stand.node(1);

        assertThat(body(node)).endsWith("0\r\n\r\n").contains("h").doesNotContain("!");
        node.sends(OK);
        assertThat(client.got()).containsExactly("HEADERS 1 200 content-length=2", "DATA 1 ok END");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"PRI * HTTP/2.0\r\n\r\nSM\r\n\rx", "PRI * HTTP/2.1\r\n\r\n", "PRI * HTTP/2.0\r\nA: b\r\n\r\n"})
    void whatIsNoPrefaceIsHttp1(String octets) {
        FrameClient client = FrameClient.silent(stand);
        client.peer().sends(octets);

        assertThat(client.peer().got()).startsWith("HTTP/1.1 ");
    }

    @Test
    void requestsAreCountedByProtocol() {
        FrameClient.of(stand).gets(1, "/").gets(3, "/");
        stand.client().sends("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        stand.client().sends("nothing of the kind\r\n\r\n");

        assertThat(stand.traffic().requests()).isEqualTo(new ListenerTraffic.ByProtocol(1, 2));
    }

    @Test
    void aListenerMaySpeakHttp1Alone() {
        MemoryStand old = new MemoryStand(1, s -> s.http2(false, 100), c -> {});
        FrameClient client = FrameClient.silent(old);
        client.peer().sends(FrameLines.PREFACE);

        assertThat(client.peer().got()).startsWith("HTTP/1.1 505 ");
    }

    @Test
    void aConnectionThatBeganAsHttp1StaysSo() {
        FrameClient client = FrameClient.silent(stand);
        client.peer().sends("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        stand.node(1).sends(OK);
        client.peer().got();
        client.peer().sends(FrameLines.PREFACE);

        assertThat(client.peer().got()).startsWith("HTTP/1.1 505 ");
    }

    @Test
    void streamsAreAnsweredInTheOrderOfTheirAnswers() {
        FrameClient client = FrameClient.of(stand).gets(1, "/").gets(3, "/");

        stand.node(2).sends("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\ntwo");
        assertThat(client.got()).containsExactly("HEADERS 3 200 content-length=3", "DATA 3 two END");
        stand.node(1).sends(OK);

        assertThat(client.got()).containsExactly("HEADERS 1 200 content-length=2", "DATA 1 ok END");
    }

    @Test
    void nodesConnectionsAreUsedAgain() {
        FrameClient client = FrameClient.of(stand).gets(1, "/");
        Peer node = stand.node(1);
        node.sends(OK);
        client.got();
        client.gets(3, "/again");

        assertThat(stand.network().isUntouched(1)).isTrue();
        assertThat(node.got()).contains("GET /again HTTP/1.1\r\n");
    }

    @Test
    void aBodyWithoutALengthIsPutIntoChunks() {
        FrameClient client =
                FrameClient.of(stand).posts(1, "/").data(1, "hello").lastData(1, "world!");
        Peer node = stand.node(1);

        assertThat(node.got())
                .containsIgnoringCase("\r\nTransfer-Encoding: chunked\r\n")
                .endsWith("\r\n\r\n5\r\nhello\r\n6\r\nworld!\r\n0\r\n\r\n");
        node.sends(OK);
        assertThat(client.got()).containsExactly("HEADERS 1 200 content-length=2", "DATA 1 ok END");
    }

    @Test
    void trailersReachTheNode() {
        FrameClient client = FrameClient.of(stand).posts(1, "/").data(1, "hello");
        client.sends(
                FrameType.HEADERS, FrameType.END_HEADERS | FrameType.END_STREAM, 1, FrameLines.block("x-sum", "42"));

        assertThat(body(stand.node(1))).isEqualTo("5\r\nhello\r\n0\r\nx-sum: 42\r\n\r\n");
    }

    @Test
    void trailersThatConnectionNominatesReachNoClient() {
        FrameClient client = FrameClient.of(stand);
        client.gets(1, "/");
        stand.node(1)
                .sends(
                        "HTTP/1.1 200 OK\r\nConnection: X-Hop\r\nTransfer-Encoding: chunked\r\n\r\n",
                        "2\r\nok\r\n0\r\nX-Hop: 1\r\nX-Sum: 2\r\n\r\n");

        assertThat(client.got()).containsExactly("HEADERS 1 200", "DATA 1 ok", "HEADERS 1 x-sum=2 END");
    }

    @Test
    void trailersReachTheClient() {
        FrameClient client = FrameClient.of(stand).gets(1, "/");
        stand.node(1).sends(CHUNKED + "2\r\nok\r\n0\r\nX-Sum: 42\r\n\r\n");

        assertThat(client.got()).containsExactly("HEADERS 1 200", "DATA 1 ok", "HEADERS 1 x-sum=42 END");
    }

    @Test
    void interimAnswersPass() {
        FrameClient client = FrameClient.of(stand).posts(1, "/", "expect", "100-continue");
        Peer node = stand.node(1);
        node.sends("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n");
        assertThat(client.got()).containsExactly("HEADERS 1 103 link=</a>", "HEADERS 1 100");

        client.lastData(1, "hi");
        node.sends(OK);

        assertThat(client.got()).containsExactly("HEADERS 1 200 content-length=2", "DATA 1 ok END");
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 304})
    void answersWithoutBodyEndWithTheirHead(int status) {
        FrameClient client = FrameClient.of(stand).gets(1, "/");
        stand.node(1).sends("HTTP/1.1 " + status + " x\r\n\r\n");

        assertThat(client.got()).containsExactly("HEADERS 1 " + status + " END");
    }

    @Test
    void theAnswerToHeadHasNoData() {
        FrameClient client = FrameClient.of(stand);
        client.sends(
                FrameType.HEADERS, FrameType.END_HEADERS | FrameType.END_STREAM, 1, FrameClient.request("HEAD", "/"));
        stand.node(1).sends("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n");

        assertThat(client.got()).containsExactly("HEADERS 1 200 content-length=7 END");
    }

    @Test
    void aTruncatedAnswerIsResetAndNeverEnds() {
        FrameClient client = FrameClient.of(stand).gets(1, "/");
        Peer node = stand.node(1);
        node.sends(CHUNKED + "5\r\nhello\r\n");
        node.ends();

        assertThat(client.got()).containsExactly("HEADERS 1 200", "DATA 1 hello", "RST_STREAM 1 INTERNAL_ERROR");
        client.gets(3, "/");
        stand.node(1).sends(OK);
        assertThat(client.got()).containsExactly("HEADERS 3 200 content-length=2", "DATA 3 ok END");
    }

    @Test
    void anAnswerThatEndsWithTheNodesConnectionIsWhole() {
        FrameClient client = FrameClient.of(stand).gets(1, "/");
        Peer node = stand.node(1);
        node.sends("HTTP/1.1 200 OK\r\n\r\nhello");
        node.ends();

        assertThat(client.got()).containsExactly("HEADERS 1 200", "DATA 1 hello", "DATA 1  END");
    }

    @Test
    void anEarlyAnswerStopsTheRequest() {
        FrameClient client = FrameClient.of(stand).posts(1, "/").data(1, "hel");
        Peer node = stand.node(1);
        node.sends("HTTP/1.1 413 x\r\nContent-Length: 2\r\n\r\nno");

        assertThat(client.got())
                .containsExactly("HEADERS 1 413 content-length=2", "DATA 1 no END", "RST_STREAM 1 NO_ERROR");
        client.lastData(1, "lo");
        assertThat(client.got()).isEmpty();
        assertThat(node.isOpen()).isFalse();
        client.gets(3, "/");
        assertThat(stand.tasks(1)).isEqualTo(1);
    }

    @Test
    void aResetEndsTheRequestAtTheNode() {
        FrameClient client = FrameClient.of(stand).gets(1, "/").gets(3, "/");
        Peer first = stand.node(1);
        assertThat(stand.inFlight()).isEqualTo(2);

        client.resets(1);

        assertThat(first.isOpen()).isFalse();
        assertThat(stand.inFlight()).isEqualTo(1);
        stand.node(2).sends(OK);
        assertThat(client.got()).containsExactly("HEADERS 3 200 content-length=2", "DATA 3 ok END");
    }

    @Test
    void theEndOfTheConnectionEndsAllRequests() {
        FrameClient client = FrameClient.of(stand).gets(1, "/").posts(3, "/");
        stand.node(1).got();

        client.peer().breaks();

        assertThat(stand.inFlight()).isZero();
        assertThat(stand.traffic().open()).isZero();
    }

    @Test
    void ownAnswersAreAnswers() {
        FrameClient client = FrameClient.of(stand);
        client.sends(
                FrameType.HEADERS,
                FrameType.END_HEADERS | FrameType.END_STREAM,
                1,
                FrameClient.request("OPTIONS", "/", "max-forwards", "0"));

        assertThat(client.got())
                .singleElement()
                .satisfies(frame ->
                        assertThat(frame).startsWith("HEADERS 1 200 allow=").endsWith("content-length=0 END"));
    }

    @Test
    void callsOfGrpcAreRefusedInTheirWords() {
        MemoryStand small = new MemoryStand(1, s -> s.limits(8192, 4096, 100, 10), c -> {});
        FrameClient client = FrameClient.of(small);
        client.posts(1, "/Cart/Add", "content-type", "application/grpc", "content-length", "11");

        List<String> got = client.got();
        assertThat(got.get(0))
                .startsWith("HEADERS 1 200 content-type=application/grpc grpc-status=8 ")
                .endsWith(" END");
        assertThat(got).endsWith("RST_STREAM 1 NO_ERROR").hasSize(2);
    }

    /** A page with 503 is nothing that a client of gRPC reads; in metrics it is that refusal all the same. */
    @Test
    void aCallOfGrpcWithoutANodeIsUnavailable() {
        stand.want(1, AdminState.DRAIN);
        stand.want(2, AdminState.DRAIN);
        FrameClient client = FrameClient.of(stand);
        client.posts(1, "/Cart/Add", "content-type", "application/grpc+proto", "te", "trailers");
        client.lastData(1, "\0\0\0\0\0");

        List<String> got = client.got();
        assertThat(got.get(0))
                .startsWith("HEADERS 1 200 content-type=application/grpc grpc-status=14 ")
                .contains(" grpc-message=")
                .endsWith(" END");
        assertThat(got).filteredOn(frame -> frame.startsWith("DATA")).isEmpty();
        assertThat(stand.traffic().refused()).containsEntry("none-up", 1L);
    }

    @Test
    void aCallOfGrpcWithALargeHeadIsAnsweredInItsWords() {
        FrameClient client = FrameClient.of(stand);
        String[] large = {"content-type", "application/grpc", "x-long", "y".repeat(16_000)};
        String block = FrameClient.request("POST", "/Cart/Add", large);
        String more = FrameLines.block("x-more", "y".repeat(16_000)).repeat(4);
        client.sendsBlock(FrameType.END_STREAM, 1, block + more);

        assertThat(client.got())
                .singleElement()
                .satisfies(
                        frame -> assertThat(frame).contains(" grpc-status=8 ").endsWith(" END"));
        assertThat(stand.traffic().refused()).containsEntry("head-too-large", 1L);
    }

    @Test
    void aCallOfGrpcWhoseNodeIsSilentIsUnavailable() {
        MemoryStand slow =
                new MemoryStand(1, s -> {}, c -> c.timeouts = new NodeTimeouts(SECOND, Duration.ofMillis(500), SECOND));
        FrameClient client = FrameClient.of(slow);
        client.posts(1, "/Cart/Add", "content-type", "application/grpc").lastData(1, "hi");
        slow.node(1).got();

        slow.pass(Duration.ofMillis(510));

        assertThat(client.got())
                .singleElement()
                .satisfies(
                        frame -> assertThat(frame).contains(" grpc-status=14 ").endsWith(" END"));
        assertThat(slow.traffic().refused()).containsEntry("response-timeout", 1L);
    }

    @Test
    void aHeadThatIsTooLargeIsAnswered() {
        MemoryStand small = new MemoryStand(1, s -> s.limits(300, 200, 100, 1000), c -> {});
        FrameClient client = FrameClient.silent(small);
        client.peer().sends(FrameLines.PREFACE + FrameLines.frame(FrameType.SETTINGS, 0, 0, ""));
        client.got();
        client.sends(
                FrameType.HEADERS,
                FrameType.END_HEADERS | FrameType.END_STREAM,
                1,
                FrameClient.request("GET", "/", "x-long", "x".repeat(300)));

        assertThat(client.got().get(0)).startsWith("HEADERS 1 431 ");
        assertThat(small.traffic().refused()).containsEntry("head-too-large", 1L);
    }

    @Test
    void aHeadRequestThatIsTooLargeIsAnsweredWithoutContent() {
        FrameClient client = FrameClient.of(stand);
        String large = FrameLines.block("x-long", "y".repeat(1000)).repeat(200);
        client.sendsBlock(FrameType.END_STREAM, 1, FrameClient.request("HEAD", "/") + large);

        assertThat(client.got())
                .singleElement()
                .satisfies(
                        frame -> assertThat(frame).startsWith("HEADERS 1 431 ").endsWith(" END"));
    }

    /** The table of fields keeps what the block has added, for the next one. */
    @Test
    void aHeadFarAboveTheLimitIsAnsweredAndTheConnectionGoesOn() {
        FrameClient client = FrameClient.of(stand);
        String large = FrameLines.block("x-long", "y".repeat(1000)).repeat(200);
        String kept = "@\6x-kept\5still";
        client.sendsBlock(FrameType.END_STREAM, 1, FrameClient.request("GET", "/") + large + kept);

        assertThat(client.got().get(0)).startsWith("HEADERS 1 431 ");
        assertThat(stand.traffic().refused()).containsEntry("head-too-large", 1L);
        client.sendsBlock(FrameType.END_STREAM, 3, FrameClient.request("GET", "/next") + "\u00be");
        Peer node = stand.node(1);
        assertThat(node.got()).startsWith("GET /next HTTP/1.1\r\n").contains("\r\nx-kept: still\r\n");
        node.sends(OK);
        assertThat(client.got()).contains("DATA 3 ok END");
    }

    @Test
    void nodesAreToldTheProtocolOfTheClient() {
        FrameClient.of(stand).gets(1, "/");

        assertThat(stand.node(1).got()).contains("\r\nVia: 2 evenkeel\r\n");
    }

    @Test
    void framesThatCannotBeWrittenEndTheConnection() {
        FrameClient client = FrameClient.of(stand).gets(1, "/");
        client.peer().nextWriteThrows(new IllegalStateException("a fault of the test"));
        Peer node = stand.node(1);
        assertThatThrownBy(() -> node.sends(OK)).hasMessage("a fault of the test");

        assertThat(client.peer().isOpen()).isFalse();
        assertThat(stand.inFlight()).isZero();
    }
}
