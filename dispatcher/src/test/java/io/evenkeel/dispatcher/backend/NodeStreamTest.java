// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests and answers on streams of nodes that speak HTTP/2, for clients of HTTP/1.1. */
final class NodeStreamTest {

    private static final String GET = "GET /a HTTP/1.1\r\nHost: shop\r\n\r\n";

    /** Fields of 1 kB. */
    private static final String[] LARGE = IntStream.range(0, 20)
            .mapToObj(i -> i % 2 == 0 ? "x-" + i : "x".repeat(100))
            .toArray(String[]::new);

    private final MemoryStand stand = stand(1);
    private final Peer client = stand.client();

    static MemoryStand stand(int nodes) {
        return new MemoryStand(nodes, front -> {}, back -> back.protocol = NodeProtocol.H2);
    }

    @AfterEach
    void nothingIsLeft() {
        client.breaks();
        assertThat(stand.inFlight()).isZero();
    }

    /** The head of what the client has got, without the date, and its body. */
    private static String got(Peer client) {
        return client.got().replaceAll("(?i)date: [^\r]*\r\n", "").replace("\r\n", "|");
    }

    private FrameNode asked(String request) {
        client.sends(request);
        FrameNode node = FrameNode.of(stand, 1);
        node.all();
        return node;
    }

    @Test
    void greetsBeforeAnythingElse() {
        client.sends(GET);
        FrameNode node = FrameNode.silent(stand, 1);

        assertThat(node.all()).containsExactly("SETTINGS 2=0 6=65536", "WINDOW_UPDATE 0 983041");
        node.sends(FrameType.SETTINGS, 0, 0, "");
        assertThat(node.all())
                .containsExactly("SETTINGS ACK", "HEADERS 1 GET :scheme=http :authority=shop /a te=trailers END");
    }

    @Test
    void givesTheAnswerInHttp1() {
        FrameNode node = asked(GET);

        node.heads(1, "200", "content-length", "5", "x-a", "b").lastData(1, "hello");

        assertThat(got(client)).isEqualTo("HTTP/1.1 200 |content-length: 5|x-a: b||hello");
        assertThat(stand.inFlight()).isZero();
        assertThat(node.got()).isEmpty();
    }

    @Test
    void framesAnAnswerWithoutLength() {
        FrameNode node = asked(GET);

        node.heads(1, "200").data(1, "hello").data(1, "you").lastData(1, "");

        assertThat(got(client)).isEqualTo("HTTP/1.1 200 |Transfer-Encoding: chunked||5|hello|3|you|0||");
    }

    @Test
    void sendsHeadAndBodyOfOneReadAtOnce() {
        FrameNode node = asked(GET);

        node.answersWith(1, "hello");

        assertThat(got(client)).isEqualTo("HTTP/1.1 200 |Transfer-Encoding: chunked||5|hello|0||");
    }

    @Test
    void anAnswerThatEndsWithItsHeadHasNoBody() {
        asked(GET).answers(1, "200");

        assertThat(got(client)).isEqualTo("HTTP/1.1 200 |Content-Length: 0||");
    }

    @Test
    void passesTrailersOn() {
        FrameNode node = asked(GET);

        node.heads(1, "200").data(1, "hello").trailers(1, "grpc-status", "0");

        assertThat(got(client)).isEqualTo("HTTP/1.1 200 |Transfer-Encoding: chunked||5|hello|0|grpc-status: 0||");
    }

    @Test
    void passesInterimAnswersOn() {
        FrameNode node = asked(GET);

        node.heads(1, "103", "link", "x").answers(1, "204");

        assertThat(got(client)).isEqualTo("HTTP/1.1 103 |link: x||HTTP/1.1 204 ||");
    }

