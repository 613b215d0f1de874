// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.DispatcherState;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.monitor.SampleSource;
import io.evenkeel.dispatcher.monitor.push.PushMessages.Answer;
import io.evenkeel.dispatcher.monitor.push.PushMessages.Credentials;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import io.evenkeel.wire.push.PushMessage;
import io.evenkeel.wire.push.PushMessage.Kind;
import io.evenkeel.wire.push.Registration;
import io.evenkeel.wire.push.Seal;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Agents that push to a running dispatcher: figure 4 of the fifth paper, and agents that must not push. */
@Timeout(60)
class PushIT {

    private static final String TARGET = "/api/v1/agents";
    private static final String TOKEN = "t0ken";
    private static final String SECRET = "0123456789abcdef";
    private static final long NOW_MS = 1_771_000_000_000L;

    private final Seal seal = new Seal(SECRET.getBytes(StandardCharsets.UTF_8));
    private ScriptedNode a;
    private ScriptedNode b;
    private TestDispatcher dispatcher;

    @BeforeEach
    void start() throws Exception {
        a = ScriptedNode.start("a");
        b = ScriptedNode.start("b");
        dispatcher = TestDispatcher.start(settings(true));
    }

    @AfterEach
    void stop() throws Exception {
        dispatcher.close();
        a.close();
        b.close();
    }

    private TestSettings settings(boolean register) {
        return TestSettings.of(a)
                .agent(new AgentSettings(
                        "/none",
                        0,
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(60),
                        TOKEN,
                        SECRET,
                        register));
    }

    private static Credentials bearer(String token) {
        return new Credentials("Bearer " + token, null, null, null);
    }

    private Answer send(PushMessage message, Credentials credentials) {
        return dispatcher.control().agents().answer("POST", TARGET, credentials, "127.0.0.1", octets(message), NOW_MS);
    }

