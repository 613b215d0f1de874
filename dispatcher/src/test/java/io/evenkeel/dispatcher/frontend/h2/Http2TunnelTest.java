// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.TelemetrySettings.TraceSettings;
import io.evenkeel.config.TelemetrySettings.Untrusted;
import io.evenkeel.config.cluster.NodeTimeouts;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.exchange.head.HeldMemory;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** WebSockets on streams of HTTP/2 (RFC 8441), and other protocols that a client may ask for. */
class Http2TunnelTest {

    private static final int INITIAL_WINDOW = 4;
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final String UNPROVED = "HTTP/1.1 101 x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n";
    private static final String OPENED = "HEADERS 1 200";
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final MemoryStand stand =
            new MemoryStand(1, s -> {}, c -> c.timeouts = new NodeTimeouts(SECOND, SECOND, Duration.ofMillis(500)));
    private final FrameClient client = FrameClient.of(stand);

    private static String connect(String protocol, String... more) {
        List<String> fields = new ArrayList<>(List.of(":method", "CONNECT", ":protocol", protocol));
        fields.addAll(List.of(":scheme", "http", ":path", "/chat?room=1", ":authority", "shop"));
        fields.addAll(Arrays.asList(more));
        return FrameLines.block(fields.toArray(new String[0]));
    }

    private FrameClient asks(int stream) {
        return client.sends(FrameType.HEADERS, FrameType.END_HEADERS, stream, connect("websocket"));
    }

    private static String proof(String head) {
        String name = "\r\nSec-WebSocket-Key: ";
        int from = head.indexOf(name) + name.length();
        return proofFor(head.substring(from, head.indexOf("\r\n", from)));
    }

