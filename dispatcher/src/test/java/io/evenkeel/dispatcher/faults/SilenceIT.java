// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.faults.EchoNode.Fault;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Mutants;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.node.NodeState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A node that takes requests and answers none: noticed by its traffic, long before a timeout, and left without harm.
 */
@Timeout(90)
@Tag("thorough")
class SilenceIT {

    private static final int CLIENTS = 12;

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

    /**
     * One retry and the usual budget; an answer may take half a minute, so a request that waits for a timeout is
     * noticed.
     */
    private TestSettings settings(String policy, boolean checked) {
        TestSettings settings = TestSettings.of(nodes.toArray(new ScriptedNode[0]))
                .policy(policy)
                .retry(1, 0.2)
                .nodeTimeouts(1000, 30_000, 30_000);
        return checked ? settings.checked("/check", 500) : settings;
    }

    private static NodeState state(TestDispatcher dispatcher, String name) {
        return node(dispatcher, name).state();
    }

    private static NodeView node(TestDispatcher dispatcher, String name) {
        return dispatcher.control().clusters().get(0).nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static long retries(TestDispatcher dispatcher) {
        return dispatcher.control().clusters().get(0).counts().retriesTotal();
    }

    @ParameterizedTest
    @CsvSource({"round-robin,true", "round-robin,false", "least-connections,true", "headroom,true"})
    void failsNoGetWhileANodeIsFrozen(String policy, boolean checked) throws Exception {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings(policy, checked))) {
            Load load = new Load(dispatcher::door, CLIENTS, 200, seed).start();
            load.awaitAnswered(300);
            scripts.get(0).fault(Fault.FROZEN);
            load.awaitAnswered(1200);
            Until.holds("its silence", () -> state(dispatcher, "n1") != NodeState.UP);
            scripts.get(0).fault(Fault.NONE);
            load.finish();
            Until.holds("its return", () -> state(dispatcher, "n1") == NodeState.UP);
            assertThat(load.failures).noneMatch(f -> f.startsWith("GET")).hasSizeLessThanOrEqualTo(CLIENTS);
            assertThat(load.damages).isEmpty();
            assertThat(posts)
                    .as("POSTs delivered")
                    .allSatisfy((target, count) -> assertThat(count).as(target).hasValue(1));
        }
    }

    /** No other request is on its way there, so the check is the second one without an answer. */
    @Test
    void takesALoneRequestElsewhereOnceACheckIsNotAnsweredEither() throws Exception {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings("round-robin", true));
                RawClient client = dispatcher.connect()) {
            for (int i = 0; i < 30; i++) {
                assertThat(get(client)).isEqualTo(200);
            }
            scripts.get(0).fault(Fault.FROZEN);
            long fromNs = System.nanoTime();
            for (int i = 0; i < 3; i++) {
                assertThat(get(client)).isEqualTo(200);
            }
            assertThat((System.nanoTime() - fromNs) / 1_000_000)
                    .as("three requests, one of them to the frozen node, ms")
                    .isLessThan(5_000);
        }
    }

    @Test
    void waitsForASlowNodeAndAsksHardlyAnythingTwice() throws Exception {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings("round-robin", true))) {
            Load load = new Load(dispatcher::door, CLIENTS, 60, seed).start();
            load.awaitAnswered(200);
            scripts.get(0).fault(Fault.CRAWLING);
            load.finish();
            assertThat(load.failures).isEmpty();
            assertThat(retries(dispatcher)).as("requests asked twice").isLessThanOrEqualTo(CLIENTS);
        }
    }

    @Test
    void staysWithTheOnlyNode() throws Exception {
        try (TestDispatcher dispatcher = TestDispatcher.start(
                        TestSettings.of(nodes.get(0)).retry(1, 0.2).nodeTimeouts(1000, 30_000, 30_000));
                RawClient first = dispatcher.connect();
                RawClient second = dispatcher.connect()) {
            assertThat(get(first)).isEqualTo(200);
            scripts.get(0).fault(Fault.CRAWLING);
            first.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
            second.send("GET /b HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(first.response("GET").status()).isEqualTo(200);
            assertThat(second.response("GET").status()).isEqualTo(200);
            assertThat(state(dispatcher, "n1")).isEqualTo(NodeState.UP);
        }
    }

    /** Three failures eject it for a second, and its task on probation is given to another node. */
    @Test
    void failsThreeRequestsWhileANodeAnswersEachWithAnError() throws Exception {
        try (TestDispatcher dispatcher =
                        TestDispatcher.start(settings("round-robin", true).ejecting());
                RawClient client = dispatcher.connect()) {
            for (int i = 0; i < 90; i++) {
                assertThat(get(client, "/page/" + i)).isEqualTo(200);
            }
            scripts.get(0).fault(Fault.ERRORS);
            int failed = 0;
            // after three seconds it would be on probation a second time
            long endNs = System.nanoTime() + 2_200_000_000L;
            for (int i = 0; System.nanoTime() < endNs; i++) {
                failed += get(client, "/page/" + i) == 200 ? 0 : 1;
            }
            assertThat(failed).isEqualTo(3);
            assertThat(retries(dispatcher)).as("the task on probation").isEqualTo(1);
        }
    }

    /** The other node has all tasks it may have at once, so the task on probation has no other node. */
    @Test
    void theAnswerOfANodeOnProbationIsTheClientsWhenThereIsNoOtherNode() throws Exception {
        TestSettings settings = settings("round-robin", true)
                .limited(nodes.get(1), 1, Integer.MAX_VALUE)
                .andNode("n1", nodes.get(0).port())
                .ejecting();
        try (TestDispatcher dispatcher = TestDispatcher.start(settings);
                RawClient client = dispatcher.connect();
                RawClient slow = dispatcher.connect()) {
            for (int i = 0; i < 60; i++) {
                assertThat(get(client, "/page/" + i)).isEqualTo(200);
            }
            scripts.get(0).fault(Fault.ERRORS);
            for (int i = 0; state(dispatcher, "n1") == NodeState.UP; i++) {
                get(client, "/page/" + i);
            }
            slow.send("POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na");
            Until.holds(
                    "the slow request", () -> node(dispatcher, "n2").counts().inFlight() == 1);
            Until.holds("the probation", () -> state(dispatcher, "n1") == NodeState.PROBING);

            client.send("GET /last HTTP/1.1\r\nHost: a\r\nX-Id: 77\r\n\r\n");
            Message answer = client.response("GET");

            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.value("X-Id")).as("of the application").isEqualTo("77");
            Until.holds("the next ejection", () -> state(dispatcher, "n1") == NodeState.EJECTED);
            slow.send("b");
            assertThat(slow.response("POST").status()).isEqualTo(200);
        }
    }

    private static int get(RawClient client) throws IOException {
        return get(client, "/one");
    }

    private static int get(RawClient client, String path) throws IOException {
        client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
        return client.response("GET").status();
    }
}
