// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.Script;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.wire.JsonSample;
import io.evenkeel.wire.LoadReport;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents that are asked over real sockets. Intervals are short; the wall clock only bounds generous waits. */
@Timeout(60)
@Tag("thorough")
class PullIT {

    private static final String PATH = "/evenkeel-agent";
    private final AtomicLong sequence = new AtomicLong();

    private static AgentSettings every(long intervalMs) {
        return every(intervalMs, 0, null);
    }

    /** Patient enough that an agent that answers does not count as silent on a busy machine. */
    private static AgentSettings answeringWithin1500Ms(long intervalMs) {
        return new AgentSettings(
                PATH,
                0,
                Duration.ofMillis(intervalMs),
                Duration.ofMillis(1500),
                Duration.ofSeconds(1),
                null,
                null,
                false);
    }

    private static AgentSettings every(long intervalMs, int port, @Nullable String token) {
        return new AgentSettings(
                PATH,
                port,
                Duration.ofMillis(intervalMs),
                Duration.ofSeconds(5),
                Duration.ofSeconds(1),
                token,
                null,
                false);
    }

    private NodeSample sample(int agentPort) {
        NodeSample sample = new NodeSample();
        sample.set(Metric.AMX_CONNS_Q_THRBSY, 3);
        sample.stamp(1000, sequence.incrementAndGet(), System.currentTimeMillis());
        sample.agentPort(agentPort);
        return sample;
    }

    private String json(int agentPort) {
        StringBuilder out = new StringBuilder();
        JsonSample.write(sample(agentPort), out);
        return out.toString();
    }

    private Script agent(int agentPort) {
        return (peer, head) -> {
            peer.body();
            String body = json(agentPort);
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        };
    }

    private static NodeView node(TestDispatcher dispatcher, String name) {
        return dispatcher.control().cluster("shop").nodes().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static long asked(ScriptedNode node) {
        return node.requests().stream().filter(each -> each.path().equals(PATH)).count();
    }

    private static Message get(TestDispatcher dispatcher) throws Exception {
        try (RawClient client = dispatcher.connect()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            return client.response("GET");
        }
    }

    @Test
    void asksWithTheTokenOnOneConnection() throws Exception {
        try (ScriptedNode a = ScriptedNode.start("a").on(PATH, agent(0));
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(a).agent(every(50, 0, "s3cret")))) {
            Until.holds("three questions", () -> asked(a) >= 3);
            Message question = a.requests().get(0);
            assertThat(question.method()).isEqualTo("GET");
            assertThat(question.value("Authorization")).isEqualTo("Bearer s3cret");
            assertThat(question.value("Host")).isEqualTo("127.0.0.1:" + a.port());
            assertThat(a.peers()).hasSize(1);
            AgentView agent = node(dispatcher, "a").agent();
            assertThat(agent.state()).isEqualTo(AgentState.REPORTING);
            assertThat(agent.source()).isEqualTo(SampleSource.PULL);
            assertThat(agent.figures()).containsEntry("AMX_CONNS_Q_THRBSY", 3.0);
            assertThat(a.malformed()).isEmpty();
        }
    }

    /**
     * The limit is three tasks, which are there. Only the next sample tells that they hold no worker; without the early
     * question it would come after 3 s, too late for the queue.
     */
    @Test
    void asksAtOnceWhileTasksWait() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger parked = new AtomicInteger();
        List<RawClient> polls = new ArrayList<>();
        try (ScriptedNode a = ScriptedNode.start("a")
                        .on(PATH, (peer, head) -> {
                            peer.body();
                            NodeSample sample = sample(0);
                            sample.set(Metric.AMX_CONNS_Q_THRDSMAX, 2);
                            sample.set(Metric.AMX_CONNS_Q_THRBSY, 0);
                            sample.set(Metric.RQST_IN_FLIGHT, parked.get());
                            StringBuilder body = new StringBuilder();
                            JsonSample.write(sample, body);
                            peer.write("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
                        })
                        .on("/poll", (peer, head) -> {
                            peer.body();
                            parked.incrementAndGet();
                            try {
                                assertThat(go.await(20, TimeUnit.SECONDS)).isTrue();
                            } catch (InterruptedException e) {
                                throw new IOException(e);
                            }
                            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                        });
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of(a)
                        .policy("headroom")
                        .agent(every(3_000))
                        .queue(10, 10_000))) {
            Until.holds("a sample", () -> node(dispatcher, "a").agent().state() == AgentState.REPORTING);
            for (int i = 0; i < 3; i++) {
                RawClient poll = dispatcher.connect();
                polls.add(poll);
                poll.send("GET /poll HTTP/1.1\r\nHost: a\r\n\r\n");
            }
            Until.holds("polls are parked", () -> parked.get() == 3);
            assertThat(get(dispatcher).status()).isEqualTo(200);
            go.countDown();
            for (RawClient poll : polls) {
                assertThat(poll.response("GET").status()).isEqualTo(200);
                poll.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunked", "close", "interim"})
    void readsAnswersHoweverTheyAreFramed(String framing) throws Exception {
        try (ScriptedNode a = ScriptedNode.start("a");
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(a).agent(every(50)))) {
            a.on(PATH, (peer, head) -> {
                peer.body();
                String body = json(0);
                switch (framing) {
                    case "chunked" ->
                        peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n" + body.substring(0, 4)
                                + "\r\n" + Integer.toHexString(body.length() - 4) + "\r\n" + body.substring(4)
                                + "\r\n0\r\n\r\n");
                    case "close" -> {
                        peer.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + body);
                        peer.close();
                    }
                    default ->
                        peer.writeBytewise(("HTTP/1.1 103 Hints\r\nX: y\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: "
                                        + body.length() + "\r\n\r\n" + body)
                                .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
                }
            });
            Until.holds(
                    "three samples",
                    () -> node(dispatcher, "a").agent().received().getOrDefault(SampleSource.PULL, 0L) >= 3);
            assertThat(node(dispatcher, "a").agent().state()).isEqualTo(AgentState.REPORTING);
        }
    }