    /** The proof that a node knows the protocol (RFC 6455 §4.2.2). */
    static String proofFor(String key) {
        assertThat(Base64.getDecoder().decode(key)).hasSize(16);
        try {
            byte[] both = (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII);
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-1").digest(both));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-1", e);
        }
    }

    /** The head of a node's answer that opens a WebSocket. */
    static String switching(String proof) {
        return "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: "
                + proof + "\r\n\r\n";
    }

    /** Opens a tunnel on a stream of a client. */
    private static Peer opens(MemoryStand stand, FrameClient client, int stream) {
        client.sends(FrameType.HEADERS, FrameType.END_HEADERS, stream, connect("websocket"));
        Peer node = stand.node(1);
        node.sends(switching(proof(node.got())));
        assertThat(client.got()).containsExactly("HEADERS " + stream + " 200");
        return node;
    }

    private Peer opens() {
        return opens(stand, client, 1);
    }

    private void nothingRuns(Peer node) {
        assertThat(node.isOpen()).isFalse();
        assertThat(stand.inFlight()).isZero();
    }

    private void theConnectionGoesOn() {
        client.gets(101, "/");
        stand.answer(1, OK);
        assertThat(client.got()).contains("DATA 101 ok END");
    }

    @Test
    void aTunnelWhoseOctetsWaitMakesRoomAsABodyDoes() {
        HeldMemory bodies = HeldMemory.bodies(stand.context().loop());
        bodies.bound(10_000);
        stand.trace(new TraceSettings(1, true, Untrusted.CONTINUE));
        Peer node = opens();
        node.takes(1);
        client.data(1, "x".repeat(8_000)).data(1, "x".repeat(8_000));

        assertThat(client.got()).containsExactly("RST_STREAM 1 ENHANCE_YOUR_CALM");
        assertThat(bodies.bytes()).isZero();
        nothingRuns(node);
        assertThat(stand.recorded()).singleElement().satisfies(span -> {
            assertThat(span.brokenBy()).isEqualTo("dispatcher");
            assertThat(span.status()).isEqualTo(101);
        });
        assertThat(stand.traffic().refused()).containsEntry("bodies-full", 1L);
        theConnectionGoesOn();
    }

    @Test
    void octetsGoBothWaysUntilBothSidesHaveEnded() {
        client.sends(
                FrameType.HEADERS,
                FrameType.END_HEADERS,
                1,
                connect("websocket", "sec-websocket-protocol", "chat", "origin", "http://shop"));
        Peer node = stand.node(1);
        String head = node.got();
        assertThat(head)
                .startsWith("GET /chat?room=1 HTTP/1.1\r\n")
                .containsIgnoringCase("\r\nHost: shop\r\n")
                .containsIgnoringCase("\r\nConnection: Upgrade\r\n")
                .containsIgnoringCase("\r\nUpgrade: websocket\r\n")
                .containsIgnoringCase("\r\nSec-WebSocket-Version: 13\r\n")
                .contains("\r\nsec-websocket-protocol: chat\r\n", "\r\norigin: http://shop\r\n")
                .doesNotContainIgnoringCase("Transfer-Encoding");

        node.sends(switching(proof(head)).replace("\r\n\r\n", "\r\nSec-WebSocket-Protocol: chat\r\n\r\nhello"));
        assertThat(client.got()).containsExactly(OPENED + " sec-websocket-protocol=chat", "DATA 1 hello");
        client.data(1, "one").data(1, "two");
        assertThat(node.got()).isEqualTo("onetwo");
        node.sends("three");
        assertThat(client.got()).containsExactly("DATA 1 three");

        client.lastData(1, "four");
        assertThat(node.got()).isEqualTo("four");
        assertThat(node.sawEnd()).isTrue();
        assertThat(stand.inFlight()).isEqualTo(1);
        node.sendsAndEnds("five");

        assertThat(client.got()).containsExactly("DATA 1 five", "DATA 1  END");
        nothingRuns(node);
        theConnectionGoesOn();
    }

    @Test
    void theNodeMayEndFirst() {
        Peer node = opens();
        node.ends();
        assertThat(client.got()).containsExactly("DATA 1  END");

        client.data(1, "still").lastData(1, "");

        assertThat(node.got()).isEqualTo("still");
        nothingRuns(node);
        assertThat(client.got()).isEmpty();
        theConnectionGoesOn();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                UNPROVED + "\r\n",
                UNPROVED + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 204 OK\r\n\r\n"
            })
    void whatOpensNoWebSocketNeverLooksAsIfItDid(String answer) {
        asks(1);
        Peer node = stand.node(1);
        node.sends(answer);

        assertThat(client.got().get(0)).startsWith("HEADERS 1 502 ");
        assertThat(stand.traffic().refused()).containsEntry("no-websocket", 1L);
        nothingRuns(node);
        theConnectionGoesOn();
    }

    /** A client may ask for a WebSocket on any page: the node that answers with the page does its work. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\nok",
                "HTTP/1.1 204 OK\r\n\r\n"
            })
    void aPageInThePlaceOfAWebSocketIsNoFailureOfItsNode(String answer) {
        asks(1);
        Peer node = stand.node(1);
        node.sends(answer);

        assertThat(client.got().get(0)).startsWith("HEADERS 1 502 ");
        assertThat(stand.counts(1).failed()).isZero();
        assertThat(stand.counts(1).abandoned()).isEqualTo(1);
        nothingRuns(node);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"})
    void aFalseProofIsAFailureOfItsNode(String field) {
        asks(1);
        Peer node = stand.node(1);
        node.sends(UNPROVED + field + "\r\n");

        assertThat(client.got().get(0)).startsWith("HEADERS 1 502 ");
        assertThat(stand.counts(1).failed()).isEqualTo(1);
        nothingRuns(node);
    }

    @Test
    void aProofThatIsThereTwiceIsNone() {
        asks(1);
        Peer node = stand.node(1);
        String proof = proof(node.got());
        node.sends(switching(proof + "\r\nSec-WebSocket-Accept: " + proof.toLowerCase(Locale.ROOT)));

        assertThat(client.got().get(0)).startsWith("HEADERS 1 502 ");
        nothingRuns(node);
    }

    /** RFC 6455 §4.1: the node must say that it goes on with this protocol, and with no other. */
    @ParameterizedTest
    @ValueSource(strings = {"Upgrade: foo", "Upgrade: websocket, foo", "Upgrade: websocket\r\nUpgrade: foo", "X: y"})
    void anotherProtocolIsNoWebSocketWhateverItsProof(String upgrade) {
        asks(1);
        Peer node = stand.node(1);
        node.sends(switching(proof(node.got())).replace("Upgrade: websocket", upgrade));

        assertThat(client.got().get(0)).startsWith("HEADERS 1 502 ");
        assertThat(stand.traffic().refused()).containsEntry("no-websocket", 1L);
        nothingRuns(node);
        theConnectionGoesOn();
    }

    @Test
    void theNameOfTheProtocolMayBeWrittenInAnyCase() {
        asks(1);
        Peer node = stand.node(1);
        node.sends(switching(proof(node.got())).replace("Upgrade: websocket", "Upgrade: WebSocket"));

        assertThat(client.got()).containsExactly(OPENED);
    }

    @Test
    void aNodeMayRefuse() {
        asks(1);
        stand.node(1).sends("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno");

        assertThat(client.got())
                .containsExactly("HEADERS 1 403 content-length=2", "DATA 1 no END", "RST_STREAM 1 NO_ERROR");
        assertThat(stand.inFlight()).isZero();
        theConnectionGoesOn();
    }

    @Test
    void whatAHastyClientSendsWaitsForTheTunnel() {
        asks(1).data(1, "early ").lastData(1, "bird");
        Peer node = stand.node(1);
        String head = node.got();
        assertThat(head).endsWith("\r\n\r\n");

        node.sends(switching(proof(head)));

        assertThat(node.got()).isEqualTo("early bird");
        assertThat(node.sawEnd()).isTrue();
        node.ends();
        assertThat(client.got()).containsExactly(OPENED, "DATA 1  END");
        nothingRuns(node);
    }

    @Test
    void aClientThatHasEndedWithItsHeadIsHeardAsEnded() {
        client.sends(FrameType.HEADERS, FrameType.END_HEADERS | FrameType.END_STREAM, 1, connect("websocket"));
        Peer node = stand.node(1);
        node.sends(switching(proof(node.got())));

        assertThat(node.sawEnd()).isTrue();
    }

    @Test
    void aResetIsAResetForTheNode() {
        Peer node = opens();

        client.resets(1);

        assertThat(node.sawReset()).isTrue();
        nothingRuns(node);
        theConnectionGoesOn();
    }

    @Test
    void aNodeThatBreaksResetsTheStream() {
        Peer node = opens();

        node.sendsAndBreaks("last");

        assertThat(client.got()).containsExactly("DATA 1 last", "RST_STREAM 1 CANCEL");
        nothingRuns(node);
        theConnectionGoesOn();
    }

    @Test
    void nodesThatBreakCostTheClientNothing() {
        for (int stream = 1; stream < 801; stream += 2) {
            opens(stand, client, stream).breaks();
            assertThat(client.got()).containsExactly("RST_STREAM " + stream + " CANCEL");
        }
        assertThat(client.peer().isOpen()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theEndOfTheConnectionIsAResetForTheNode(boolean inOrder) {
        Peer node = opens();
        if (inOrder) {
            client.peer().ends();
        } else {
            client.peer().breaks();
        }

        assertThat(node.sawReset()).isTrue();
        nothingRuns(node);
        assertThat(client.peer().isOpen()).isFalse();
        assertThat(stand.traffic().open()).isZero();
    }

    @Test
    void aClientThatEndsItsConnectionBeforeThereIsATunnelIsLetGo() {
        asks(1);
        Peer node = stand.node(1);

        client.peer().ends();

        nothingRuns(node);
        assertThat(client.peer().isOpen()).isFalse();
    }

    @Test
    void anErrorOfTheConnectionEndsItsTunnels() {
        Peer node = opens();

        client.sends(FrameType.PING, 0, 1, "12345678");

        assertThat(client.got()).containsExactly("GOAWAY 1 PROTOCOL_ERROR");
        assertThat(node.sawReset()).isTrue();
        nothingRuns(node);
    }

    @Test
    void aTunnelHasNoFields() {
        Peer node = opens();

        client.sends(
                FrameType.HEADERS, FrameType.END_HEADERS | FrameType.END_STREAM, 1, FrameLines.block("x-sum", "1"));

        assertThat(client.got()).containsExactly("RST_STREAM 1 PROTOCOL_ERROR");
        assertThat(stand.traffic().refused()).containsEntry("h2-malformed", 1L);
        nothingRuns(node);
        theConnectionGoesOn();
    }

    @Test
    void aClosedWindowHoldsTheNodeBack() {
        FrameClient slow = FrameClient.of(stand, FrameLines.setting(INITIAL_WINDOW, 3));
        Peer node = opens(stand, slow, 1);
        node.sends("hello");
        assertThat(slow.got()).containsExactly("DATA 1 hel");
        assertThat(node.isHeldBack()).isTrue();
        assertThat(node.isReadInSmallPieces()).isTrue();
        node.sends(" again");
        node.ends();

        slow.opens(1, 3);
        assertThat(slow.got()).containsExactly("DATA 1 lo", "DATA 1  ");
        slow.opens(1, 100);

        assertThat(slow.got()).containsExactly("DATA 1 again", "DATA 1  END");
    }

    @Test
    void aSlowNodeHoldsItsStreamBackAndNoOther() {
        Peer node = opens();
        String part = "0123456789abcdef".repeat(1000);
        node.takes(1);
        for (int i = 0; i < 4; i++) {
            client.data(1, part);
        }
        assertThat(client.got()).isEmpty();
        client.gets(3, "/");
        stand.node(1).sends(OK);
        assertThat(client.got()).contains("DATA 3 ok END");

        node.takesAll();

        assertThat(node.got()).isEqualTo(part.repeat(4));
        assertThat(client.got()).containsExactly("WINDOW_UPDATE 1 64000");
        for (int i = 0; i < 40; i++) {
            client.data(1, part);
        }
        assertThat(node.got()).hasSize(40 * part.length());
    }

    @Test
    void moreThanTheWindowIsAnError() {
        Peer node = opens();
        node.takes(1);
        for (int i = 0; i < 5; i++) {
            client.data(1, "x".repeat(16_000));
        }

        assertThat(client.got()).contains("RST_STREAM 1 FLOW_CONTROL_ERROR");
        nothingRuns(node);
    }

    @Test
    void silenceEndsATunnel() {
        Peer node = opens();
        for (int i = 0; i < 3; i++) {
            stand.pass(Duration.ofMillis(400));
            client.data(1, "x");
            stand.pass(Duration.ofMillis(400));
            node.sends("y");
        }
        assertThat(client.got()).hasSize(3);

        stand.pass(Duration.ofMillis(520));

        assertThat(client.got()).containsExactly("RST_STREAM 1 CANCEL");
        assertThat(node.sawReset()).isTrue();
        nothingRuns(node);
        theConnectionGoesOn();
    }

    @Test
    void aDrainLetsATunnelEndByItself() {
        Peer node = opens();
        stand.drain();
        assertThat(client.got()).first().isEqualTo("GOAWAY 2147483647 NO_ERROR");
        stand.pass(Duration.ofMillis(300));
        client.data(1, "still");
        stand.pass(Duration.ofMillis(300));
        client.data(1, " here");
        stand.pass(Duration.ofMillis(450));
        assertThat(client.got()).containsExactly("GOAWAY 1 NO_ERROR");
        assertThat(node.got()).isEqualTo("still here");
        assertThat(client.peer().sawEnd()).isFalse();

        client.lastData(1, "");
        node.ends();

        assertThat(client.got()).containsExactly("DATA 1  END");
        assertThat(client.peer().sawEnd()).isTrue();
        nothingRuns(node);
    }

    @Test
    void anAbortEndsTunnels() {
        Peer node = opens();

        stand.abort();

        assertThat(client.peer().sawReset()).isTrue();
        nothingRuns(node);
    }

    @ParameterizedTest
    @ValueSource(strings = {"connect-udp", "webtransport", "h2c"})
    void otherProtocolsAreNotKnown(String protocol) {
        client.sends(FrameType.HEADERS, FrameType.END_HEADERS, 1, connect(protocol));

        assertThat(client.got().get(0)).startsWith("HEADERS 1 501 ");
        assertThat(stand.traffic().refused()).containsEntry("unknown-protocol", 1L);
        assertThat(stand.network().isUntouched(1)).isTrue();
        theConnectionGoesOn();
    }

    @Test
    void connectAloneOpensNothing() {
        client.sends(
                FrameType.HEADERS,
                FrameType.END_HEADERS,
                1,
                FrameLines.block(":method", "CONNECT", ":authority", "shop:443"));

        assertThat(client.got().get(0)).startsWith("HEADERS 1 405 ");
    }

    @Test
    void aProtocolNeedsConnect() {
        client.sends(
                FrameType.HEADERS,
                FrameType.END_HEADERS,
                1,
                connect("websocket").replace("\7CONNECT", "\3GET"));

        assertThat(client.got()).containsExactly("RST_STREAM 1 PROTOCOL_ERROR");
        assertThat(stand.traffic().refused()).containsEntry("h2-malformed", 1L);
    }
}
