// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.config.tls.ServerCertificate;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.engine.TestCertificates;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.Script;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.wire.JsonSample;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nodes that speak HTTP/2, on sockets: Netty's codec, and over TLS a second dispatcher. */
final class NodeHttp2IT {

    private static final String GET = "GET / HTTP/1.1\r\nHost: shop\r\n\r\n";
    private static final Path FILE = Path.of("nodes.pem");

    private static TestSettings settings(NettyNode... nodes) {
        TestSettings settings = TestSettings.of().http2Nodes().loops(1);
        for (int i = 0; i < nodes.length; i++) {
            settings.andNode("n" + i, nodes[i].port());
        }
        return settings;
    }

    @Test
    void bodiesPassInBothDirections() throws IOException {
        String body = "0123456789".repeat(30_000);
        try (NettyNode node = new NettyNode("a", 100);
                TestDispatcher dispatcher = TestDispatcher.start(settings(node));
                RawClient client = dispatcher.connect()) {
            Message answer = client.send(
                            "POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                    .response("POST");

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).isEqualTo(body);
        }
    }

    @Test
    void requestsOfManyClientsShareAConnectionAndAreBalanced() throws IOException {
        try (NettyNode a = new NettyNode("a", 100);
                NettyNode b = new NettyNode("b", 100);
                TestDispatcher dispatcher = TestDispatcher.start(settings(a, b))) {
            for (int i = 0; i < 20; i++) {
                try (RawClient client = dispatcher.connect()) {
                    assertThat(client.send(GET).response("GET").status()).isEqualTo(200);
                }
            }

            assertThat(a.requests()).isBetween(5, 15);
            assertThat(a.requests() + b.requests()).isEqualTo(20);
            assertThat(List.of(a.connections(), b.connections())).containsExactly(1, 1);
        }
    }

