// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.config.tls.ClientCertificates;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.config.tls.ServerCertificate;
import io.evenkeel.config.tls.TlsVersion;
import io.evenkeel.dispatcher.engine.TestCertificates;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Script;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.metrics.HandshakeCounts;
import io.evenkeel.wire.JsonSample;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Questions to agents in nodes that speak TLS: a second dispatcher with a TLS listener is the node. */
@Timeout(60)
class PullByTlsIT {

    private static final String PATH = "/evenkeel-agent";
    private static final Path FILE = Path.of("nodes.pem");
    private static final Identity SHOP = TestCertificates.ecdsa("shop.example.org");

    private final AtomicLong sequence = new AtomicLong();
    private ScriptedNode behind;
    private TestDispatcher node;

    @BeforeEach
    void start() throws IOException {
        behind = ScriptedNode.start("a").on(PATH, agent(0));
        node = TestDispatcher.start(node(Set.of(TlsVersion.values())));
    }

    @AfterEach
    void stop() throws IOException {
        node.close();
        behind.close();
    }

    private TestSettings node(Set<TlsVersion> versions) {
        return TestSettings.of(behind)
                .clusterKey("a key that this node keeps, for tests only")
                .tls(new ListenerTls(
                        List.of(new ServerCertificate(FILE, FILE, SHOP)), versions, false, ClientCertificates.NONE));
    }

    private Script agent(int port) {
        return (peer, head) -> {
            peer.body();
            NodeSample sample = new NodeSample();
            sample.set(Metric.AMX_CONNS_Q_THRBSY, 3);
            sample.stamp(1000, sequence.incrementAndGet(), System.currentTimeMillis());
            sample.agentPort(port);
            StringBuilder body = new StringBuilder();
            JsonSample.write(sample, body);
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        };
    }

    private static TestSettings asking(int nodePort, int agentPort, String name, X509Certificate authority) {
        return TestSettings.of()
                .andNode("n1", nodePort)
                .nodeTls(new NodeTls(true, FILE, List.of(authority), name, null, null, null))
                .agent(new AgentSettings(
                        PATH,
                        agentPort,
                        Duration.ofMillis(50),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(1),
                        "s3cret",
                        null,
                        false))
                .loops(1);
    }

    private TestSettings asking() {
        return asking(node.port(), 0, "shop.example.org", TestCertificates.AUTHORITY.getCertificate());
    }

    private HandshakeCounts handshakes() {
        return node.control().dispatcher().listeners().get(0).traffic().handshakes();
    }

    private static AgentView agent(TestDispatcher dispatcher) {
        return dispatcher.control().cluster("shop").nodes().get(0).agent();
    }

    @ParameterizedTest
    @EnumSource(TlsVersion.class)
    void goByTlsOnOneConnection(TlsVersion version) {
        node.reload(node(Set.of(version)));
        try (TestDispatcher dispatcher = TestDispatcher.start(asking())) {
            Until.holds("five questions", () -> behind.requests().size() >= 5);
            Message question = behind.requests().get(4);
            assertThat(question.path()).isEqualTo(PATH);
            assertThat(question.value("Authorization")).isEqualTo("Bearer s3cret");
            assertThat(question.value("X-Forwarded-Proto")).isEqualTo("https");
            Until.holds("a sample", () -> agent(dispatcher).state() == AgentState.REPORTING);
            assertThat(agent(dispatcher).source()).isEqualTo(SampleSource.PULL);
            assertThat(agent(dispatcher).figures()).containsEntry("AMX_CONNS_Q_THRBSY", 3.0);
        }
        assertThat(handshakes().total()).isEqualTo(1);
    }

    /** A port of the agent's own is asked in clear text, also where requests go by TLS. */
    @Test
    void goInClearTextToAPortOfTheAgentsOwn() throws IOException {
        try (ScriptedNode own = ScriptedNode.start("own").on(PATH, agent(0));
                TestDispatcher dispatcher = TestDispatcher.start(asking(
                        node.port(), own.port(), "shop.example.org", TestCertificates.AUTHORITY.getCertificate()))) {
            Until.holds("three questions", () -> own.requests().size() >= 3);
            Until.holds("a sample", () -> agent(dispatcher).state() == AgentState.REPORTING);
        }
        assertThat(behind.requests()).isEmpty();
        assertThat(handshakes().total() + handshakes().failed()).isZero();
    }

    /** Neither the token nor a question reaches a server whose certificate is not believed. */
    @Test
    void doNotReachAServerThatCannotProveItsName() {
        X509Certificate authority = TestCertificates.AUTHORITY.getCertificate();
        try (TestDispatcher dispatcher = TestDispatcher.start(asking(node.port(), 0, "bank.example.org", authority))) {
            Until.holds(
                    "three attempts", () -> handshakes().total() + handshakes().failed() >= 3);
            assertThat(agent(dispatcher).state()).isNotEqualTo(AgentState.REPORTING);
            assertThat(agent(dispatcher).figures()).isEmpty();
        }
        assertThat(behind.requests()).isEmpty();
    }

    @Test
    void doNotReachAServerOfAnotherAuthority() {
        X509Certificate others = TestCertificates.authority("others").getCertificate();
        try (TestDispatcher dispatcher = TestDispatcher.start(asking(node.port(), 0, "shop.example.org", others))) {
            Until.holds("three attempts", () -> handshakes().failed() >= 3);
            assertThat(agent(dispatcher).state()).isNotEqualTo(AgentState.REPORTING);
        }
        assertThat(behind.requests()).isEmpty();
    }

    /** The next question after an end of the connection continues the session. */
    @Test
    void continueTheSessionOfTheNode() {
        behind.on(PATH, (peer, head) -> {
            peer.body();
            peer.write("HTTP/1.1 503 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        });
        node.reload(node(Set.of(TlsVersion.TLS_1_3)).clientTimeouts(1000, 1000, 20));
        try (TestDispatcher dispatcher = TestDispatcher.start(asking())) {
            Until.holds("connections that continue", () -> handshakes().resumed() >= 2);
            assertThat(handshakes().total() - handshakes().resumed()).isEqualTo(1);
            assertThat(agent(dispatcher).state()).isNotEqualTo(AgentState.REPORTING);
        }
    }
}
