// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.faults;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.RawClient.Ending;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeCounts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of the tasks that a drained node still has in flight. */
@Timeout(60)
class CutIT {

    private static final String POST = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx";

    private static NodeCounts counts(Control control, String name) {
        return control.cluster("shop").nodes().stream()
                .filter(node -> node.name().equals(name))
                .map(NodeView::counts)
                .findFirst()
                .orElseThrow();
    }

    private static void await(Control control, String name, int inFlight) {
        await(control, name, counts -> counts.inFlight() == inFlight);
    }

    private static void await(Control control, String name, Predicate<NodeCounts> wanted) {
        Until.holds("the tasks of " + name, () -> wanted.test(counts(control, name)));
    }

    @Test
    void endsRequestsAndTunnelsAndIsNoFailureOfTheNode() throws Exception {
        try (ScriptedNode first = ScriptedNode.start("n1");
                ScriptedNode second = ScriptedNode.start("n2");
                TestDispatcher dispatcher = TestDispatcher.start(
                        TestSettings.of(first, second).retry(1, 0.2).nodeTimeouts(1000, 30_000, 30_000));
                RawClient idle = dispatcher.connect();
                RawClient get = dispatcher.connect();
                RawClient post = dispatcher.connect();
                RawClient half = dispatcher.connect();
                RawClient upgraded = dispatcher.connect()) {
            Control control = dispatcher.control();
            first.on("/hang", (peer, head) -> {
                peer.body();
                peer.awaitEnd();
            });
            first.on("/half", (peer, head) -> {
                peer.body();
                peer.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
                peer.awaitEnd();
            });
            first.on("/ws", (peer, head) -> {
                int end = peer.headEnd();
                peer.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
                peer.becomeTunnel(end);
                peer.awaitEnd();
            });
            control.want("shop", "n2", AdminState.MAINT, null);
            idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(idle.response("GET").status()).isEqualTo(200);
            get.send("GET /hang HTTP/1.1\r\nHost: a\r\n\r\n");
            post.send("POST /hang HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx");
            half.send("GET /half HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(half.head("GET").status()).isEqualTo(200);
            upgraded.send("GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
            assertThat(upgraded.response("GET").status()).isEqualTo(101);
            await(control, "n1", 4);
            control.want("shop", "n2", AdminState.READY, null);
            assertThatThrownBy(() -> control.cut("shop", "n1")).hasMessageContaining("takes tasks");
            control.want("shop", "n1", AdminState.DRAIN, "new version");

            assertThat(control.cut("shop", "n1")).isEqualTo(4);

            assertThat(get.response("GET").status()).as("on the other node").isEqualTo(200);
            assertThat(post.response("POST").status()).as("nobody knows").isEqualTo(502);
            assertThat(new String(half.rest(), US_ASCII)).as("4 of 9 bytes").isEqualTo("half");
            assertThat(half.ending()).isEqualTo(Ending.CLOSED);
            assertThat(upgraded.end()).isEqualTo(Ending.RESET);
            await(control, "n1", 0);
            assertThat(counts(control, "n1").failed()).isZero();
            // Each loop closes its own connections, those that no request uses after the last answer.
            await(control, "n1", counts -> counts.connections() == 0);
            assertThat(control.events(20)).anyMatch(event -> event.text().equals("shop/n1: 4 in flight, told to end"));
        }
    }

    /** Runs {@code begin} on the first node alone, and cuts that node when the second takes tasks. */
    private static void cutOnFirst(Control control, Begin begin) throws Exception {
        control.want("shop", "n2", AdminState.MAINT, null);
        begin.run();
        await(control, "n1", 1);
        control.want("shop", "n2", AdminState.READY, null);
        control.want("shop", "n1", AdminState.DRAIN, "new version");
        assertThat(control.cut("shop", "n1")).isEqualTo(1);
    }

    private interface Begin {
        void run() throws Exception;
    }

    @Test
    void aClientBetweenTwoRequestsOfItsNodeGetsAnother() throws Exception {
        try (ScriptedNode first = ScriptedNode.start("n1");
                ScriptedNode second = ScriptedNode.start("n2");
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(first, second).assignConnections());
                RawClient client = dispatcher.connect()) {
            Control control = dispatcher.control();

            cutOnFirst(control, () -> {
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(client.response("GET").value("X-Node")).isEqualTo("n1");
            });

            await(control, "n1", 0);
            assertThat(counts(control, "n1").failed()).isZero();
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.response("GET").value("X-Node")).isEqualTo("n2");
            assertThat(counts(control, "n2").inFlight()).isEqualTo(1);
        }
    }

