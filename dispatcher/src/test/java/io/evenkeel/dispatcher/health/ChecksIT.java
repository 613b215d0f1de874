// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import static io.evenkeel.dispatcher.node.ClusterFixture.named;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.EngineSettings;
import io.evenkeel.config.cluster.HealthSettings;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChecksIT {

    private static final Pattern LENGTH = Pattern.compile("Content-Length: (\\d+)");

    private final Engine engine =
            Engine.open(new EngineSettings(EngineSettings.Transport.AUTO, 2, Duration.ofSeconds(1)));
    private final Checks checks = Checks.start(engine, new SplittableRandom(1));
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        checks.close();
        engine.close();
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    /** A node that treats its connections, one after the other, as the test says. */
    private final class FakeNode implements AutoCloseable {
        final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        final List<String> requests = new CopyOnWriteArrayList<>();
        final AtomicInteger atOnce = new AtomicInteger();
        final AtomicInteger mostAtOnce = new AtomicInteger();
        volatile String answer;
        volatile boolean reset;
        volatile boolean close = true;

        FakeNode(String answer) throws IOException {
            this.answer = answer;
            Thread thread = new Thread(this::serve);
            thread.setDaemon(true);
            thread.start();
            open.add(this);
        }

        private void serve() {
            while (!listening.isClosed()) {
                try {
                    Socket socket = listening.accept();
                    mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                    Thread thread = new Thread(() -> handle(socket));
                    thread.setDaemon(true);
                    thread.start();
                } catch (IOException e) {
                    return;
                }
            }
        }

        private void handle(Socket socket) {
            try (socket) {
                StringBuilder request = new StringBuilder();
                int b = 0;
                while (request.indexOf("\r\n\r\n") < 0
                        && (b = socket.getInputStream().read()) >= 0) {
                    request.append((char) b);
                }
                Matcher body = LENGTH.matcher(request);
                while (body.find()) {
                    socket.getInputStream().readNBytes(Integer.parseInt(body.group(1)));
                }
                requests.add(request.toString());
                if (reset) {
                    socket.setSoLinger(true, 0);
                    return;
                }
                socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
                socket.getOutputStream().flush();
                if (!close) {
                    b = socket.getInputStream().read();
                }
            } catch (IOException e) {
                requests.add("broken: " + e.getMessage());
            } finally {
                atOnce.decrementAndGet();
            }
        }

        int port() {
            return listening.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            listening.close();
        }
    }

    private static HealthSettings health(@Nullable String path, int intervalMs, int timeoutMs) {
        return new HealthSettings(
                path, null, null, 200, 399, Duration.ofMillis(intervalMs), Duration.ofMillis(timeoutMs), 3, 2);
    }

    private Cluster cluster(int port, @Nullable HealthSettings health) {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(ClusterFixture.node("a", port, 1));
        fixture.health = health;
        Cluster cluster = fixture.create(System.nanoTime());
        checks.update(cluster);
        return cluster;
    }

    private String downReason(int port, HealthSettings health) {
        Cluster cluster = cluster(port, health);
        Node a = named(cluster, "a");
        Until.holds("the node is down", () -> a.state() == NodeState.DOWN);
        return String.valueOf(a.reason());
    }

    private static String ok() {
        return "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";
    }

    @Test
    void asksLikeABrowserWouldAndSaysWhoItIs() throws Exception {
        FakeNode server = new FakeNode(ok());
        Cluster cluster = cluster(server.port(), health("/live?x=1", 10, 1000));
        Until.holds("three checks came", () -> server.requests.size() >= 3);
        assertThat(server.requests.get(0))
                .isEqualTo("GET /live?x=1 HTTP/1.1\r\nHost: 127.0.0.1:" + server.port()
                        + "\r\nUser-Agent: evenkeel-check\r\nAccept: */*\r\nConnection: close\r\n\r\n");
        Node a = named(cluster, "a");
        assertThat(a.state()).isEqualTo(NodeState.UP);
        Until.holds("a result is there", () -> checks.last(cluster, a) != null);
        assertThat(String.valueOf(checks.last(cluster, a))).contains("passed=true", "status 200");
        assertThat(server.requests).noneMatch(request -> request.startsWith("broken"));
    }

    @Test
    void takesANodeOutAfterThreeFailuresAndBackAfterTwoPasses() throws Exception {
        FakeNode server = new FakeNode("HTTP/1.1 500 x\r\n\r\n");
        Cluster cluster = cluster(server.port(), health("/", 20, 1000));
        Node a = named(cluster, "a");
        Until.holds("the node is down", () -> a.state() == NodeState.DOWN);
        assertThat(server.requests.size()).as("checks until it was down").isBetween(3, 4);
        assertThat(a.reason()).isEqualTo("check failed: status 500, not 200 to 399");
        server.answer = "HTTP/1.1 404 x\r\n\r\n";
        Until.holds(
                "the reason is that of the last check",
                () -> String.valueOf(a.reason()).contains("status 404"));
        server.answer = ok();
        Until.holds("the node is up", () -> a.state() == NodeState.UP);
        assertThat(a.reason()).isNull();
    }

    @Test
    void saysThatTheConnectionWasRefused() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        assertThat(downReason(port, health("/", 10, 1000))).isEqualTo("check failed: connection refused");
        assertThat(downReason(port, health(null, 10, 1000))).isEqualTo("check failed: connection refused");
    }

    @Test
    void boundsTheWholeCheckByTheTimeoutAndHasTwoOutAtMost() throws Exception {
        FakeNode silent = new FakeNode("");
        silent.close = false;
        assertThat(downReason(silent.port(), health("/", 10, 100))).isEqualTo("check failed: no answer within 100 ms");
        FakeNode half = new FakeNode("HTTP/1.1 200");
        half.close = false;
        assertThat(downReason(half.port(), health("/", 10, 100))).isEqualTo("check failed: no answer within 100 ms");
        Until.holds("the node saw several checks", () -> half.requests.size() >= 5);
        assertThat(half.mostAtOnce.get())
                .as("checks of one node at once, and one whose end it has not seen yet")
                .isLessThanOrEqualTo(3);
    }

    @Test
    void checksADoubtedNodeAtOnceBesideACheckThatIsOut() throws Exception {
        FakeNode silent = new FakeNode("");
        silent.close = false;
        Node a = named(cluster(silent.port(), health("/", 10, 20_000)), "a");
        Until.holds("a check is out", () -> silent.atOnce.get() == 1);
        a.liveness().doubt(System.nanoTime());
        a.check();
        Until.holds("a second one is out", () -> silent.atOnce.get() == 2);
        Until.holds("the doubt is confirmed", () -> a.liveness().unanswered(1_000_000, System.nanoTime()));
        a.check();
        assertThat(silent.mostAtOnce.get()).isEqualTo(2);
    }

    @Test
    void aPassedCheckEndsADoubt() throws Exception {
        checkEndsADoubt(ok(), health("/", 60_000, 1_000));
    }

    @Test
    void aPassedCheckOfGrpcEndsADoubt() throws Exception {
        checkEndsADoubt(
                "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n7\r\n\0\0\0\0\2\b\1\r\n0\r\ngrpc-status: 0\r\n\r\n",
                new HealthSettings(null, "", null, 200, 399, Duration.ofMinutes(1), Duration.ofSeconds(1), 3, 2));
    }

    private void checkEndsADoubt(String answer, HealthSettings health) throws IOException {
        FakeNode well = new FakeNode(answer);
        Node a = named(cluster(well.port(), health), "a");
        Until.holds("it was checked", () -> well.requests.size() == 1 && a.checked());
        a.liveness().doubt(System.nanoTime());
        a.check();
        Until.holds("the doubt is over", () -> !a.liveness().doubted());
    }

    @Test
    void tellsGarbageResetsAndEmptyAnswersApart() throws Exception {
        FakeNode garbage = new FakeNode("220 mail.example.org ESMTP\r\n");
        assertThat(downReason(garbage.port(), health("/", 10, 1000))).isEqualTo("check failed: the answer is not HTTP");
        FakeNode empty = new FakeNode("");
        assertThat(downReason(empty.port(), health("/", 10, 1000))).isEqualTo("check failed: closed without an answer");
        FakeNode resetting = new FakeNode("");
        resetting.reset = true;
        assertThat(downReason(resetting.port(), health("/", 10, 1000))).isEqualTo("check failed: connection reset");
    }

    @Test
    void isContentWithAConnectionWhenThereIsNoPath() throws Exception {
        FakeNode server = new FakeNode("");
        Cluster cluster = cluster(server.port(), health(null, 10, 1000));
        Node a = named(cluster, "a");
        Until.holds("checks passed", () -> checks.last(cluster, a) != null && server.requests.size() >= 3);
        assertThat(a.state()).isEqualTo(NodeState.UP);
        assertThat(String.valueOf(checks.last(cluster, a))).contains("connected");
    }

    @Test
    void leavesNodesInMaintenanceAlone() throws Exception {
        FakeNode server = new FakeNode("HTTP/1.1 500 x\r\n\r\n");
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(ClusterFixture.node("a", server.port(), 1));
        FakeNode well = new FakeNode(ok());
        fixture.nodes.add(ClusterFixture.node("b", well.port(), 1));
        fixture.health = health("/", 10, 1000);
        Cluster cluster = fixture.create(System.nanoTime());
        ClusterFixture.want(cluster, named(cluster, "a"), AdminState.MAINT, null, System.nanoTime());
        checks.update(cluster);
        Until.holds("the other node was checked ten times", () -> well.requests.size() >= 10);
        assertThat(server.requests).isEmpty();
        ClusterFixture.want(cluster, named(cluster, "a"), AdminState.READY, null, System.nanoTime());
        Until.holds("the node is down", () -> named(cluster, "a").state() == NodeState.DOWN);
    }

    @Test
    void followsAReload() throws Exception {
        FakeNode bad = new FakeNode("HTTP/1.1 500 x\r\n\r\n");
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(ClusterFixture.node("a", bad.port(), 1));
        fixture.health = health("/", 10, 1000);
        Cluster cluster = fixture.create(System.nanoTime());
        checks.update(cluster);
        Node a = named(cluster, "a");
        Until.holds("the node is down", () -> a.state() == NodeState.DOWN);

        fixture.health = new HealthSettings(
                "/", null, "shop.example.org", 500, 500, Duration.ofMillis(10), Duration.ofSeconds(1), 3, 2);
        FakeNode joins = new FakeNode("HTTP/1.1 500 x\r\n\r\n");
        fixture.nodes.add(ClusterFixture.node("b", joins.port(), 1));
        ClusterFixture.update(cluster, fixture.settings(), System.nanoTime());
        checks.update(cluster);
        Until.holds("the new range lets it up", () -> a.state() == NodeState.UP);
        Until.holds("the new node is checked", () -> !joins.requests.isEmpty());
        assertThat(joins.requests.get(0)).contains("\r\nHost: shop.example.org\r\n");

        fixture.health = health("/", 10, 1000);
        ClusterFixture.update(cluster, fixture.settings(), System.nanoTime());
        checks.update(cluster);
        Until.holds("both are down", () -> cluster.nodes().stream().noneMatch(Node::checkPassed));
        fixture.health = null;
        ClusterFixture.update(cluster, fixture.settings(), System.nanoTime());
        checks.update(cluster);
        assertThat(cluster.nodes()).as("without checks").allMatch(node -> node.state() == NodeState.UP);
    }
}