    /** A chunk of one octet is six octets long. */
    @Test
    void smallPiecesForASlowClientAreKeptTogether() {
        FrameNode node = asked(GET);
        client.takes(1);
        node.heads(1, "200");
        for (int i = 0; i < 100; i++) {
            node.data(1, "x");
        }
        client.takesAll();
        node.lastData(1, "y");

        assertThat(got(client)).endsWith("||64|" + "x".repeat(100) + "|1|y|0||");
    }

    @Test
    void trailersStayBehindSmallPieces() {
        FrameNode node = asked(GET);
        client.takes(1);
        node.heads(1, "200").data(1, "a").data(1, "b").data(1, "c").trailers(1, "x-sum", "42");
        client.takesAll();

        assertThat(got(client)).endsWith("||3|abc|0|x-sum: 42||");
    }

    @Test
    void theLastPieceStaysBehindSmallOnes() {
        FrameNode node = asked(GET);
        client.takes(1);
        node.heads(1, "200").data(1, "a").data(1, "b").data(1, "c").lastData(1, "d");
        client.takesAll();

        assertThat(got(client)).endsWith("||3|abc|1|d|0||");
    }

    @Test
    void interimAnswersForASlowClientAreBounded() {
        FrameNode node = asked(GET);
        client.takes(0);
        for (int i = 0; i < 70; i++) {
            node.heads(1, "103", LARGE);
        }

        assertThat(node.got()).containsExactly("RST_STREAM 1 ENHANCE_YOUR_CALM");
        client.takesAll();
        assertThat(got(client)).contains("|HTTP/1.1 502 ");
    }