    @Test
    void asksAtTheAnnouncedPortAndComesBackWhenThatIsClosed() throws Exception {
        try (ScriptedNode own = ScriptedNode.start("own").on(PATH, agent(0));
                ScriptedNode a = ScriptedNode.start("a").on(PATH, agent(own.port()));
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(a).agent(every(50)))) {
            Until.holds("questions at the agent's own port", () -> asked(own) >= 3);
            long before = asked(a);
            assertThat(before).isEqualTo(1);
            own.kill();
            Until.holds("questions at the node again", () -> asked(a) >= before + 3);
            assertThat(node(dispatcher, "a").state()).isEqualTo(NodeState.UP);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPortThatSomebodyElseHasByNowIsLeftAlone(boolean speaks) throws Exception {
        AgentSettings settings = new AgentSettings(
                PATH, 0, Duration.ofMillis(100), Duration.ofMillis(500), Duration.ofSeconds(1), null, null, false);
        try (ScriptedNode own = ScriptedNode.start("own").on(PATH, agent(0));
                ScriptedNode a = ScriptedNode.start("a").on(PATH, agent(own.port()));
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(a).agent(settings))) {
            Until.holds("questions at the agent's own port", () -> asked(own) >= 3);
            long before = asked(a);
            own.on(
                    PATH,
                    speaks
                            ? Script.answer("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                            : (peer, head) -> peer.body());
            Until.holds("questions at the node again", () -> asked(a) >= before + 3);
            Until.holds("its return", () -> node(dispatcher, "a").state() == NodeState.UP);
        }
    }

    @Test
    void anotherAgentAtTheAnnouncedPortIsNotTakenForTheNodes() throws Exception {
        try (ScriptedNode other = ScriptedNode.start("other");
                ScriptedNode a = ScriptedNode.start("a").on(PATH, agent(other.port()))) {
            other.on(PATH, (peer, head) -> {
                peer.body();
                NodeSample sample = sample(other.port());
                sample.set(Metric.AMX_CONNS_Q_THRBSY, 99);
                sample.stamp(2000, sequence.incrementAndGet(), System.currentTimeMillis());
                StringBuilder body = new StringBuilder();
                JsonSample.write(sample, body);
                peer.write("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
            });
            try (TestDispatcher dispatcher =
                    TestDispatcher.start(TestSettings.of(a).agent(every(50)))) {
                Until.holds("questions at the node again", () -> asked(other) > 0 && asked(a) >= 4);
                assertThat(node(dispatcher, "a").agent().figures()).containsEntry("AMX_CONNS_Q_THRBSY", 3.0);
                assertThat(asked(other)).as("it is left alone").isEqualTo(1);
            }
        }
    }

    @Test
    void anAgentThatNamesAnotherPortEachTimeIsNotFollowedWithoutRest() throws Exception {
        try (ScriptedNode one = ScriptedNode.start("one");
                ScriptedNode two = ScriptedNode.start("two").on(PATH, agent(one.port()));
                ScriptedNode a = ScriptedNode.start("a").on(PATH, agent(one.port()));
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(a).agent(every(60_000)))) {
            one.on(PATH, agent(two.port()));
            Until.holds("the question at the port", () -> asked(one) > 0);
            get(dispatcher);
            get(dispatcher);
            assertThat(asked(one) + asked(two)).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void asksAtTheConfiguredPortOnly() throws Exception {
        try (ScriptedNode own = ScriptedNode.start("own").on(PATH, agent(0));
                ScriptedNode a = ScriptedNode.start("a");
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(a).agent(every(50, own.port(), null)))) {
            Until.holds("questions", () -> asked(own) >= 3);
            assertThat(asked(a)).isZero();
            assertThat(node(dispatcher, "a").agent().state()).isEqualTo(AgentState.REPORTING);
        }
    }

    @Test
    void pausesWhileAnswersCarryFreshSamples() throws Exception {
        try (ScriptedNode a = ScriptedNode.start("a").on(PATH, agent(0));
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(a).agent(every(60_000)))) {
            Until.holds("the first sample", () -> node(dispatcher, "a").agent().source() == SampleSource.PULL);
            a.otherwise((peer, head) -> {
                peer.body();
                StringBuilder report = new StringBuilder();
                LoadReport.writeText(sample(0), report);
                peer.write("HTTP/1.1 200 OK\r\n" + LoadReport.HEADER + ": " + report + "\r\nContent-Length: 0\r\n\r\n");
            });
            get(dispatcher);
            assertThat(node(dispatcher, "a").agent().source()).isEqualTo(SampleSource.PIGGYBACK);
            assertThat(asked(a)).isEqualTo(1);
        }
    }

    @Test
    void aNodeThatFallsSilentGetsNothingUntilItIsHeardAgain() throws Exception {
        try (ScriptedNode a = ScriptedNode.start("a").on(PATH, agent(0));
                ScriptedNode b = ScriptedNode.start("b").on(PATH, agent(0));
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(a, b).agent(answeringWithin1500Ms(200)))) {
            Until.holds(
                    "samples",
                    () -> node(dispatcher, "a").agent().source() != null
                            && node(dispatcher, "b").agent().source() != null);
            a.on(PATH, (peer, head) -> peer.body());
            Until.holds("silence", () -> node(dispatcher, "a").state() == NodeState.SILENT);
            assertThat(node(dispatcher, "a").reason()).startsWith("its agent does not answer");
            for (int k = 0; k < 6; k++) {
                assertThat(get(dispatcher).value("X-Node")).isEqualTo("b");
            }
            a.on(PATH, agent(0));
            Until.holds("its return", () -> node(dispatcher, "a").state() == NodeState.UP);
        }
    }

    @Test
    void aClusterOfSilentNodesGoesOn() throws Exception {
        try (ScriptedNode a = ScriptedNode.start("a").on(PATH, agent(0));
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(a).agent(answeringWithin1500Ms(100)))) {
            Until.holds("a sample", () -> node(dispatcher, "a").agent().source() != null);
            a.on(PATH, (peer, head) -> peer.body());
            Until.holds("silence", () -> node(dispatcher, "a").state() == NodeState.SILENT);
            assertThat(get(dispatcher).status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n",
                "SSH-2.0-OpenSSH\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 70000\r\n\r\n"
            })
    void aNodeWithoutAnAgentStaysUp(String answer) throws Exception {
        try (ScriptedNode a = ScriptedNode.start("a").on(PATH, Script.answerAndClose(answer));
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(a).agent(every(50)))) {
            Until.holds("failures", () -> node(dispatcher, "a").agent().pullsFailed() >= 3);
            assertThat(node(dispatcher, "a").agent().state()).isEqualTo(AgentState.NEVER);
            assertThat(node(dispatcher, "a").agent().reason()).isNotEmpty();
            assertThat(node(dispatcher, "a").state()).isEqualTo(NodeState.UP);
        }
    }

