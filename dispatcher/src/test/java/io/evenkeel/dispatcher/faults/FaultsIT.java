// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.faults.EchoNode.Fault;
import io.evenkeel.dispatcher.kit.ClientProtocol;
import io.evenkeel.dispatcher.kit.Cover;
import io.evenkeel.dispatcher.kit.Door;
import io.evenkeel.dispatcher.kit.Mutants;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.node.AdminState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Three nodes under a closed-loop load, of which one fails: no answer is lost, swapped or damaged, and no POST is
 * delivered twice.
 */
@Tag("thorough")
class FaultsIT {

    private static final int CLIENTS = 12;
    private static final int EACH = 200;

    /**
     * The end of a request whose answer was lost, by the fault of its node. A GET without an octet of an answer is
     * asked again; a cut body is cut for the client, too, since its head has gone out.
     */
    private static final Map<Fault, Pattern> LOST = Map.of(
            Fault.RESETTING, Pattern.compile("^POST .*: 502$"),
            Fault.CUTTING_HEAD, Pattern.compile(": 502$"),
            Fault.CUTTING_BODY, Pattern.compile("^POST .*: the (connection was CLOSED|stream was reset)"));

    private final long seed = Mutants.seed(7);
    private final Map<String, AtomicInteger> posts = EchoNode.counts();
    private final List<EchoNode> scripts = new ArrayList<>();
    private final List<ScriptedNode> nodes = new ArrayList<>();

    @BeforeEach
    void startNodes() throws IOException {
        for (int i = 1; i <= 3; i++) {
            EchoNode script = new EchoNode("n" + i, posts);
            scripts.add(script);
            nodes.add(script.start());
        }
    }

    @AfterEach
    void stopNodes() throws IOException {
        scripts.forEach(s -> s.fault(Fault.NONE));
        for (ScriptedNode node : nodes) {
            node.close();
        }
    }

    private TestSettings settings() {
        return TestSettings.of(nodes.toArray(new ScriptedNode[0])).retry(2, 1.0).nodeTimeouts(1000, 1000, 1000);
    }

    private Load load(TestDispatcher dispatcher) {
        return new Load(dispatcher::door, CLIENTS, EACH, seed).start();
    }

    private void checkUndamaged(Load load) {
        assertThat(load.damages)
                .as("damaged or swapped answers, -Dseed=%s", seed)
                .isEmpty();
        assertThat(posts)
                .as("POSTs delivered")
                .allSatisfy((target, count) -> assertThat(count).as(target).hasValue(1));
        for (ScriptedNode node : nodes) {
            assertThat(node.malformed())
                    .as("malformed requests at %s", node.name())
                    .isEmpty();
        }
    }

