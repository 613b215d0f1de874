// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of RFC 9113 that clients break, and what becomes of the stream or the connection. */
class Http2ErrorTest {

    private static final int BOTH = FrameType.END_HEADERS | FrameType.END_STREAM;
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private final MemoryStand stand = new MemoryStand(1);
    private final FrameClient client = FrameClient.of(stand);

    private void connectionEnds(int last, String error, String reason) {
        List<String> got = client.got();
        assertThat(got.get(got.size() - 1)).isEqualTo("GOAWAY " + last + " " + error);
        assertThat(client.peer().sawEnd()).isTrue();
        assertThat(stand.traffic().refused()).containsEntry(reason, 1L);
        assertThat(stand.inFlight()).isZero();
    }

    private void streamEnds(int stream, String error, String reason) {
        assertThat(client.got()).containsExactly("RST_STREAM " + stream + " " + error);
        assertThat(stand.traffic().refused()).containsEntry(reason, 1L);
        assertThat(stand.inFlight()).isZero();
        client.gets(101, "/");
        Peer node = stand.node(1);
        while (!stand.network().isUntouched(1)) {
            node = stand.node(1);
        }
        node.sends(OK);
        assertThat(client.got()).contains("DATA 101 ok END");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 1, PROTOCOL_ERROR, h2-protocol",
        "0, 8, 1, 0, FRAME_SIZE_ERROR, h2-frame-size",
        "1, 4, 0, 1, PROTOCOL_ERROR, h2-protocol",
        "1, 4, 2, 9, PROTOCOL_ERROR, h2-protocol",
        "2, 0, 0, 5, PROTOCOL_ERROR, h2-protocol",
        "3, 0, 0, 4, PROTOCOL_ERROR, h2-protocol",
        "3, 0, 1, 4, PROTOCOL_ERROR, h2-protocol",
        "3, 0, 1, 3, FRAME_SIZE_ERROR, h2-frame-size",
        "4, 0, 1, 0, PROTOCOL_ERROR, h2-protocol",
        "4, 0, 0, 5, FRAME_SIZE_ERROR, h2-frame-size",
        "4, 1, 0, 6, FRAME_SIZE_ERROR, h2-frame-size",
        "5, 0, 1, 4, PROTOCOL_ERROR, h2-protocol",
        "6, 0, 1, 8, PROTOCOL_ERROR, h2-protocol",
        "6, 0, 0, 7, FRAME_SIZE_ERROR, h2-frame-size",
        "7, 0, 1, 8, PROTOCOL_ERROR, h2-protocol",
        "7, 0, 0, 7, FRAME_SIZE_ERROR, h2-frame-size",
        "8, 0, 0, 4, PROTOCOL_ERROR, h2-protocol",
        "8, 0, 1, 4, PROTOCOL_ERROR, h2-protocol",
        "8, 0, 0, 5, FRAME_SIZE_ERROR, h2-frame-size",
        "9, 4, 1, 4, PROTOCOL_ERROR, h2-protocol",
        "9, 4, 0, 4, PROTOCOL_ERROR, h2-protocol",
        "0, 0, 1, 16385, FRAME_SIZE_ERROR, h2-frame-size",
        "99, 0, 0, 16385, FRAME_SIZE_ERROR, h2-frame-size",
    })
    void aBadFrameEndsTheConnection(int type, int flags, int stream, int length, String error, String reason) {
        client.sends(type, flags, stream, "\0".repeat(length));

        connectionEnds(0, error, reason);
    }

    @Test
    void unknownFramesAreLeftAside() {
        client.sends(99, 255, 7, "whatever").sends(16, 0, 0, "").gets(1, "/");
        stand.node(1).sends(OK);

        assertThat(client.got()).containsExactly("HEADERS 1 200 content-length=2", "DATA 1 ok END");
    }

    @ParameterizedTest
    @CsvSource({
        "2, 2, PROTOCOL_ERROR, h2-protocol",
        "4, -1, FLOW_CONTROL_ERROR, h2-flow-control",
        "5, 16383, PROTOCOL_ERROR, h2-protocol",
        "5, 16777216, PROTOCOL_ERROR, h2-protocol",
    })
    void aBadSettingEndsTheConnection(int setting, int value, String error, String reason) {
        client.sends(FrameType.SETTINGS, 0, 0, FrameLines.setting(setting, value));

        connectionEnds(0, error, reason);
    }

    @Test
    void goodSettingsAreAcknowledged() {
        client.sends(
                FrameType.SETTINGS,
                0,
                0,
                FrameLines.setting(1, 0) + FrameLines.setting(5, 1 << 20) + FrameLines.setting(77, 1));

        assertThat(client.got()).containsExactly("SETTINGS ACK");
    }

    @Test
    void theFirstFrameIsOfSettings() {
        FrameClient hasty = FrameClient.silent(stand);
        hasty.peer().sends(FrameLines.PREFACE + FrameLines.frame(FrameType.PING, 0, 0, "12345678"));

        assertThat(hasty.got()).contains("GOAWAY 0 PROTOCOL_ERROR");
    }

    @Test
    void pingsAreAnswered() {
        client.sends(FrameType.PING, 0, 0, "\0\0\0\0\0\0\0\7");

        assertThat(client.got()).containsExactly("PING ACK 7");
    }

    @Test
    void numbersOfStreamsGrow() {
        client.gets(5, "/").gets(3, "/");

        connectionEnds(5, "PROTOCOL_ERROR", "h2-protocol");
    }

    @Test
    void aStreamThatWasAnsweredIsClosed() {
        client.gets(1, "/");
        stand.node(1).sends(OK);
        client.gets(1, "/");

        connectionEnds(1, "STREAM_CLOSED", "h2-stream-closed");
    }

    @Test
    void nothingFollowsTheEndOfARequest() {
        client.gets(1, "/").data(1, "more");

        streamEnds(1, "STREAM_CLOSED", "h2-stream-closed");
    }

    @Test
    void nothingFollowsAReset() {
        client.gets(1, "/").resets(1).data(1, "more");

        connectionEnds(1, "STREAM_CLOSED", "h2-stream-closed");
    }

    @Test
    void afterOurResetFramesMayStillCome() {
        client.posts(1, "/").posts(1, "/");
        assertThat(client.got()).containsExactly("RST_STREAM 1 PROTOCOL_ERROR");

        client.data(1, "late").opens(1, 9).resets(1).sends(FrameType.HEADERS, BOTH, 1, FrameLines.block("x-late", "1"));

        assertThat(client.got()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"5, hello!", "5, hell", "0, x", "abc, hello"})
    void theLengthOfABodyIsThatOfItsHead(String length, String body) {
        client.posts(1, "/", "content-length", length).lastData(1, body);

        List<String> got = client.got();
        assertThat(got).containsExactly("RST_STREAM 1 PROTOCOL_ERROR");
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void malformedHeadsNeverReachANode() {
        client.sends(FrameType.HEADERS, BOTH, 1, FrameClient.request("GET", "/", "Connection", "close"));

        assertThat(stand.network().isUntouched(1)).isTrue();
        streamEnds(1, "PROTOCOL_ERROR", "h2-malformed");
    }

    @Test
    void trailersEndTheStream() {
        client.posts(1, "/").sends(FrameType.HEADERS, FrameType.END_HEADERS, 1, FrameLines.block("x-sum", "1"));

        assertThat(client.got()).containsExactly("RST_STREAM 1 PROTOCOL_ERROR");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0001b", "a\u007f"})
    void controlCharactersInTrailersReachNoNode(String value) {
        client.posts(1, "/").data(1, "x");
        Peer node = stand.node(1);
        client.sends(FrameType.HEADERS, BOTH, 1, FrameLines.block("x-t", value));

        assertThat(client.got()).containsExactly("RST_STREAM 1 PROTOCOL_ERROR");
        assertThat(node.got()).endsWith("\r\n\r\n1\r\nx");
        assertThat(node.isOpen()).isFalse();
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void aBlockThatCannotBeDecodedEndsTheConnection() {
        client.sends(FrameType.HEADERS, BOTH, 1, "\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff");

        connectionEnds(1, "COMPRESSION_ERROR", "h2-compression");
    }

    @Test
    void nothingComesBetweenHeadersAndContinuation() {
        client.sends(FrameType.HEADERS, FrameType.END_STREAM, 1, FrameClient.request("GET", "/"));
        client.sends(FrameType.PING, 0, 0, "12345678");

        connectionEnds(1, "PROTOCOL_ERROR", "h2-protocol");
    }

    @Test
    void aHeadMayComeInPieces() {
        String block = FrameClient.request("GET", "/pieces");
        client.sends(FrameType.HEADERS, FrameType.END_STREAM, 1, block.substring(0, 3));
        client.sends(FrameType.CONTINUATION, 0, 1, block.substring(3, 4));
        client.sends(FrameType.CONTINUATION, FrameType.END_HEADERS, 1, block.substring(4));

        assertThat(stand.node(1).got()).startsWith("GET /pieces HTTP/1.1\r\n");
    }

    @Test
    void paddingAndPriorityAreLeftAside() {
        String block = FrameClient.request("GET", "/padded");
        client.sends(
                FrameType.HEADERS,
                BOTH | FrameType.PADDED | FrameType.PRIORITISED,
                1,
                "\3" + FrameLines.number(0) + "\7" + block + "abc");

        assertThat(stand.node(1).got()).startsWith("GET /padded HTTP/1.1\r\n");
    }

    /** RFC 7540 §5.3.1, for which h2spec asks; there is no stream yet that could end alone. */
    @Test
    void aHeadByWhichAStreamWaitsForItselfEndsTheConnection() {
        String priority = FrameLines.number(1) + "\7";
        client.sends(
                FrameType.HEADERS, BOTH | FrameType.PRIORITISED, 1, priority + FrameClient.request("GET", "/itself"));

        connectionEnds(1, "PROTOCOL_ERROR", "h2-protocol");
    }

    @Test
    void aPriorityByWhichAStreamWaitsForItselfEndsTheStream() {
        client.gets(1, "/").sends(FrameType.PRIORITY, 0, 1, FrameLines.number(1) + "\7");

        streamEnds(1, "PROTOCOL_ERROR", "h2-protocol");
    }

    @Test
    void aPriorityOfAWrongLengthEndsItsStreamAlone() {
        client.gets(1, "/").sends(FrameType.PRIORITY, 0, 1, "1234");

        streamEnds(1, "FRAME_SIZE_ERROR", "h2-frame-size");
    }

    @Test
    void moreThanTheWindowOfAStreamIsAnError() {
        client.posts(1, "/");
        stand.node(1).takes(1);
        for (int i = 0; i < 5; i++) {
            client.data(1, "x".repeat(16_000));
        }

        assertThat(client.got()).contains("RST_STREAM 1 FLOW_CONTROL_ERROR");
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void aWindowHasALimit() {
        client.gets(1, "/").opens(1, Integer.MAX_VALUE);
        streamEnds(1, "FLOW_CONTROL_ERROR", "h2-flow-control");

        client.opens(0, Integer.MAX_VALUE);
        assertThat(client.got()).contains("GOAWAY 101 FLOW_CONTROL_ERROR");
    }

    @Test
    void settingsOfOneKindCountOneByOne() {
        client.gets(1, "/").opens(1, 1);

        client.sends(
                FrameType.SETTINGS, 0, 0, FrameLines.setting(4, Integer.MAX_VALUE) + FrameLines.setting(4, 65_535));

        connectionEnds(1, "FLOW_CONTROL_ERROR", "h2-flow-control");
    }

    @Test
    void theGreatestWindowOnTheWayIsNone() {
        client.gets(1, "/").gets(3, "/");

        client.sends(
                FrameType.SETTINGS, 0, 0, FrameLines.setting(4, Integer.MAX_VALUE) + FrameLines.setting(4, 65_535));

        assertThat(client.got()).containsExactly("SETTINGS ACK");
        stand.abort();
    }

    /** The value in the middle is too large for the second stream alone, which was opened by one octet. */
    @ParameterizedTest
    @ValueSource(ints = {4, 2})
    void aWindowThatIsTooLargeOnTheWayIsAnErrorBeforeALaterOne(int bad) {
        client.gets(1, "/").gets(3, "/").opens(3, 1);

        client.sends(
                FrameType.SETTINGS,
                0,
                0,
                FrameLines.setting(4, 0)
                        + FrameLines.setting(4, Integer.MAX_VALUE)
                        + FrameLines.setting(4, 1)
                        + FrameLines.setting(bad, bad == 4 ? 65_535 : 2));

        connectionEnds(3, "FLOW_CONTROL_ERROR", "h2-flow-control");
    }

    @Test
    void whatComesAfterAnErrorIsThrownAway() {
        client.sends(FrameType.PING, 0, 1, "12345678").gets(1, "/");

        connectionEnds(0, "PROTOCOL_ERROR", "h2-protocol");
        assertThat(stand.network().isUntouched(1)).isTrue();
        client.peer().ends();
        assertThat(client.peer().isOpen()).isFalse();
    }
}