    private static final Script PAGE = Script.answer("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>");

    @Test
    void whatIsNoSampleAnyMoreIsSetAside() throws Exception {
        try (ScriptedNode a = ScriptedNode.start("a").on(PATH, agent(0));
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(a).agent(every(50)))) {
            Until.holds("a sample", () -> node(dispatcher, "a").agent().source() != null);
            a.on(PATH, PAGE);
            Until.holds("a lie", () -> node(dispatcher, "a").agent().state() == AgentState.LYING);
            assertThat(node(dispatcher, "a").state()).isEqualTo(NodeState.UP);
        }
    }

    @Test
    void aStrangerThatSpeaksOrcaAndHasAPageEverywhereIsBelieved() throws Exception {
        try (ScriptedNode a = ScriptedNode.start("a").on(PATH, PAGE);
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(a).agent(every(50)))) {
            a.otherwise(Script.answer("HTTP/1.1 200 OK\r\n" + LoadReport.HEADER
                    + ": TEXT cpu_utilization:0.25\r\nContent-Length: 0\r\n\r\n"));
            get(dispatcher);
            Until.holds("failures", () -> node(dispatcher, "a").agent().pullsFailed() >= 3);
            assertThat(node(dispatcher, "a").agent().state()).isEqualTo(AgentState.REPORTING);
            assertThat(node(dispatcher, "a").agent().figures()).containsEntry("OS_CPU_USED%", 25.0);
            assertThat(node(dispatcher, "a").state()).isEqualTo(NodeState.UP);
        }
    }

    @Test
    void aReloadKeepsSamplesAndFollowsTheAgentBlock() throws Exception {
        try (ScriptedNode a = ScriptedNode.start("a").on(PATH, agent(0)).on("/other", agent(0));
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(a).agent(every(60_000)))) {
            Until.holds("a sample", () -> node(dispatcher, "a").agent().source() != null);
            AgentSettings moved = new AgentSettings(
                    "/other",
                    0,
                    Duration.ofMillis(50),
                    Duration.ofMillis(50),
                    Duration.ofSeconds(1),
                    null,
                    null,
                    false);

            assertThat(dispatcher.reload(TestSettings.of(a).agent(moved)).applied())
                    .isTrue();
            assertThat(node(dispatcher, "a").agent().figures()).containsEntry("AMX_CONNS_Q_THRBSY", 3.0);
        }
    }
}