    @Test
    void anAnswerToHeadHasALengthAndNoBody() {
        FrameNode node = asked("HEAD / HTTP/1.1\r\nHost: shop\r\n\r\n");

        node.answers(1, "200", "content-length", "5");

        assertThat(got(client)).isEqualTo("HTTP/1.1 200 |content-length: 5||");
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void sendsABodyWithLength() {
        FrameNode node = asked("POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 5\r\n\r\nhel");
        assertThat(node.got()).hasSize(0);
        client.sends("lo");

        assertThat(node.got()).containsExactly("DATA 1 lo END");
    }

    @Test
    void sendsAChunkedBodyAsData() {
        client.sends("POST / HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n");
        FrameNode node = FrameNode.of(stand, 1);
        assertThat(node.got())
                .containsExactly("HEADERS 1 POST :scheme=http :authority=shop / te=trailers", "DATA 1 hel");
        client.sends("2\r\nlo\r\n");
        client.sends("0\r\nx-sum: 7\r\n\r\n");

        assertThat(node.got()).containsExactly("DATA 1 lo", "HEADERS 1 x-sum=7 END");
    }

    @Test
    void leavesFieldsAboutTheConnectionOut() {
        String fields =
                "Connection: x-a, keep-alive\r\nX-A: 1\r\nKeep-Alive: 5\r\nUpgrade: h2c\r\nTE: gzip\r\nX-B: 2\r\n";
        client.sends("GET / HTTP/1.1\r\nHost: shop\r\n" + fields + "\r\n");

        assertThat(FrameNode.of(stand, 1).got())
                .containsExactly("HEADERS 1 GET :scheme=http :authority=shop / x-b=2 te=trailers END");
    }

    @Test
    void anUpgradeIsRefused() {
        client.sends("GET / HTTP/1.1\r\nHost: shop\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");

        assertThat(got(client)).startsWith("HTTP/1.1 501 ");
        assertThat(stand.network().isUntouched(1)).isTrue();
    }

    @Test
    void anAnswerThatIsCutLooksCut() {
        FrameNode node = asked(GET);
        node.heads(1, "200").data(1, "hello");
        node.resets(1, ErrorCode.INTERNAL_ERROR);

        assertThat(got(client)).isEqualTo("HTTP/1.1 200 |Transfer-Encoding: chunked||5|hello");
        assertThat(client.isOpen()).isFalse();
        assertThat(stand.inFlight()).isZero();
    }

    /** RFC 9113 §6.8 promises that nothing was done; an answer that has begun says otherwise. */
    @Test
    void anAnswerThatGoAwayDisownsIsCut() {
        FrameNode node = asked(GET);
        node.heads(1, "200", "content-length", "300").data(1, "hello");
        node.goesAway(0, ErrorCode.NO_ERROR);

        assertThat(got(client)).isEqualTo("HTTP/1.1 200 |content-length: 300||hello");
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void anAnswerShorterThanItsLengthLooksCut() {
        FrameNode node = asked(GET);
        node.heads(1, "200", "content-length", "5").lastData(1, "hel");

        assertThat(got(client)).doesNotContain("hello");
        assertThat(client.isOpen()).isFalse();
        assertThat(node.got()).containsExactly("RST_STREAM 1 PROTOCOL_ERROR");
    }

    @Test
    void anAnswerLongerThanItsLengthIsNeverWhole() {
        FrameNode node = asked(GET);
        node.heads(1, "200", "content-length", "3").data(1, "hel").lastData(1, "lo");

        assertThat(got(client)).endsWith("|he");
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void anAnswerOfNoOctetsIsWholeWhenItsStreamEnds() {
        FrameNode node = asked(GET);
        node.heads(1, "200", "content-length", "0");
        assertThat(client.got()).isEmpty();

        node.lastData(1, "");

        assertThat(got(client)).isEqualTo("HTTP/1.1 200 |content-length: 0||");
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void trailersEndAnAnswerOfNoOctets() {
        FrameNode node = asked(GET);

        node.heads(1, "200", "content-length", "0").trailers(1, "x-sum", "0");

        assertThat(got(client)).isEqualTo("HTTP/1.1 200 |content-length: 0||");
    }

    @Test
    void anAnswerLongerThanNothingIsABadOne() {
        FrameNode node = asked(GET);

        node.heads(1, "200", "content-length", "0").lastData(1, "lo");

        assertThat(got(client)).startsWith("HTTP/1.1 502 ");
        assertThat(node.got()).containsExactly("RST_STREAM 1 PROTOCOL_ERROR");
    }

    @Test
    void anAnswerOfNoOctetsThatIsResetIsABadOne() {
        FrameNode node = asked("POST /a HTTP/1.1\r\nHost: shop\r\nContent-Length: 0\r\n\r\n");

        node.heads(1, "200", "content-length", "0").resets(1, ErrorCode.INTERNAL_ERROR);

        assertThat(got(client)).startsWith("HTTP/1.1 502 ");
    }

    @Test
    void aMalformedAnswerIsABadOne() {
        asked(GET).answers(1, "20");

        assertThat(got(client)).startsWith("HTTP/1.1 502 ");
    }

    @Test
    void aClientThatGoesCancelsItsStreamAlone() {
        FrameNode node = asked(GET);
        Peer other = stand.client();
        other.sends(GET);
        node.got();
        client.breaks();

        assertThat(node.got()).containsExactly("RST_STREAM 1 CANCEL");
        node.answers(3, "204");
        assertThat(got(other)).startsWith("HTTP/1.1 204 ");
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void whatComesOnACancelledStreamIsLeftAside() {
        FrameNode node = asked(GET);
        client.breaks();
        node.heads(1, "200").data(1, "hello").trailers(1, "a", "b");

        Peer other = stand.client();
        other.sends(GET);
        node.answers(3, "204");
        assertThat(got(other)).startsWith("HTTP/1.1 204 ");
    }

    @Test
    void anAnswerBeforeTheEndOfTheRequestIsWhole() {
        FrameNode node = asked("POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 9\r\n\r\n");
        node.answers(1, "413");
        node.resets(1, ErrorCode.NO_ERROR);

        assertThat(got(client)).startsWith("HTTP/1.1 413 ");
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void aSilentStreamTimesOutAlone() {
        FrameNode node = asked(GET);
        stand.pass(Duration.ofSeconds(31));

        assertThat(got(client)).startsWith("HTTP/1.1 504 ");
        assertThat(node.got()).startsWith("RST_STREAM 1 CANCEL", "PING");
    }

    @Test
    void aConnectionOnWhichNobodyAnswersAPingIsClosed() {
        FrameNode node = asked(GET);
        stand.pass(Duration.ofSeconds(31));
        assertThat(node.peer().isOpen()).isTrue();
        stand.pass(Duration.ofSeconds(3));

        assertThat(node.peer().isOpen()).isFalse();
    }

    /** A node that pauses for a collection answers no PING; clients with more patience than one get their answers. */
    @Test
    void aConnectionOnWhichNobodyAnswersAPingKeepsItsOtherStreams() {
        FrameNode node = asked(GET);
        Peer patient = stand.client();
        patient.sends("POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 1\r\n\r\nx");
        stand.pass(Duration.ofSeconds(2));
        client.breaks();
        stand.pass(Duration.ofSeconds(4));
        Peer later = stand.client();
        later.sends(GET);

        FrameNode.of(stand, 1).answers(1, "204");
        assertThat(got(later)).startsWith("HTTP/1.1 204 ");
        node.answers(3, "204");
        assertThat(got(patient)).startsWith("HTTP/1.1 204 ");
    }

    @Test
    void windowsOfTheNodeAreKept() {
        client.sends("POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 8\r\n\r\n01234567");
        FrameNode node = FrameNode.of(stand, 1, FrameLines.setting(4, 3));

        assertThat(node.got()).contains("DATA 1 012");
        assertThat(node.got()).isEmpty();
        node.opens(1, 2);
        assertThat(node.got()).containsExactly("DATA 1 34");
        node.opens(1, 100);
        assertThat(node.got()).containsExactly("DATA 1 567 END");
        node.answers(1, "204");
        assertThat(got(client)).startsWith("HTTP/1.1 204 ");
    }

    /** Both settings of a kind count, so that a window that is too large in between is an error. */
    @Test
    void windowsMoveWithEachSetting() {
        client.sends("POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 8\r\n\r\n01234567");
        FrameNode node = FrameNode.of(stand, 1, FrameLines.setting(4, 3));
        node.got();
        node.opens(1, 100);
        node.sends(FrameType.SETTINGS, 0, 0, FrameLines.setting(4, Integer.MAX_VALUE) + FrameLines.setting(4, 3));

        assertThat(node.got()).anyMatch(frame -> frame.endsWith("FLOW_CONTROL_ERROR"));
    }

    /** As many as a frame holds, through the greatest window: the window ends where the last one puts it. */
    @Test
    void aFrameOfManyFirstWindowsEndsWithTheLast() {
        client.sends("POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 8\r\n\r\n01234567");
        FrameNode node = FrameNode.of(stand, 1, FrameLines.setting(4, 3));
        assertThat(node.got()).contains("DATA 1 012");
        String both = FrameLines.setting(4, 0) + FrameLines.setting(4, Integer.MAX_VALUE);

        node.sends(FrameType.SETTINGS, 0, 0, both.repeat(1364) + FrameLines.setting(4, 9) + FrameLines.setting(4, 2));
        assertThat(node.all()).as("the stream is at -1").containsExactly("SETTINGS ACK");
        node.opens(1, 3);
        assertThat(node.got()).containsExactly("DATA 1 34");
        node.sends(FrameType.SETTINGS, 0, 0, both.repeat(1364) + FrameLines.setting(4, 9) + FrameLines.setting(4, 4));

        assertThat(node.got()).containsExactly("DATA 1 56");
    }

    /** The value in the middle is too large for the stream, whatever is wrong behind it. */
    @Test
    void aWindowThatIsTooLargeOnTheWayIsAnErrorBeforeALaterOne() {
        client.sends("POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 8\r\n\r\n");
        FrameNode node = FrameNode.of(stand, 1, FrameLines.setting(4, 3));
        node.got();
        node.opens(1, 1);
        node.sends(
                FrameType.SETTINGS,
                0,
                0,
                FrameLines.setting(4, Integer.MAX_VALUE) + FrameLines.setting(4, 3) + FrameLines.setting(2, 2));

        assertThat(node.got()).anyMatch(frame -> frame.endsWith("FLOW_CONTROL_ERROR"));
    }

    @Test
    void aBodyThatWaitsForAWindowHoldsItsClientBack() {
        client.sends("POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 80\r\n\r\n");
        FrameNode node = FrameNode.of(stand, 1, FrameLines.setting(4, 3));
        client.sends("01234567");
        assertThat(client.isHeldBack()).isTrue();

        node.opens(1, 100);
        assertThat(client.isHeldBack()).isFalse();
    }

    @Test
    void aSlowClientHoldsBackItsStreamAlone() {
        FrameNode node = asked(GET);
        client.takes(0);
        node.heads(1, "200");
        int sent = 0;
        while (sent < 60) {
            node.data(1, "x".repeat(1000));
            sent++;
        }
        assertThat(node.got()).noneMatch(frame -> frame.startsWith("WINDOW_UPDATE 1 "));
        Peer other = stand.client();
        other.sends(GET);
        node.answers(3, "204");
        assertThat(got(other)).startsWith("HTTP/1.1 204 ");

        client.takesAll();
        node.lastData(1, "end");
        assertThat(got(client)).endsWith("|3|end|0||");
    }

    @Test
    void aNodeThatSendsBeyondItsWindowLosesTheStream() {
        FrameNode node = asked(GET);
        client.takes(0);
        node.heads(1, "200");
        for (int i = 0; i < 70; i++) {
            node.data(1, "x".repeat(1000));
        }

        assertThat(node.got()).contains("RST_STREAM 1 FLOW_CONTROL_ERROR");
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void answersPings() {
        FrameNode node = asked(GET);
        node.sends(FrameType.PING, 0, 0, "\0\0\0\0\0\0\0\7");

        assertThat(node.got()).containsExactly("PING ACK 7");
    }

    @Test
    void floodsOfControlFramesEndTheConnection() {
        FrameNode node = asked(GET);
        for (int i = 0; i < 2200; i++) {
            node.sends(FrameType.PRIORITY, 0, 1, "\0\0\0\5\1");
        }

        assertThat(node.got()).containsExactly("GOAWAY 0 ENHANCE_YOUR_CALM");
        assertThat(got(client)).startsWith("HTTP/1.1 502 ");
    }

    /** RFC 9113 §6.3. */
    @Test
    void aPriorityOfAWrongLengthEndsItsStreamAlone() {
        FrameNode node = asked(GET);
        node.sends(FrameType.PRIORITY, 0, 1, "1234");
        node.sends(FrameType.PRIORITY, 0, 1, "1234");
        Peer other = stand.client();
        other.sends(GET);
        node.answers(3, "204");

        assertThat(node.got()).startsWith("RST_STREAM 1 FRAME_SIZE_ERROR").hasSize(2);
        assertThat(got(client)).startsWith("HTTP/1.1 502 ");
        assertThat(got(other)).startsWith("HTTP/1.1 204 ");
    }

    /** RFC 7540 §5.3.1 is gone with RFC 9113 §5.3. */
    @Test
    void aPriorityByWhichAStreamWaitsForItselfIsLeftAside() {
        FrameNode node = asked(GET);
        node.sends(FrameType.PRIORITY, 0, 1, FrameLines.number(1) + "\7").answers(1, "204");

        assertThat(got(client)).startsWith("HTTP/1.1 204 ");
        assertThat(node.got()).isEmpty();
    }

    @Test
    void aHeadByWhichAStreamWaitsForItselfIsAnAnswer() {
        FrameNode node = asked(GET);
        int flags = FrameType.END_HEADERS | FrameType.END_STREAM | FrameType.PRIORITISED;
        node.sends(FrameType.HEADERS, flags, 1, FrameLines.number(1) + "\7" + FrameLines.block(":status", "204"));

        assertThat(got(client)).startsWith("HTTP/1.1 204 ");
        assertThat(node.got()).isEmpty();
    }

    /** The padding comes first, and is no frame that carries nothing. */
    @Test
    void paddedDataThatComesInPiecesIsNotEmpty() {
        FrameNode node = asked(GET).heads(1, "200");
        for (int i = 0; i < 1109; i++) {
            node.sends(77, 0, 0, "");
        }
        String frame = FrameLines.frame(FrameType.DATA, FrameType.PADDED, 1, "\1hello\0");
        node.peer().sends(frame.substring(0, 10));
        node.peer().sends(frame.substring(10));
        for (int i = 0; i < 10; i++) {
            node.sends(77, 0, 0, "");
        }

        assertThat(got(client)).endsWith("||5|hello");
        assertThat(node.got()).isEmpty();
        node.sends(77, 0, 0, "");
        assertThat(node.got()).as("the budget was used up").containsExactly("GOAWAY 0 ENHANCE_YOUR_CALM");
    }

    @Test
    void loadReportsInTrailersNeverReachTheClient() {
        FrameNode node = asked(GET);
        node.heads(1, "200")
                .data(1, "x")
                .trailers(1, "endpoint-load-metrics", "TEXT cpu_utilization=0.3", "grpc-status", "0");

        assertThat(got(client)).endsWith("|1|x|0|grpc-status: 0||");
    }

    @Test
    void aBlockThatCannotBeDecodedEndsTheConnection() {
        FrameNode node = asked(GET);
        node.sends(FrameType.HEADERS, FrameType.END_HEADERS, 1, "\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff");

        assertThat(node.got()).containsExactly("GOAWAY 0 COMPRESSION_ERROR");
    }

    @Test
    void aPushIsAnError() {
        FrameNode node = asked(GET);
        node.sends(FrameType.PUSH_PROMISE, FrameType.END_HEADERS, 1, "\0\0\0\2");

        assertThat(node.got()).containsExactly("GOAWAY 0 PROTOCOL_ERROR");
    }

    @Test
    void framesMayComeOctetByOctet() {
        FrameNode node = asked(GET);
        node.peer()
                .sendsBytewise(FrameLines.frame(
                                FrameType.HEADERS, FrameType.END_HEADERS, 1, FrameLines.block(":status", "200"))
                        + FrameLines.frame(FrameType.DATA, 0, 1, "hi")
                        + FrameLines.frame(FrameType.DATA, FrameType.END_STREAM, 1, "you"));

        assertThat(got(client)).isEqualTo("HTTP/1.1 200 |Transfer-Encoding: chunked||1|h|1|i|1|y|1|o|1|u|0||");
    }

    @Test
    void paddingCountsForTheWindowAndIsLeftOut() {
        FrameNode node = asked(GET);
        node.heads(1, "200").sends(FrameType.DATA, FrameType.PADDED | FrameType.END_STREAM, 1, "\3hello\0\0\0");

        assertThat(got(client)).isEqualTo("HTTP/1.1 200 |Transfer-Encoding: chunked||5|hello|0||");
    }

    @Test
    void manyClientsShareAConnection() {
        FrameNode node = asked(GET);
        List<Peer> others = List.of(stand.client(), stand.client(), stand.client());
        others.forEach(each -> each.sends(GET));

        assertThat(node.got()).hasSize(3);
        node.answers(5, "204").answers(3, "204").answers(7, "204").answers(1, "204");
        others.forEach(each -> assertThat(got(each)).startsWith("HTTP/1.1 204 "));
        assertThat(stand.network().isUntouched(1)).isTrue();
    }
}
