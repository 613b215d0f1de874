// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.EjectionSettings;
import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.NodeTimeouts;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.node.NodeState;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The life of requests between clients and nodes, in memory and in virtual time: every octet and every moment is the
 * test's.
 */
class RequestLifeTest {

    private static final String GET = "GET /cart HTTP/1.1\r\nHost: shop\r\n\r\n";
    private static final String TWO = "GET /two HTTP/1.1\r\nHost: shop\r\n\r\n";
    private static final String POST = "POST /cart HTTP/1.1\r\nHost: shop\r\nContent-Length: 5\r\n\r\n";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final Duration TICKS = Duration.ofMillis(110);

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    /** One node that takes one task, and a queue of two seconds. */
    private static MemoryStand oneAtATime() {
        return new MemoryStand(1, s -> {}, c -> {
            c.nodes.set(0, new NodeSettings("a", c.nodes.get(0).address(), 1, 1, Integer.MAX_VALUE));
            c.queue = new QueueSettings(4, Duration.ofSeconds(2));
        });
    }

    private static int status(String answer) {
        assertThat(answer).startsWith("HTTP/1.1 ");
        return Integer.parseInt(answer.substring(9, 12));
    }

    @Test
    void aRequestGoesToANodeAndItsAnswerComesBack() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();

        client.sends(GET);
        Peer node = stand.node(1);

        assertThat(node.got())
                .startsWith("GET /cart HTTP/1.1\r\nHost: shop\r\n")
                .endsWith("\r\n\r\n");
        node.sends(OK);
        assertThat(client.got()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nok");
        assertThat(client.isOpen()).isTrue();
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void anUpgradeThatANodeRequiresIsNamed() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();

        client.sends(GET);
        stand.node(1)
                .sends("HTTP/1.1 426 x\r\nUpgrade: websocket\r\nConnection: upgrade\r\nContent-Length: 2\r\n\r\nno");

        assertThat(client.got())
                .startsWith("HTTP/1.1 426 x\r\n")
                .endsWith("\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nno");
        assertThat(client.isOpen()).isTrue();
    }

    @Test
    void octetsMayComeOneByOneOnBothSides() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();

        client.sendsBytewise(POST + "hello");
        Peer node = stand.node(1);

        assertThat(node.got()).startsWith("POST /cart HTTP/1.1\r\n").endsWith("\r\n\r\nhello");
        node.sendsBytewise(OK);
        assertThat(client.got()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nok");
    }

    @Test
    void theNodesConnectionIsUsedAgain() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends(GET);
        Peer node = stand.node(1);
        node.got();
        node.sends(OK);

        client.sends(GET);

        assertThat(stand.network().isUntouched(1)).isTrue();
        assertThat(node.got()).startsWith("GET /cart");
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();

        client.sends("GET /one HTTP/1.1\r\nHost: a\r\n\r\nGET /two HTTP/1.1\r\nHost: a\r\n\r\n");
        Peer node = stand.node(1);