    @Test
    void aConnectionThatIsNotMadeYetIsNoFailureAndItsRequestGoesElsewhere() throws Exception {
        List<Socket> filling = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ScriptedNode second = ScriptedNode.start("n2")) {
            fill(full, filling);
            try (TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of(second)
                            .andNode("n1", full.getLocalPort())
                            .retry(1, 0.2)
                            .nodeTimeouts(15_000, 30_000, 30_000));
                    RawClient client = dispatcher.connect()) {
                Control control = dispatcher.control();

                cutOnFirst(control, () -> client.send(POST));

                assertThat(client.response("POST").value("X-Node")).isEqualTo("n2");
                await(control, "n1", 0);
                assertThat(counts(control, "n1").failed()).isZero();
            }
        } finally {
            for (Socket socket : filling) {
                socket.close();
            }
        }
    }

    /** Connects until the kernel makes no further connection to a socket that accepts none. */
    private static void fill(ServerSocket full, List<Socket> filling) {
        for (int i = 0; i < 8; i++) {
            Socket socket = new Socket();
            filling.add(socket);
            try {
                socket.connect(full.getLocalSocketAddress(), 50);
            } catch (IOException e) {
                return;
            }
        }
        throw new AssertionError("the kernel goes on");
    }

    @Test
    void aRequestThatWaitsForOneOfTheNodesConnectionsGoesElsewhere() throws Exception {
        try (ScriptedNode first = ScriptedNode.start("n1");
                ScriptedNode second = ScriptedNode.start("n2");
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of()
                        .limited(first, Integer.MAX_VALUE, 1)
                        .andNode("n2", second.port())
                        .retry(1, 0.2)
                        .nodeTimeouts(15_000, 30_000, 30_000));
                RawClient client = dispatcher.connect()) {
            Control control = dispatcher.control();
            Cluster cluster = dispatcher.cluster("shop");
            Node n1 = ClusterFixture.named(cluster, "n1");
            assertThat(cluster.table().openConnection(n1)).isTrue();

            cutOnFirst(control, () -> client.send(POST));

            assertThat(client.response("POST").value("X-Node")).isEqualTo("n2");
            await(control, "n1", 0);
            assertThat(counts(control, "n1").failed()).isZero();
        }
    }

    @Test
    void resetsTcpConnectionsThoseOfAListenerThatIsGoneToo() throws Exception {
        try (ScriptedNode first = ScriptedNode.start("n1");
                ScriptedNode second = ScriptedNode.start("n2");
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(first, second).tcp())) {
            Control control = dispatcher.control();
            control.want("shop", "n2", AdminState.MAINT, null);
            try (RawClient client = dispatcher.connect()) {
                await(control, "n1", 1);
                control.want("shop", "n2", AdminState.READY, null);
                control.want("shop", "n1", AdminState.DRAIN, null);
                assertThat(control.cut("shop", "n1")).isEqualTo(1);
                assertThat(client.end()).isEqualTo(Ending.RESET);
                await(control, "n1", 0);
            }
            try (RawClient late = dispatcher.connect()) {
                await(control, "n2", 1);
                control.want("shop", "n2", AdminState.DRAIN, null);
                assertThat(dispatcher.reload(TestSettings.of(first, second)).changes())
                        .anyMatch(change -> change.startsWith("- listener web"));
                late.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(late.response("GET").value("X-Node")).isEqualTo("n2");
                assertThat(control.cut("shop", "n2")).isEqualTo(1);
                assertThat(late.end()).isEqualTo(Ending.RESET);
                await(control, "n2", 0);
            }
        }
    }
}
