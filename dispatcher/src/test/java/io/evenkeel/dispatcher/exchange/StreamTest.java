// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.NodeTimeouts;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.exchange.client.AnswerWriter;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of requests on streams that are not HTTP/1: payload with a told end one way, data alone the other. */
class StreamTest {

    private static final String GET = "GET /cart HTTP/1.1\r\nHost: shop\r\n\r\n";
    private static final String FIVE = "POST /cart HTTP/1.1\r\nHost: shop\r\nContent-Length: 5\r\n\r\n";
    private static final String UNKNOWN = "POST /cart HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private static PayloadStream stream(MemoryStand stand) {
        return new PayloadStream(stand.context(), stand.rules());
    }

    /** Octets behind the head of the request that a node got. */
    private static String body(Peer node) {
        String got = node.got();
        return got.substring(got.indexOf("\r\n\r\n") + 4);
    }

    private static void send(Peer node, String octets, boolean bytewise) {
        if (bytewise) {
            node.sendsBytewise(octets);
        } else {
            node.sends(octets);
        }
    }

    @Test
    void anAnswerReachesTheStreamAsHeadDataAndEnd() {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(GET);
        Peer node = stand.node(1);
        assertThat(node.got()).startsWith("GET /cart HTTP/1.1\r\n").endsWith("\r\n\r\n");

        node.sends(OK);

        assertThat(stream.events()).containsExactly("head 200", "end", "over");
        assertThat(stream.data()).isEqualTo("ok");
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void payloadWithALengthGoesToTheNodeAsItIs() {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(FIVE);
        Peer node = stand.node(1);

        stream.sends("he").sends("l").sendsLast("lo");

        String got = node.got();
        assertThat(got).contains("\r\nContent-Length: 5\r\n").endsWith("\r\n\r\nhello");
        node.sends(OK);
        assertThat(stream.events()).containsExactly("head 200", "end", "over");
    }

    @Test
    void theLastOctetOfALengthWaitsForTheEnd() {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(FIVE);
        Peer node = stand.node(1);

        stream.sends("hello");
        assertThat(body(node)).isEqualTo("hell");
        stream.ends();

        assertThat(node.got()).isEqualTo("o");
    }

    @Test
    void payloadWithoutALengthIsPutIntoChunks() {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(UNKNOWN);
        Peer node = stand.node(1);

        stream.sends("hello").sends("x".repeat(300)).sendsLast("!");

        String got = node.got();
        assertThat(got).contains("\r\nTransfer-Encoding: chunked\r\n").doesNotContain("Content-Length");
        assertThat(got.substring(got.indexOf("\r\n\r\n") + 4))
                .isEqualTo("5\r\nhello\r\n12c\r\n" + "x".repeat(300) + "\r\n1\r\n!\r\n0\r\n\r\n");
    }

    @Test
    void anEmptyBodyWithoutALengthIsOneLastChunk() {
        MemoryStand stand = new MemoryStand(1);
        stream(stand).begins(UNKNOWN).ends();

        assertThat(body(stand.node(1))).isEqualTo("0\r\n\r\n");
    }

    @Test
    void theNodesConnectionIsUsedAgainAfterPayloadInChunks() {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream one = stream(stand).begins(UNKNOWN).sends("hello").ends();
        Peer node = stand.node(1);
        assertThat(body(node)).isEqualTo("5\r\nhello\r\n0\r\n\r\n");
        node.sends(OK);
        assertThat(one.events()).contains("over");

        stream(stand).begins(FIVE).sendsLast("again");

        assertThat(stand.network().isUntouched(1)).isTrue();
        assertThat(body(node)).isEqualTo("again");
    }

    @ParameterizedTest
    @CsvSource({"hello!, ''", "hel, lo!", "hello, !"})
    void morePayloadThanItsLengthNeverMakesAWholeRequest(String first, String second) {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(FIVE);
        Peer node = stand.node(1);

        stream.sends(first).sendsLast(second);

        assertThat(body(node)).hasSizeLessThan(5);
        assertThat(node.isOpen()).isFalse();
        assertThat(stream.events().subList(0, 2)).containsExactly("refused bad-length", "own 400");
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void lessPayloadThanItsLengthNeverMakesAWholeRequest() {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(FIVE);
        Peer node = stand.node(1);

        stream.sends("hel").ends();

        assertThat(body(node)).isEqualTo("hel");
        assertThat(node.isOpen()).isFalse();
        assertThat(stream.events()).containsExactly("refused bad-length", "own 400", "over");
    }

    @Test
    void payloadWithoutALengthIsLimited() {
        MemoryStand stand = new MemoryStand(1, s -> s.limits(8192, 4096, 100, 10), c -> {});
        PayloadStream stream = stream(stand).begins(UNKNOWN);
        Peer node = stand.node(1);

        stream.sends("0123456789").sends("x");

        assertThat(body(node)).isEqualTo("a\r\n0123456789");
        assertThat(node.isOpen()).isFalse();
        assertThat(stream.events()).containsExactly("refused body-too-large", "own 413", "over, unread");
    }

    @ParameterizedTest
    @ValueSource(strings = {FIVE, UNKNOWN})
    void anAnswerMayComeBeforeTheEndOfTheBody(String head) {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(head).sends("hel");
        Peer node = stand.node(1);

        node.sends(OK);

        assertThat(stream.events()).containsExactly("head 200", "end", "over, unread");
        assertThat(node.isOpen())
                .as("half a request must not be finished by another")
                .isFalse();
        stream.sendsLast("lo");
        assertThat(node.got()).as("the exchange is over").endsWith("hel");
    }

    @Test
    void theRestOfABodyGoesOnWhileItsAnswerComes() {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(UNKNOWN).sends("hel");
        Peer node = stand.node(1);
        node.sends("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab");

        stream.sendsLast("lo");
        node.sends("cd");

        assertThat(body(node)).isEqualTo("3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n");
        assertThat(stream.data()).isEqualTo("abcd");
        assertThat(stream.events()).containsExactly("head 200", "end", "over");
        assertThat(node.isOpen()).isTrue();
    }

    @Test
    void aMalformedBodyCutsAnAnswerThatHasBegun() {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(FIVE).sends("hel");
        Peer node = stand.node(1);
        node.sends("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab");

        stream.ends();

        assertThat(node.isOpen()).isFalse();
        assertThat(stream.events()).containsExactly("head 200", "refused bad-length", "cut");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void chunksReachTheStreamAsDataAndTheTrailerAsItsEnd(boolean bytewise) {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(GET);
        Peer node = stand.node(1);
        String answer = CHUNKED + "5;a=b\r\nhello\r\n1\r\n!\r\n0\r\nX-Sum: 1\r\nContent-Length: 9\r\n\r\n";

        send(node, answer, bytewise);

        assertThat(stream.data()).isEqualTo("hello!");
        assertThat(stream.events()).containsExactly("head 200", "end X-Sum: 1", "over");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void chunksWithoutATrailerEndOnce(boolean bytewise) {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(GET);
        Peer node = stand.node(1);
        String answer = CHUNKED + "5\r\nhello\r\n0\r\n\r\n";

        send(node, answer, bytewise);

        assertThat(stream.data()).isEqualTo("hello");
        assertThat(stream.events()).containsExactly("head 200", "end", "over");
    }

    @Test
    void theEndOfTheNodesConnectionIsTheEndOfAnAnswerWithoutALength() {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(GET);

        stand.node(1).sendsAndEnds("HTTP/1.1 200 OK\r\n\r\nhello");

        assertThat(stream.data()).isEqualTo("hello");
        assertThat(stream.events()).containsExactly("head 200", "end", "over");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
                "HTTP/1.1 200 OK\r\n\r\nhello"
            })
    void anAnswerThatBreaksIsCutAndHasNoEnd(String answer) {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(GET);
        Peer node = stand.node(1);
        node.sends(answer);

        node.breaks();

        assertThat(stream.data()).isEqualTo("hello");
        assertThat(stream.events()).containsExactly("head 200", "cut");
        assertThat(stand.inFlight()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"GET, 204", "GET, 304", "HEAD, 200"})
    void anAnswerWithoutABodyEndsWithItsHead(String method, int status) {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(method + " / HTTP/1.1\r\nHost: a\r\n\r\n");

        stand.node(1).sends("HTTP/1.1 " + status + " x\r\nContent-Length: 7\r\n\r\n");

        assertThat(stream.events()).containsExactly("head " + status, "end", "over");
        assertThat(stream.data()).isEmpty();
    }

    @Test
    void interimAnswersPass() {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream =
                stream(stand).begins("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
        Peer node = stand.node(1);
        node.sends("HTTP/1.1 100 Continue\r\n\r\n");
        assertThat(stream.events()).containsExactly("interim 100");

        stream.sendsLast("hi");
        node.sends(OK);

        assertThat(body(node)).isEqualTo("hi");
        assertThat(stream.events()).containsExactly("interim 100", "head 200", "end", "over");
    }

    /** Each read ends within a head, so that what is kept never becomes empty. */
    @Test
    void interimAnswersThatAreCutByReadsPassInTheirOrder() {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(GET);
        Peer node = stand.node(1);
        List<String> expected = new ArrayList<>();
        String begun = "";
        for (int i = 0; i < 50; i++) {
            String head = "HTTP/1.1 " + (103 + i) + " Hint\r\nX: " + "y".repeat(1000) + "\r\n\r\n";
            int cut = 13 * (i + 1);
            node.sends(begun + head.substring(0, cut));
            begun = head.substring(cut);
            expected.add("interim " + (103 + i));
        }

        node.sends(begun + OK);

        expected.addAll(List.of("head 200", "end", "over"));
        assertThat(stream.events()).containsExactlyElementsOf(expected);
        assertThat(stream.data()).isEqualTo("ok");
    }

    @Test
    void aFullStreamHoldsItsNodeBack() {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(GET);
        Peer node = stand.node(1);
        stream.fills();

        node.sends("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab");
        assertThat(node.isHeldBack()).isTrue();
        node.sends("cd");
        assertThat(stream.data()).isEqualTo("ab");
        stream.drains();

        assertThat(node.isHeldBack()).isFalse();
        assertThat(stream.data()).isEqualTo("abcd");
        assertThat(stream.events()).containsExactly("head 200", "end", "over");
    }

    @Test
    void aStreamWithLittleRoomHasItsNodeReadInSmallPieces() {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(GET);
        Peer node = stand.node(1);
        assertThat(node.isReadInSmallPieces()).isFalse();

        stream.room(64 << 10);
        node.sends("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nab");
        assertThat(node.isReadInSmallPieces()).isTrue();
        stream.room(AnswerWriter.UNLIMITED);
        node.sends("cd");

        assertThat(node.isReadInSmallPieces()).isFalse();
    }

    @Test
    void aSlowNodeHoldsPayloadWithALengthBack() {
        slowNode(FIVE, "a", "bcde");
    }

    @Test
    void aSlowNodeHoldsPayloadInChunksBack() {
        slowNode(UNKNOWN, "3", "\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
    }

    private static void slowNode(String head, String firstOctet, String rest) {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream stream = stream(stand).begins(head);
        Peer node = stand.node(1);
        node.got();
        node.takes(1);

        stream.sends("abc");

        assertThat(node.got()).isEqualTo(firstOctet);
        assertThat(stream.isHeldBack()).isTrue();
        stream.sendsLast("de");
        assertThat(node.got()).isEmpty();
        node.takesAll();
        assertThat(node.got()).isEqualTo(rest);
        assertThat(stream.isHeldBack()).isFalse();
    }

    @Test
    void aBodyThatStopsIsRefusedAfterItsTimeout() {
        MemoryStand stand = new MemoryStand(1, s -> s.clientTimeouts(20_000, 300, 20_000), c -> {});
        PayloadStream stream = stream(stand).begins(FIVE).sends("hel");
        Peer node = stand.node(1);

        stand.pass(Duration.ofMillis(295));
        assertThat(stream.events()).isEmpty();
        stand.pass(Duration.ofMillis(110));

        assertThat(stream.events()).containsExactly("refused body-timeout", "own 408", "over, unread");
        assertThat(node.isOpen()).isFalse();
    }

    @Test
    void eachStreamHasADeadlineOfItsOwn() {
        MemoryStand stand = new MemoryStand(
                2,
                s -> {},
                c -> c.timeouts =
                        new NodeTimeouts(Duration.ofSeconds(20), Duration.ofMillis(300), Duration.ofSeconds(20)));
        PayloadStream one = stream(stand).begins(GET);
        stand.node(1).got();
        stand.pass(Duration.ofMillis(200));
        PayloadStream two = stream(stand).begins(GET);
        stand.node(2).got();

        stand.pass(Duration.ofMillis(200));

        assertThat(one.events()).containsExactly("refused response-timeout", "own 504", "over");
        assertThat(two.events()).isEmpty();
        stand.pass(Duration.ofMillis(210));
        assertThat(two.events()).containsExactly("refused response-timeout", "own 504", "over");
    }

    @Test
    void anExchangeServesOneStreamAfterAnother() {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream one = stream(stand).begins(UNKNOWN).sends("half");
        Exchange exchange = one.exchange();
        Peer first = stand.node(1);
        assertThat(body(first)).isEqualTo("4\r\nhalf");

        assertThat(one.resets()).isTrue();

        assertThat(first.isOpen()).isFalse();
        assertThat(stand.inFlight()).isZero();
        PayloadStream two = stream(stand).begins(FIVE);
        assertThat(two.exchange()).isSameAs(exchange);
        two.sendsLast("hello");
        Peer second = stand.node(1);
        assertThat(body(second)).isEqualTo("hello");
        second.sends(OK);
        assertThat(two.events()).containsExactly("head 200", "end", "over");
        assertThat(two.data()).isEqualTo("ok");
        assertThat(one.events()).isEmpty();
    }

    @Test
    void anExchangeWhoseAnswerWasCutServesTheNextStream() {
        MemoryStand stand = new MemoryStand(1);
        PayloadStream one = stream(stand).begins(GET);
        Exchange exchange = one.exchange();
        Peer first = stand.node(1);
        first.sends("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");
        first.breaks();
        assertThat(one.events()).containsExactly("head 200", "cut");

        PayloadStream two = stream(stand).begins(GET);

        assertThat(two.exchange()).isSameAs(exchange);
        stand.node(1).sends(OK);
        assertThat(two.events()).containsExactly("head 200", "end", "over");
    }

    @Test
    void streamsAtTheSameTimeHaveAnExchangeEach() {
        MemoryStand stand = new MemoryStand(2);
        PayloadStream one = stream(stand).begins(GET);
        PayloadStream two = stream(stand).begins(GET);
        assertThat(one.exchange()).isNotSameAs(two.exchange());

        stand.node(2).sends("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\ntwo");
        stand.node(1).sends("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none");

        assertThat(one.data()).isEqualTo("one");
        assertThat(two.data()).isEqualTo("two");
    }

    private static MemoryStand oneAtATime() {
        return new MemoryStand(1, s -> {}, c -> {
            c.nodes.set(0, new NodeSettings("a", c.nodes.get(0).address(), 1, 1, Integer.MAX_VALUE));
            c.queue = new QueueSettings(4, Duration.ofSeconds(2));
        });
    }

    @Test
    void aStreamThatLeavesTheQueueLeavesItsExchangeToOthers() {
        MemoryStand stand = oneAtATime();
        PayloadStream one = stream(stand).begins(GET);
        PayloadStream two = stream(stand).begins(GET);
        assertThat(two.isHeldBack()).as("the whole request has come").isFalse();

        assertThat(two.resets()).isTrue();

        stand.node(1).sends(OK);
        assertThat(one.events()).contains("over");
        assertThat(stand.network().isUntouched(1)).isTrue();
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void anExchangeThatIsJustGrantedANodeServesNobodyElse() {
        MemoryStand stand = oneAtATime();
        PayloadStream one = stream(stand).begins(GET);
        PayloadStream two = stream(stand).begins(GET);
        Exchange waiting = two.exchange();
        boolean[] given = {true};
        one.atEnd(() -> given[0] = two.resets());

        stand.node(1).sends(OK);

        assertThat(given[0]).as("the node is on its way to it").isFalse();
        PayloadStream three = stream(stand).begins(GET);
        assertThat(three.exchange()).isNotSameAs(waiting);
        assertThat(stand.inFlight()).as("the third one's alone").isEqualTo(1);
        assertThat(two.events()).isEmpty();
    }

    @Test
    void aRequestOfWhichNothingWasSentGoesToAnotherNodeWithItsPayload() {
        MemoryStand stand = new MemoryStand(2);
        stand.network().refuses(1);
        PayloadStream stream = stream(stand).begins(UNKNOWN).sends("hel").sendsLast("lo");

        Peer second = stand.node(2);

        assertThat(body(second)).isEqualTo("3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n");
        second.sends(OK);
        assertThat(stream.events()).containsExactly("head 200", "end", "over");
    }

    @Test
    void aTunnelGetsTheConnectionThatTheStreamHandsOver() {
        MemoryStand stand = new MemoryStand(1);
        MemoryStand.Carrier carrier = stand.carrier();
        PayloadStream stream = stream(stand);
        stream.carriedBy(carrier.connection());
        stream.begins("GET /chat HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
        Peer node = stand.node(1);
        node.got();

        node.sends("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhi");
        assertThat(carrier.peer().got()).isEqualTo("hi");
        carrier.peer().sends("you");
        assertThat(node.got()).isEqualTo("you");
        node.ends();
        carrier.peer().ends();

        assertThat(stream.events()).containsExactly("upgraded", "tunnel over");
        assertThat(stand.inFlight()).isZero();
    }
}