    @Test
    void aNodeThatAllowsTwoStreamsServesTwentyClients() throws IOException {
        try (NettyNode node = new NettyNode("a", 2);
                TestDispatcher dispatcher = TestDispatcher.start(settings(node))) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                clients.add(dispatcher.connect().send(GET));
            }
            for (RawClient client : clients) {
                assertThat(client.response("GET").status()).isEqualTo(200);
                client.close();
            }
        }
    }

    /** The node speaks both, so only the dispatcher changes. */
    @Test
    void aReloadToHttp1IsFollowedAndACutReachesWhatIsLeft() throws Exception {
        try (ScriptedNode behind = ScriptedNode.start("a");
                TestDispatcher node = TestDispatcher.start(TestSettings.of(behind));
                TestDispatcher dispatcher = TestDispatcher.start(
                        TestSettings.of().andNode("n1", node.port()).http2Nodes());
                RawClient half = dispatcher.connect();
                RawClient next = dispatcher.connect()) {
            behind.on("/half", (peer, head) -> {
                peer.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
                peer.awaitEnd();
            });
            half.send("GET /half HTTP/1.1\r\nHost: shop\r\n\r\n");
            assertThat(half.head("GET").status()).isEqualTo(200);
            assertThat(dispatcher
                            .reload(TestSettings.of().andNode("n1", node.port()))
                            .applied())
                    .isTrue();
            assertThat(next.send(GET).response("GET").status()).isEqualTo(200);
            assertThat(node.control()
                            .dispatcher()
                            .listeners()
                            .get(0)
                            .traffic()
                            .requests()
                            .http2())
                    .as("requests by HTTP/2")
                    .isEqualTo(1);
            dispatcher.control().want("shop", "n1", AdminState.MAINT, null);
            dispatcher.control().cut("shop", "n1");

            assertThat(new String(half.rest(), StandardCharsets.US_ASCII)).isEqualTo("half");
        }
    }

    @Test
    void checksSpeakHttp2() throws Exception {
        try (NettyNode node = new NettyNode("a", 100);
                TestDispatcher dispatcher = TestDispatcher.start(settings(node).checked("/", 50))) {
            Until.holds("the node was checked", () -> node.requests() >= 3);

            assertThat(states(dispatcher)).containsExactly(NodeState.UP);
        }
    }

    @Test
    void agentsAreAskedInHttp2() throws Exception {
        AgentSettings agent = new AgentSettings(
                "/agent", 0, Duration.ofMillis(50), Duration.ofSeconds(5), Duration.ofSeconds(1), null, null, false);
        NodeSample sample = new NodeSample();
        sample.set(Metric.AMX_CONNS_Q_THRBSY, 3);
        sample.stamp(1000, 1, System.currentTimeMillis());
        StringBuilder json = new StringBuilder();
        JsonSample.write(sample, json);
        try (ScriptedNode behind = ScriptedNode.start("a");
                TestDispatcher node = TestDispatcher.start(TestSettings.of(behind))) {
            behind.otherwise(Script.answer("HTTP/1.1 200 OK\r\nContent-Length: " + json.length() + "\r\n\r\n" + json));
            try (TestDispatcher dispatcher = TestDispatcher.start(
                    TestSettings.of().andNode("n1", node.port()).http2Nodes().agent(agent))) {
                Until.holds("the agent was asked", () -> behind.requests().size() >= 3);

                assertThat(dispatcher
                                .control()
                                .clusters()
                                .get(0)
                                .nodes()
                                .get(0)
                                .agent()
                                .figures())
                        .containsEntry("AMX_CONNS_Q_THRBSY", 3.0);
                assertThat(node.control()
                                .dispatcher()
                                .listeners()
                                .get(0)
                                .traffic()
                                .accepted())
                        .as("connections of the agent's questions")
                        .isEqualTo(1);
            }
        }
    }

    /** The result of the checks that took the node out. */
    private static String downReason(TestSettings settings) throws IOException {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings)) {
            Until.holds("the node is down", () -> states(dispatcher).get(0) == NodeState.DOWN);
            return String.valueOf(
                    dispatcher.control().clusters().get(0).nodes().get(0).reason());
        }
    }

    @Test
    void aNodeOfHttp1FailsItsChecks() throws Exception {
        try (ScriptedNode behind = ScriptedNode.start("a");
                TestDispatcher node =
                        TestDispatcher.start(TestSettings.of(behind).http2(false, 100))) {
            assertThat(downReason(TestSettings.of()
                            .andNode("n1", node.port())
                            .http2Nodes()
                            .checked("/", 50)))
                    .isEqualTo("check failed: no HTTP/2: it does not begin with the SETTINGS of HTTP/2; ask it in"
                            + " HTTP/1.1 with clusters.shop.protocol: http");
        }
    }

    @Test
    void aNodeThatClosesInsteadOfItsSettingsMaySpeakHttp1OrTls() throws Exception {
        try (ServerSocket node = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            Thread closing = new Thread(() -> {
                while (!node.isClosed()) {
                    try (Socket each = node.accept()) {
                        each.getInputStream().readNBytes(24);
                        each.shutdownOutput();
                        each.getInputStream().readAllBytes();
                    } catch (IOException e) {
                        Thread.onSpinWait(); // a check that has gone; the next one is served
                    }
                }
            });
            closing.setDaemon(true);
            closing.start();

            assertThat(downReason(TestSettings.of()
                            .andNode("n1", node.getLocalPort())
                            .http2Nodes()
                            .checked("/", 50)))
                    .isEqualTo("check failed: no HTTP/2: it closed the connection before it sent its SETTINGS; it may"
                            + " speak HTTP/1.1 (clusters.shop.protocol: http) or need clusters.shop.tls");
        }
    }

    @Test
    void aNodeOfHttp2FailsTheChecksOfHttp1() throws Exception {
        try (NettyNode node = new NettyNode("a", 100)) {
            assertThat(downReason(TestSettings.of().andNode("n1", node.port()).checked("/", 50)))
                    .isEqualTo("check failed: it speaks HTTP/2: ask it so with clusters.shop.protocol: h2");
        }
    }

    private static List<NodeState> states(TestDispatcher dispatcher) {
        return dispatcher.control().clusters().get(0).nodes().stream()
                .map(NodeView::state)
                .toList();
    }

    private static TestSettings secureNode(ScriptedNode behind) {
        Identity shop = TestCertificates.ecdsa("shop.example.org");
        return TestSettings.of(behind).tls(new ListenerTls(List.of(new ServerCertificate(FILE, FILE, shop))));
    }

    private static TestSettings toSecureNode(TestDispatcher node) {
        NodeTls tls = new NodeTls(
                true, FILE, List.of(TestCertificates.AUTHORITY.getCertificate()), "shop.example.org", null, null, null);
        return TestSettings.of()
                .andNode("n1", node.port())
                .nodeTls(tls)
                .loops(1)
                .http2Nodes();
    }

    @Test
    void overTlsHttp2IsChosenByAlpn() throws IOException {
        try (ScriptedNode behind = ScriptedNode.start("a");
                TestDispatcher node = TestDispatcher.start(secureNode(behind));
                TestDispatcher dispatcher = TestDispatcher.start(toSecureNode(node))) {
            for (int i = 0; i < 5; i++) {
                try (RawClient client = dispatcher.connect()) {
                    assertThat(client.send(GET).response("GET").status()).isEqualTo(200);
                }
            }

            assertThat(node.control()
                            .dispatcher()
                            .listeners()
                            .get(0)
                            .traffic()
                            .handshakes()
                            .total())
                    .isEqualTo(1);
        }
    }

    @Test
    void aNodeWithoutH2InAlpnIsNamedWithTheRemedy() throws IOException {
        try (ScriptedNode behind = ScriptedNode.start("a");
                TestDispatcher node = TestDispatcher.start(secureNode(behind).http2(false, 100));
                TestDispatcher dispatcher = TestDispatcher.start(toSecureNode(node));
                RawClient client = dispatcher.connect()) {
            assertThat(client.send(GET).response("GET").status()).isEqualTo(502);

            assertThat(dispatcher.control().events(9))
                    .anySatisfy(event -> assertThat(event.text()).contains("n1", "clusters.shop.protocol: http"));
        }
    }
}