    private static byte[] octets(PushMessage message) {
        return message.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static PushMessage read(Answer answer) {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        return Objects.requireNonNull(PushMessage.read(body, 0, body.length), answer.body());
    }

    private PushMessage taken(PushMessage message) {
        Answer answer = send(message, bearer(TOKEN));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return read(answer);
    }

    private String registered(String name, int port) {
        PushMessage answer = taken(PushMessage.register(new Registration(name, "shop", ":" + port)));
        assertThat(answer.kind()).isEqualTo(Kind.REGISTERED);
        return answer.id();
    }

    private static PushMessage update(String id, long sequence, double workers) {
        NodeSample sample = new NodeSample();
        sample.set(Metric.AMX_CONNS_Q_THRBSY, workers);
        sample.stamp(1000, sequence, 5000 + sequence);
        return PushMessage.update(id, sample);
    }

    private @Nullable NodeView node(String name) {
        return dispatcher.control().cluster("shop").nodes().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private NodeView there(String name) {
        return Objects.requireNonNull(node(name), name);
    }

    @Test
    void aNodeOfTheFileIsBoundToItsAgent() {
        PushMessage answer = taken(PushMessage.register(new Registration("a", "shop", ":1").agentPort(9911)));
        assertThat(answer.intervalMs()).isEqualTo(60_000);
        assertThat(answer.query()).as("a first sample is wanted at once").isTrue();

        PushMessage updated = taken(update(answer.id(), 1, 5));
        assertThat(updated.kind()).isEqualTo(Kind.UPDATED);
        assertThat(there("a").agent().source()).isEqualTo(SampleSource.PUSH);
        assertThat(there("a").agent().figures()).containsEntry("AMX_CONNS_Q_THRBSY", 5.0);
        assertThat(dispatcher.control().cluster("shop").nodes()).hasSize(1);
    }

    @Test
    void aNodeOfTheFileIsFoundByItsAddressToo() {
        String id = registered("another-name", a.port());
        taken(update(id, 1, 5));
        assertThat(there("a").agent().state()).isEqualTo(AgentState.REPORTING);
    }

    @Test
    void anUnknownNodeJoinsServesStopsDrainsAndLeaves() throws Exception {
        String id = registered("b", b.port());
        assertThat(there("b").state()).isEqualTo(NodeState.UP);
        try (RawClient client = dispatcher.connect()) {
            for (int k = 0; k < 4; k++) {
                client.send("GET /" + k + " HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(client.response("GET").status()).isEqualTo(200);
            }
        }
        assertThat(b.requests()).isNotEmpty();

        assertThat(taken(PushMessage.stop(id, "deployment")).kind()).isEqualTo(Kind.STOPPED);
        NodeView leaving = node("b");
        assertThat(leaving == null || leaving.state() == NodeState.DRAIN).isTrue();
        Until.holds("leave", () -> node("b") == null);
        assertThat(node("a")).isNotNull();
    }

    @Test
    void nobodyJoinsOrWaitsWhileTheDispatcherDrains() throws Exception {
        CompletableFuture<Void> refused = new CompletableFuture<>();
        a.otherwise((peer, head) -> {
            peer.body();
            refused.join();
            peer.write("HTTP/1.1 204 No Content\r\n\r\n");
        });
        try (RawClient client = dispatcher.connect()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            Until.holds(
                    "a task",
                    () -> a.requests().stream()
                            .anyMatch(request -> request.path().equals("/")));
            Thread draining = new Thread(() -> {
                try {
                    dispatcher.drain();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            draining.start();
            Until.holds("the drain", () -> dispatcher.control().dispatcher().state() == DispatcherState.DRAINING);

            Answer answer = send(PushMessage.register(new Registration("b", "shop", ":" + b.port())), bearer(TOKEN));
            assertThat(answer.status()).as(answer.body()).isEqualTo(503);
            refused.complete(null);
            assertThat(client.response("GET").status()).isEqualTo(204);
            draining.join();
        }
    }

    @Test
    void aNodeOfTheFileDrainsAtStopAndIsReadyWhenItRegistersAgain() throws Exception {
        String id = registered("a", a.port());
        taken(PushMessage.stop(id, "deployment"));
        assertThat(there("a").state()).isEqualTo(NodeState.DRAIN);
        assertThat(there("a").reason()).isEqualTo("its agent said stop: deployment");
        registered("a", a.port());
        assertThat(there("a").state()).isEqualTo(NodeState.UP);
    }

    @Test
    void anAdministratorsDrainOutlivesARegistration() {
        dispatcher.control().want("shop", "a", AdminState.DRAIN, "by hand");
        registered("a", a.port());
        assertThat(there("a").state()).isEqualTo(NodeState.DRAIN);
        assertThat(there("a").reason()).isEqualTo("by hand");
    }

    @Test
    void aReloadKeepsWhoHasJoinedUnlessTheFileForbidsIt() {
        String id = registered("b", b.port());
        taken(update(id, 1, 5));
        assertThat(dispatcher.reload(settings(true).retry(2, 0.5)).applied()).isTrue();
        assertThat(there("b").agent().figures()).containsEntry("AMX_CONNS_Q_THRBSY", 5.0);
        taken(update(id, 2, 6));

        assertThat(dispatcher.reload(settings(false)).applied()).isTrue();
        assertThat(node("b")).isNull();
        assertThat(send(update(id, 3, 6), bearer(TOKEN)).status()).isEqualTo(404);
    }

    @Test
    void anUnknownNodeDoesNotJoinWhereItMayNot() {
        dispatcher.reload(settings(false));
        Answer answer = send(PushMessage.register(new Registration("b", "shop", ":" + b.port())), bearer(TOKEN));
        assertThat(answer.status()).isEqualTo(403);
        assertThat(read(answer).remedy()).contains("agent.register: true");
        assertThat(node("b")).isNull();
    }

    @Test
    void nobodyComesInWithoutTheToken() {
        PushMessage register = PushMessage.register(new Registration("a", "shop", ":1"));
        for (Credentials wrong : List.of(
                new Credentials(null, null, null, null),
                bearer("guess"),
                bearer(""),
                new Credentials(TOKEN, null, null, null))) {
            Answer answer = send(register, wrong);
            assertThat(answer.status()).isEqualTo(401);
            assertThat(read(answer).kind()).isEqualTo(Kind.REFUSED);
        }
        String id = registered("a", a.port());
        assertThat(send(PushMessage.stop(id, ""), bearer("guess")).status()).isEqualTo(401);
        assertThat(there("a").state()).isEqualTo(NodeState.UP);
    }

    private Credentials sealed(PushMessage message, String nonce, long timeMs) {
        String value = seal.sign("POST", TARGET, timeMs, nonce, octets(message));
        return new Credentials(null, Long.toString(timeMs), nonce, value);
    }

    /** An answer must be the same for a cluster that exists and for one that does not. */
    @Test
    void strangersLearnNoNames() {
        String id = registered("a", a.port());
        PushMessage there = PushMessage.register(new Registration("a", "shop", ":1"));
        PushMessage nowhere = PushMessage.register(new Registration("a", "nowhere", ":1"));
        Seal guessed = new Seal("guessed-by-a-stranger".getBytes(StandardCharsets.UTF_8));
        String nonce = Seal.nonce(new SecureRandom());
        String time = Long.toString(NOW_MS);
        for (Credentials wrong : List.of(
                new Credentials(null, null, null, null),
                bearer("guess"),
                new Credentials(null, time, nonce, "no seal"),
                new Credentials(null, time, nonce, guessed.sign("POST", TARGET, NOW_MS, nonce, octets(there))),
                new Credentials("Bearer guess", time, nonce, "0".repeat(64)))) {
            Answer known = send(there, wrong);
            assertThat(known.status()).isEqualTo(401);
            assertThat(send(nowhere, wrong)).isEqualTo(known);
            assertThat(send(PushMessage.stop(id, ""), wrong)).isEqualTo(known);
            assertThat(send(PushMessage.stop("no-such-identifier", ""), wrong)).isEqualTo(known);
        }
        assertThat(send(nowhere, sealed(nowhere, nonce, NOW_MS)).status())
                .as("who knows a secret is told")
                .isEqualTo(404);
    }

    @Test
    void theHeadTellsWhetherABodyCanBeBelieved() {
        PushMessages messages = dispatcher.control().agents();
        assertThat(messages.proof(bearer(TOKEN))).isEqualTo(PushMessages.PushProof.KNOWN);
        assertThat(messages.proof(bearer("guess"))).isEqualTo(PushMessages.PushProof.NONE);
        assertThat(messages.proof(new Credentials(null, null, null, null))).isEqualTo(PushMessages.PushProof.NONE);
        assertThat(messages.proof(new Credentials(null, "1", "n", "s"))).isEqualTo(PushMessages.PushProof.POSSIBLE);
    }

    @Test
    void aSealedMessageIsTakenOnce() {
        PushMessage register = PushMessage.register(new Registration("a", "shop", ":1"));
        Credentials good = sealed(register, Seal.nonce(new SecureRandom()), NOW_MS);
        assertThat(send(register, good).status()).isEqualTo(200);

        Answer again = send(register, good);
        assertThat(again.status()).isEqualTo(401);
        assertThat(read(again).reason()).contains("sent before");
        dispatcher.reload(settings(true).retry(2, 0.5));
        assertThat(send(register, good).status()).as("after a reload").isEqualTo(401);
    }

    @Test
    void aSealOfAnotherMessageOrAnotherTimeIsRefused() {
        PushMessage register = PushMessage.register(new Registration("a", "shop", ":1"));
        PushMessage other = PushMessage.register(new Registration("b", "shop", ":1"));
        String nonce = Seal.nonce(new SecureRandom());
        assertThat(send(other, sealed(register, nonce, NOW_MS)).status()).isEqualTo(401);
        assertThat(send(register, sealed(register, nonce, NOW_MS - 31_000)).status())
                .isEqualTo(401);
        assertThat(send(register, sealed(register, nonce, NOW_MS - 29_000)).status())
                .as("nothing refused used the nonce up")
                .isEqualTo(200);
    }

    @Test
    void repeatedMessagesChangeNothing() {
        String first = registered("a", a.port());
        String second = registered("a", a.port());
        assertThat(send(update(first, 1, 5), bearer(TOKEN)).status())
                .as("ended by the second")
                .isEqualTo(404);
        taken(update(second, 2, 6));
        taken(update(second, 1, 9));
        assertThat(there("a").agent().figures()).containsEntry("AMX_CONNS_Q_THRBSY", 6.0);
        taken(PushMessage.stop(second, ""));
        String third = registered("a", a.port());
        assertThat(send(PushMessage.stop(second, ""), bearer(TOKEN)).status()).isEqualTo(404);
        assertThat(there("a").state()).isEqualTo(NodeState.UP);
        assertThat(third).isNotEqualTo(second);
    }

    @Test
    void whatIsNoMessageIsRefusedWithAReason() {
        PushMessages messages = dispatcher.control().agents();
        Map<String, Integer> statuses = Map.of(
                "", 400,
                "{}", 400,
                "hello", 400,
                "{\"kind\":\"register\"}", 400,
                "{\"kind\":\"registered\",\"id\":\"x\",\"intervalMs\":1000}", 404);
        statuses.forEach((body, status) -> {
            Answer answer = messages.answer(
                    "POST", TARGET, bearer(TOKEN), "127.0.0.1", body.getBytes(StandardCharsets.UTF_8), NOW_MS);
            assertThat(answer.status()).as(body).isEqualTo(status);
            assertThat(read(answer).reason()).as(body).isNotEmpty();
        });
        assertThat(messages.answer("GET", TARGET, bearer(TOKEN), "127.0.0.1", new byte[0], NOW_MS)
                        .status())
                .isEqualTo(405);
        assertThat(messages.answer(
                                "POST",
                                TARGET,
                                bearer(TOKEN),
                                "127.0.0.1",
                                new byte[PushMessages.MOST_OCTETS + 1],
                                NOW_MS)
                        .status())
                .isEqualTo(413);
        assertThat(send(PushMessage.register(new Registration("a", "nowhere", ":1")), bearer(TOKEN))
                        .status())
                .isEqualTo(404);
    }
}