    @Test
    void servesEveryRequestWhenNothingFails() throws Exception {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings())) {
            Load load = load(dispatcher);
            load.finish();
            assertThat(load.failures).isEmpty();
            assertThat(load.answered).hasValue(CLIENTS * EACH);
            checkUndamaged(load);
        }
    }

    private static Stream<Arguments> losing() {
        return Stream.of(
                Arguments.of(Fault.RESETTING, ClientProtocol.OF_THIS_RUN, Cover.OF_THIS_RUN),
                Arguments.of(Fault.CUTTING_HEAD, ClientProtocol.OF_THIS_RUN, Cover.OF_THIS_RUN),
                Arguments.of(Fault.CUTTING_BODY, ClientProtocol.OF_THIS_RUN, Cover.OF_THIS_RUN),
                Arguments.of(Fault.CUTTING_BODY, ClientProtocol.HTTP2, Cover.NONE),
                Arguments.of(Fault.CUTTING_BODY, ClientProtocol.HTTP1, Cover.TLS));
    }

    @ParameterizedTest
    @MethodSource("losing")
    void losesNoAnswerInSilenceWhileANodeFails(Fault fault, ClientProtocol protocol, Cover cover) throws Exception {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings().cover(cover))) {
            Load load = whileFirst(dispatcher, protocol, fault);
            assertThat(load.answered.get() + load.failures.size()).isEqualTo(CLIENTS * 60);
            assertThat(load.failures)
                    .as("a lost answer is an error or a cut, never silence")
                    .isNotEmpty()
                    .allSatisfy(f -> assertThat(f).containsPattern(LOST.get(fault)));
        }
    }

    /** Requests that wait for the frozen node end at the timeout; once it has thawed, nothing fails. */
    @Test
    void tellsATimeoutWhileANodeIsFrozen() throws Exception {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings())) {
            Load load = new Load(dispatcher::door, CLIENTS, 60, seed).start();
            load.awaitAnswered(100);
            scripts.get(0).fault(Fault.FROZEN);
            load.finish();
            assertThat(load.answered.get() + load.failures.size()).isEqualTo(CLIENTS * 60);
            assertThat(load.failures).allSatisfy(f -> assertThat(f).endsWith(": 504"));
            checkUndamaged(load);
            posts.clear();

            scripts.get(0).fault(Fault.NONE);
            Load after = new Load(dispatcher::door, CLIENTS, 20, seed + CLIENTS).start();
            after.finish();
            assertThat(after.failures).isEmpty();
            checkUndamaged(after);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SLOW", "ERRORS"})
    void failsNothingWhileANodeIsSlowOrAnswersErrors(Fault fault) throws Exception {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings())) {
            Load load = whileFirst(dispatcher, ClientProtocol.OF_THIS_RUN, fault);
            assertThat(load.failures).isEmpty();
            assertThat(load.answered).hasValue(CLIENTS * 60);
        }
    }

    /** A load of which a part meets a first node with a fault. */
    private Load whileFirst(TestDispatcher dispatcher, ClientProtocol protocol, Fault fault)
            throws InterruptedException {
        Load load = new Load(dispatcher::door, protocol, CLIENTS, 60, seed).start();
        load.awaitAnswered(100);
        scripts.get(0).fault(fault);
        load.awaitAnswered(300);
        scripts.get(0).fault(Fault.NONE);
        load.finish();
        checkUndamaged(load);
        return load;
    }

    /** Nothing can be sent to a node that does not listen, so not even a POST may fail. */
    @Test
    void failsNothingWhileANodeDoesNotListen() throws Exception {
        nodes.get(0).kill();
        try (TestDispatcher dispatcher = TestDispatcher.start(settings().pooled(0))) {
            Load load = load(dispatcher);
            load.awaitAnswered(800);
            nodes.get(0).restart();
            load.finish();
            assertThat(load.failures).isEmpty();
            assertThat(load.answered).hasValue(CLIENTS * EACH);
            checkUndamaged(load);
        }
    }

    /** Bytes that the kernel had accepted for the node count as sent: a POST among them may fail, a GET is repeated. */
    @Test
    void failsNoGetWhenANodeStopsListening() throws Exception {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings().pooled(0))) {
            Load load = load(dispatcher);
            load.awaitAnswered(200);
            nodes.get(0).deafen();
            load.awaitAnswered(800);
            nodes.get(0).restart();
            load.finish();
            assertThat(load.failures).noneMatch(f -> f.startsWith("GET")).hasSizeLessThanOrEqualTo(CLIENTS);
            checkUndamaged(load);
        }
    }

    @Test
    void failsOnlyWhatWasAlreadySentWhenANodeIsKilledAndRestarted() throws Exception {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings())) {
            Load load = load(dispatcher);
            for (int i = 1; i <= 3; i++) {
                load.awaitAnswered(i * 400);
                nodes.get(0).kill();
                load.awaitAnswered(i * 400 + 200);
                nodes.get(0).restart();
            }
            load.finish();
            assertThat(load.failures).as("failed requests").hasSizeLessThanOrEqualTo(3 * CLIENTS);
            assertThat(load.failures)
                    .as("a GET that was not answered is repeated")
                    .noneMatch(f -> f.startsWith("GET"));
            assertThat(load.answered.get() + load.failures.size()).isEqualTo(CLIENTS * EACH);
            checkUndamaged(load);
        }
    }

    @Test
    void failsNothingDuringReloads() throws Exception {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings())) {
            int port = dispatcher.port();
            Load load = load(dispatcher);
            for (int i = 1; i <= 6; i++) {
                load.awaitAnswered(i * 200);
                TestSettings next =
                        i % 2 == 1 ? TestSettings.of(nodes.get(1), nodes.get(2)).retry(2, 1.0) : settings();
                assertThat(dispatcher.reload(next).applied()).isTrue();
                assertThat(dispatcher.port()).isEqualTo(port);
            }
            load.finish();
            assertThat(load.failures).isEmpty();
            assertThat(load.answered).hasValue(CLIENTS * EACH);
            checkUndamaged(load);
        }
    }

    @Test
    void failsNothingWhileNodesAreDrainedInTurn() throws Exception {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings())) {
            Load load = load(dispatcher);
            for (int i = 1; i <= 6; i++) {
                load.awaitAnswered(i * 200);
                String node = "n" + (1 + i % 3);
                dispatcher.control().want("shop", node, AdminState.DRAIN, "a test");
                load.awaitAnswered(i * 200 + 100);
                dispatcher.control().want("shop", node, AdminState.READY, "a test");
            }
            load.finish();
            assertThat(load.failures).isEmpty();
            checkUndamaged(load);
        }
    }

    /** A client whose connection the drain has ended connects again, and is refused. */
    @Test
    void failsNoRequestOnAConnectionWhileItDrains() throws Exception {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings())) {
            Door door = dispatcher.door();
            scripts.forEach(s -> s.fault(Fault.SLOW));
            Load load = new Load(() -> door, CLIENTS, EACH, seed).start();
            load.awaitAnswered(200);
            dispatcher.drain();
            load.finish();
            assertThat(load.failures).allSatisfy(f -> assertThat(f).endsWith(": Connection refused"));
            checkUndamaged(load);
        }
    }
}