        assertThat(node.got()).startsWith("GET /one").doesNotContain("/two");
        node.sends("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1");
        assertThat(node.got()).startsWith("GET /two");
        node.sends("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2");
        String answers = client.got();
        assertThat(answers.indexOf("\r\n\r\n1")).isPositive().isLessThan(answers.indexOf("\r\n\r\n2"));
    }

    /** The engine closes a client whose handler throws; what the exchange had begun must not reach the next client. */
    @Test
    void anExchangeThatBrokeWhileItBeganLeavesNothingBehind() {
        MemoryStand stand = new MemoryStand(1);
        Peer first = stand.client();
        first.sends(GET);
        Peer kept = stand.node(1);
        kept.sends(OK);
        assertThat(first.got()).endsWith("ok");
        kept.nextWriteThrows(new IllegalStateException("a fault that a test wants"));

        Peer second = stand.client();
        assertThatThrownBy(() -> second.sends(POST + "hello")).isInstanceOf(IllegalStateException.class);
        second.breaks();

        assertThat(kept.isOpen()).as("the connection that may have got a part").isFalse();
        assertThat(stand.inFlight()).isZero();
        first.sends(GET);
        stand.node(1).sends(OK);
        assertThat(first.got()).endsWith("ok");
    }

    /** A request that waited is sent by a task of the loop, whose failure nobody else would hear. */
    @Test
    void aRequestThatWaitedAndCannotBeSentEndsItsClient() {
        MemoryStand stand = oneAtATime();
        Peer first = stand.client();
        first.sends(GET);
        Peer node = stand.node(1);
        Peer second = stand.client();
        second.sends(GET);
        node.got();
        node.nextWriteThrows(new IllegalStateException("a fault that a test wants"));

        node.sends(OK);

        assertThat(first.got()).endsWith("ok");
        assertThat(second.isOpen()).isFalse();
        assertThat(stand.inFlight()).isZero();
    }

    /** So is one that waited for the only connection to its node, which rests for a moment after a 204. */
    @Test
    void aRequestThatWaitedForAConnectionAndCannotBeSentEndsItsClient() {
        MemoryStand stand = new MemoryStand(
                1,
                s -> {},
                c -> c.nodes.set(0, new NodeSettings("a", c.nodes.get(0).address(), 1, Integer.MAX_VALUE, 1)));
        Peer first = stand.client();
        first.sends(GET);
        Peer rests = stand.node(1);
        rests.sends("HTTP/1.1 204 No Content\r\n\r\n");
        assertThat(first.got()).startsWith("HTTP/1.1 204 ");
        Peer second = stand.client();
        second.sends(GET);
        rests.nextWriteThrows(new IllegalStateException("a fault that a test wants"));

        stand.pass(ms(20));

        assertThat(second.isOpen()).isFalse();
        assertThat(stand.inFlight()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {GET, POST + "hello"})
    void aRequestOfWhichNothingWasSentGoesToAnotherNode(String request) {
        MemoryStand stand = new MemoryStand(2);
        stand.network().refuses(1);
        Peer client = stand.client();

        client.sends(request);

        Peer second = stand.node(2);
        String got = second.got();
        assertThat(got).startsWith(request.substring(0, request.indexOf(' ')) + " /cart HTTP/1.1\r\n");
        assertThat(got).endsWith(request.substring(request.indexOf("\r\n\r\n")));
        second.sends(OK);
        assertThat(status(client.got())).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(
            value = NodeProtocol.class,
            names = {"HTTP", "H2"})
    void theLackOfASocketIsNoFailureOfItsNode(NodeProtocol protocol) {
        MemoryStand stand = new MemoryStand(2, s -> {}, c -> {
            c.ejection = EjectionSettings.DEFAULTS;
            c.protocol = protocol;
        });
        stand.network().hasNoSocketFor(1);
        Peer client = stand.client();

        for (int k = 0; k < 3 * EjectionSettings.DEFAULTS.consecutive(); k++) {
            client.sends(POST + "hello");
            assertThat(client.got()).startsWith("HTTP/1.1 503 ").contains("Reason: descriptors-full", "Retry-After: ");
        }

        assertThat(stand.counts(1).failed()).isZero();
        assertThat(stand.counts(1).connections()).isZero();
        assertThat(stand.state(1)).isEqualTo(NodeState.UP);
        assertThat(stand.network().isUntouched(2)).as("it would be no better").isTrue();
        assertThat(stand.traffic().refused().get("descriptors-full"))
                .isEqualTo(3L * EjectionSettings.DEFAULTS.consecutive());
    }

    @Test
    void aSafeRequestGoesElsewhereWhenItsNodeBreaksBeforeTheAnswer() {
        MemoryStand stand = new MemoryStand(2);
        Peer client = stand.client();
        client.sends(GET);
        Peer first = stand.node(1);
        assertThat(first.got()).startsWith("GET");

        first.breaks();

        Peer second = stand.node(2);
        assertThat(second.got()).startsWith("GET");
        second.sends(OK);
        assertThat(status(client.got())).isEqualTo(200);
    }

    @Test
    void aPostThatANodeMayHaveSeenIsDeliveredOnce() {
        MemoryStand stand = new MemoryStand(2);
        Peer client = stand.client();
        client.sends(POST + "hello");
        Peer first = stand.node(1);
        assertThat(first.got()).endsWith("hello");

        first.breaks();

        assertThat(stand.network().isUntouched(2)).isTrue();
        assertThat(status(client.got())).isEqualTo(502);
    }

    @Test
    void noOtherNodeIsTriedOnceAnAnswerHasBegun() {
        MemoryStand stand = new MemoryStand(2);
        Peer client = stand.client();
        client.sends(GET);
        Peer first = stand.node(1);
        first.sends("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");

        first.breaks();

        assertThat(stand.network().isUntouched(2)).isTrue();
        assertThat(client.got()).endsWith("hello");
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void anAnswerWithoutALengthThatBreaksIsCutWithAReset() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends("GET / HTTP/1.0\r\nHost: a\r\n\r\n");
        Peer node = stand.node(1);
        node.sends("HTTP/1.1 200 OK\r\n\r\nhel");

        node.breaks();

        assertThat(client.sawReset())
                .as("a FIN would make the answer look whole")
                .isTrue();
    }

    @Test
    void aConnectThatIsNotAnsweredInTimeGoesElsewhere() {
        MemoryStand stand =
                new MemoryStand(2, s -> {}, c -> c.timeouts = new NodeTimeouts(ms(400), ms(20_000), ms(20_000)));
        stand.network().neverAnswers(1);
        Peer client = stand.client();
        client.sends(GET);

        stand.pass(ms(395));
        assertThat(stand.network().isUntouched(2)).isTrue();
        stand.pass(ms(10));

        assertThat(stand.node(2).got()).startsWith("GET");
    }

    @ParameterizedTest
    @ValueSource(strings = {"G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r"})
    void aHeadThatStopsIsRefusedAfterItsTimeoutAndNotBefore(String half) {
        MemoryStand stand = new MemoryStand(1, s -> s.clientTimeouts(300, 20_000, 20_000), c -> {});
        Peer client = stand.client();
        client.sends(half);

        stand.pass(ms(295));
        assertThat(client.got()).isEmpty();
        stand.pass(TICKS);

        assertThat(status(client.got())).isEqualTo(408);
        stand.pass(ms(6000));
        assertThat(client.sawEnd()).isTrue();
        assertThat(stand.network().isUntouched(1)).isTrue();
    }

    @Test
    void aHeadThatDripsIsRefusedAfterTwiceItsTimeout() {
        MemoryStand stand = new MemoryStand(1, s -> s.clientTimeouts(1000, 20_000, 20_000), c -> {});
        Peer client = stand.client();
        client.sends("GET / HTTP/1.1\r\nHost: a\r\nX: ");
        for (int i = 0; i < 19; i++) {
            stand.pass(ms(100));
            client.sends("x");
        }
        assertThat(client.got()).isEmpty();

        stand.pass(ms(100).plus(TICKS));

        assertThat(status(client.got())).isEqualTo(408);
    }

    @Test
    void aBodyThatStopsIsRefusedAfterItsTimeout() {
        MemoryStand stand = new MemoryStand(1, s -> s.clientTimeouts(20_000, 300, 20_000), c -> {});
        Peer client = stand.client();
        client.sends(POST + "hel");
        Peer node = stand.node(1);

        stand.pass(ms(295));
        assertThat(client.got()).isEmpty();
        stand.pass(TICKS);

        assertThat(status(client.got())).isEqualTo(408);
        assertThat(node.isOpen())
                .as("half a request must not be finished by another")
                .isFalse();
    }

    @Test
    void aBodyThatMovesMayTakeLonger() {
        MemoryStand stand = new MemoryStand(
                1,
                s -> s.clientTimeouts(20_000, 300, 20_000),
                c -> c.timeouts = new NodeTimeouts(ms(20_000), ms(300), ms(20_000)));
        Peer client = stand.client();
        client.sends(POST);
        for (int i = 0; i < 5; i++) {
            stand.pass(ms(250));
            client.sends("x");
        }
        Peer node = stand.node(1);
        assertThat(node.got()).endsWith("xxxxx");
        node.sends(OK);

        assertThat(status(client.got())).isEqualTo(200);
    }

    @Test
    void aSilentNodeIsGivenUpAfterItsTimeout() {
        MemoryStand stand =
                new MemoryStand(1, s -> {}, c -> c.timeouts = new NodeTimeouts(ms(20_000), ms(300), ms(20_000)));
        Peer client = stand.client();
        client.sends(POST + "hello");
        Peer node = stand.node(1);
        node.got();

        stand.pass(ms(295));
        assertThat(client.got()).isEmpty();
        stand.pass(TICKS);

        assertThat(status(client.got())).isEqualTo(504);
        assertThat(node.isOpen()).isFalse();
    }

    /**
     * The node in doubt has not failed the request, so the attempt that {@code retry.attempts} allows is still there.
     */
    @Test
    void aRequestThatLeftANodeInDoubtMayMeetOneThatDoesNotListen() {
        MemoryStand stand = new MemoryStand(3);
        stand.client().sends(GET);
        stand.answer(1, OK);
        List<Peer> clients = Stream.generate(stand::client).limit(4).toList();
        clients.forEach(each -> each.sends(GET));
        Peer second = stand.node(2);
        second.sends(OK);
        stand.answer(3, OK);
        second.breaks();
        stand.network().refuses(2);
        assertThat(stand.tasks(1)).isEqualTo(2);

        stand.pass(ms(1000));

        assertThat(stand.state(1)).isEqualTo(NodeState.SILENT);
        assertThat(stand.tasks(3)).as("both are where they can be served").isEqualTo(2);
    }

    @Test
    void anIdleClientIsClosedAfterItsTimeout() {
        MemoryStand stand = new MemoryStand(1, s -> s.clientTimeouts(20_000, 20_000, 300), c -> {});
        Peer client = stand.client();
        client.sends(GET);
        stand.node(1).sends(OK);
        client.got();

        stand.pass(ms(295));
        assertThat(client.isOpen()).isTrue();
        stand.pass(TICKS);

        assertThat(client.got()).isEmpty();
        assertThat(client.sawEnd()).isTrue();
    }

    @Test
    void aTaskInTheQueueGetsTheNodeThatBecomesFree() {
        MemoryStand stand = oneAtATime();
        Peer one = stand.client();
        Peer two = stand.client();
        one.sends(GET);
        Peer node = stand.node(1);
        two.sends("GET /two HTTP/1.1\r\nHost: a\r\n\r\n");
        node.got();
        assertThat(stand.network().isUntouched(1)).isTrue();

        node.sends(OK);

        assertThat(node.got()).startsWith("GET /two");
        node.sends(OK);
        assertThat(status(two.got())).isEqualTo(200);
    }

    /** A part of its body has come that nobody has read yet; the reset behind it must not wait for that. */
    @Test
    void aClientThatBreaksBehindItsBodyLeavesTheQueueAtOnce() {
        MemoryStand stand = oneAtATime();
        stand.client().sends(GET);
        Peer node = stand.node(1);
        node.got();
        Peer waiting = stand.client();
        waiting.sends(POST);
        waiting.sends("he");
        waiting.sendsAndBreaks("llo");

        node.sends(OK);

        assertThat(node.got())
                .as("what the node got of the client that has gone")
                .isEmpty();
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void aClientThatHasEndedItsOutputStillGetsItsAnswer() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends(GET);
        client.ends();
        Peer node = stand.node(1);

        node.sends(OK);

        assertThat(client.got()).endsWith("ok");
        assertThat(client.sawEnd()).isTrue();
    }

    @Test
    void aClientThatGoesAwayInsideItsBodyLeavesNoHalfRequestBehind() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends(POST + "hel");
        Peer node = stand.node(1);

        client.breaks();

        assertThat(node.isOpen()).isFalse();
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void aSlowClientHoldsItsNodeBackAndGetsEveryOctet() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends(GET);
        Peer node = stand.node(1);
        client.takes(10);

        node.sends("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab");

        assertThat(node.isHeldBack()).isTrue();
        node.sends("cd");
        assertThat(client.got()).hasSize(10);
        client.takesAll();
        assertThat(node.isHeldBack()).isFalse();
        assertThat(client.got()).endsWith("abcd");
    }

    @Test
    void aSlowNodeHoldsItsClientBackAndGetsEveryOctet() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n");
        Peer node = stand.node(1);
        node.got();
        node.takes(1);

        client.sends("abc");

        assertThat(client.isHeldBack()).isTrue();
        client.sends("def");
        assertThat(node.got()).isEqualTo("a");
        node.takesAll();
        assertThat(node.got()).isEqualTo("bcdef");
        assertThat(client.isHeldBack()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "websocket          | chat          | 502",
                "websocket          | websocket, h2 | 502",
                "chat/2             | chat/3        | 502",
                "web                | websocket     | 502",
                "WebSocket          | websocket     | 101",
                "chat/3, chat/2     | chat/2        | 101",
                "TLS/1.0            | tls/1.0       | 101",
                "TLS/1.0 , HTTP/1.1 | TLS/1.0,,HTTP/1.1 | 101"
            })
    void aNodeSwitchesToWhatItsClientNamedOnly(String asked, String answered, int status) {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends("GET /chat HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: " + asked + "\r\n\r\n");

        stand.node(1)
                .sends("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: " + answered
                        + "\r\n\r\nhi");

        assertThat(client.got()).startsWith("HTTP/1.1 " + status + " ");
        client.breaks();
    }

    @Test
    void anUpgradeBecomesATunnelInBothDirections() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends("GET /chat HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
        Peer node = stand.node(1);
        assertThat(node.got()).containsIgnoringCase("Upgrade: websocket");

        node.sends("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhi");

        assertThat(client.got()).startsWith("HTTP/1.1 101 ").endsWith("\r\n\r\nhi");
        client.sends("GET / HTTP/1.1\r\n\r\n");
        assertThat(node.got()).as("bytes of a tunnel are not a request").isEqualTo("GET / HTTP/1.1\r\n\r\n");
        node.ends();
        assertThat(client.sawEnd()).isTrue();
        client.ends();
        assertThat(client.isOpen()).isFalse();
        assertThat(node.isOpen()).isFalse();
    }

    @Test
    void aClientWhoseConnectionIsAssignedKeepsItsNode() {
        MemoryStand stand = new MemoryStand(2, s -> {}, c -> c.assign = ClusterSettings.Assign.CONNECTION);
        Peer one = stand.client();
        one.sends(GET);
        stand.node(1).sends(OK);
        Peer two = stand.client();
        two.sends(GET);
        Peer second = stand.node(2);
        second.got();
        second.sends(OK);
        one.ends();

        two.sends(GET);

        assertThat(second.got()).as("although the first node is empty").startsWith("GET");
    }

    @Test
    void aTaskThatWaitsTooLongForANodeIsRefused() {
        MemoryStand stand = oneAtATime();
        stand.client().sends(GET);
        assertThat(stand.node(1).got()).startsWith("GET");
        Peer two = stand.client();
        two.sends(GET);

        stand.pass(ms(1995));
        assertThat(two.got()).isEmpty();
        stand.pass(TICKS);

        assertThat(status(two.got())).isEqualTo(503);
    }

    @Test
    void anAnswerThatStopsIsCutAfterItsTimeout() {
        MemoryStand stand =
                new MemoryStand(1, s -> {}, c -> c.timeouts = new NodeTimeouts(ms(20_000), ms(300), ms(20_000)));
        Peer client = stand.client();
        client.sends(GET);
        Peer node = stand.node(1);
        node.sends("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");

        stand.pass(ms(295));
        assertThat(client.isOpen()).isTrue();
        stand.pass(TICKS);

        assertThat(client.got()).endsWith("hello");
        assertThat(client.isOpen()).isFalse();
        assertThat(node.isOpen()).isFalse();
    }

    @Test
    void aRefusalCanBeReadWhileTheClientStillSends() {
        MemoryStand stand = new MemoryStand(1, s -> s.limits(8192, 4096, 100, 10), c -> {});
        Peer client = stand.client();
        client.sends("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n");
        client.sends("x".repeat(100));

        assertThat(status(client.got())).isEqualTo(413);
        client.sends("x".repeat(100));
        assertThat(client.sawReset())
                .as("a reset would take the answer from the client")
                .isFalse();
        assertThat(client.sawEnd()).isTrue();
    }

    @Test
    void anAnswerThatComesWithTheEndOfItsConnectionIsWhole() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends(GET);
        Peer node = stand.node(1);

        node.sendsAndEnds("HTTP/1.1 200 OK\r\n\r\nhello");

        assertThat(client.got()).contains("\r\nConnection: close\r\n").endsWith("\r\n\r\nhello");
        assertThat(client.sawEnd())
                .as("a FIN, which says that the answer is whole")
                .isTrue();
    }

    @Test
    void anAnswerThatComesWithAResetIsNotTakenForWhole() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends(GET);

        stand.node(1).sendsAndBreaks("HTTP/1.1 200 OK\r\n\r\nhello");

        assertThat(client.got()).contains("hello").doesNotContain("\r\n0\r\n");
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void aClientThatTakesNothingMoreCostsItsNodeNothing() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends(GET);
        Peer node = stand.node(1);
        client.takes(5);
        node.sends("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab");

        client.refusesOutput();

        assertThat(client.isOpen()).isFalse();
        assertThat(node.isOpen()).isFalse();
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void aRequestThatCameBeforeTheEndOfADrainedClientsAnswerIsServedAsItsLast() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends(GET);
        Peer node = stand.node(1);
        node.sends("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab");
        assertThat(client.got()).doesNotContain("Connection: close").endsWith("ab");
        node.got();

        stand.drain();
        client.sends(TWO);
        client.takes(1);
        node.sends("cd");
        assertThat(node.got()).as("while bytes of the answer wait").isEmpty();
        client.takesAll();

        assertThat(client.got()).isEqualTo("cd");
        assertThat(node.got()).startsWith("GET /two");
        node.sends(OK);
        assertThat(client.got()).contains("\r\nConnection: close\r\n").endsWith("ok");
        assertThat(client.sawEnd()).isTrue();
        assertThat(stand.traffic().open()).isZero();
    }

    /** Otherwise a client whose request is on its way when the drain begins would get a reset. */
    @Test
    void aDrainServesTheRequestThatIsOnItsWay() {
        MemoryStand stand = new MemoryStand(1);
        Peer fresh = stand.client();
        Peer kept = stand.client();
        kept.sends(GET);
        Peer node = stand.node(1);
        node.sends(OK);
        kept.got();

        stand.drain();
        stand.pass(ms(90));
        fresh.sends(GET);
        node.sends(OK);
        kept.sends(TWO);
        node.sends(OK);

        assertThat(fresh.got()).startsWith("HTTP/1.1 200 ").contains("\r\nConnection: close\r\n");
        assertThat(kept.got()).startsWith("HTTP/1.1 200 ").contains("\r\nConnection: close\r\n");
        assertThat(fresh.sawEnd()).isTrue();
        assertThat(kept.sawEnd()).isTrue();
        assertThat(stand.traffic().open()).isZero();
    }

    /** The client was told by the head of the answer that the connection stays open. */
    @Test
    void aDrainServesTheRequestBehindAnAnswerThatHadBegun() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends(GET);
        Peer node = stand.node(1);
        node.sends("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab");

        stand.drain();
        node.sends("cd");
        assertThat(client.got()).doesNotContain("Connection: close").endsWith("abcd");
        client.sends(TWO);
        node.sends(OK);

        assertThat(client.got()).contains("\r\nConnection: close\r\n").endsWith("ok");
        assertThat(client.sawEnd()).isTrue();
        assertThat(stand.traffic().open()).isZero();
    }

    @Test
    void aDrainEndsConnectionsThatStayIdle() {
        MemoryStand stand = new MemoryStand(1);
        Peer fresh = stand.client();
        Peer kept = stand.client();
        kept.sends(GET);
        stand.node(1).sends(OK);

        stand.drain();
        stand.pass(ms(210));

        assertThat(fresh.sawEnd()).isTrue();
        assertThat(kept.sawEnd()).isTrue();
        assertThat(stand.traffic().open()).isZero();
    }

    /** A request may be sent again by its client when no octet of it went to a node. */
    @Test
    void aRequestThatComesWhileADrainedClientsLastAnswerGoesOutReachesNoNode() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends(GET);
        Peer node = stand.node(1);
        node.sends("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab");
        client.got();
        node.got();

        stand.drain();
        client.takes(1);
        node.sends("cd");
        client.sends(TWO);
        client.takesAll();

        assertThat(client.got()).isEqualTo("cd");
        assertThat(client.sawEnd()).isTrue();
        assertThat(node.got()).isEmpty();
        assertThat(stand.inFlight()).isZero();
        assertThat(stand.traffic().open()).isZero();
    }

    /** The first write of an answer is its last one, too, when the node sends it whole. */
    @Test
    void anAnswerWhoseOnlyWriteFailsIsNotASuccess() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends(GET);
        Peer node = stand.node(1);
        client.refusesOutput();

        node.sends(OK);

        assertThat(client.isOpen()).isFalse();
        assertThat(node.isOpen()).isFalse();
        assertThat(stand.counts(1).succeeded()).isZero();
        assertThat(stand.counts(1).abandoned()).isEqualTo(1);
        assertThat(stand.inFlight()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Content-Length: 4\r\n\r\nab|cd", "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n|0\r\n\r\n"})
    void anAnswerWhoseLastWriteFailsIsNotASuccess(String answer) {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends(GET);
        Peer node = stand.node(1);
        int cut = answer.indexOf('|');
        node.sends("HTTP/1.1 200 OK\r\n" + answer.substring(0, cut));
        assertThat(client.got()).contains("ab");
        client.refusesOutput();

        node.sends(answer.substring(cut + 1));

        assertThat(client.isOpen()).isFalse();
        assertThat(node.isOpen()).isFalse();
        assertThat(stand.counts(1).succeeded()).isZero();
        assertThat(stand.counts(1).abandoned()).isEqualTo(1);
        assertThat(stand.inFlight()).isZero();
    }

    /** A POST whose end the node does not take is not whole there; the node may still answer what it has got. */
    @Test
    void aNodeThatRefusesTheLastOctetsOfABodyMayAnswerAndIsNotUsedAgain() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends(POST + "hel");
        Peer node = stand.node(1);
        assertThat(node.got()).endsWith("hel");
        node.refusesOutput();

        client.sends("lo");
        node.sends("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno");

        assertThat(client.got()).startsWith("HTTP/1.1 413 ").endsWith("no");
        assertThat(node.isOpen()).isFalse();
        assertThat(stand.inFlight()).isZero();
    }
}
