// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.address.Network;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.NodeTimeouts;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.config.cluster.RetrySettings;
import io.evenkeel.config.listener.AccessSettings;
import io.evenkeel.config.listener.ClientTimeouts;
import io.evenkeel.config.listener.ConnectionLimits;
import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.HeaderSettings;
import io.evenkeel.config.listener.Http2Settings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.listener.RouteSettings;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.dispatcher.affinity.Affinities;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.engine.MemoryNetwork;
import io.evenkeel.dispatcher.engine.tls.TlsClientContext;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.log.access.AccessLog;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.metrics.Traffic;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Node;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TCP connections from their acceptance to their tunnel or their refusal, in memory and in virtual time. */
class TcpTaskTest {

    private static final Duration TICKS = Duration.ofMillis(110);

    private final ManualLoop clock = new ManualLoop();
    private final MemoryNetwork network = new MemoryNetwork(clock);
    private final ClusterFixture fixture = new ClusterFixture(0);
    private final Meters meters = new Meters(1);
    private @Nullable AccessLog accessLog;
    private boolean acceptsProxy;
    private RuleSettings rules = RuleSettings.NONE;

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    /** A node at the port of its number, from 1, which takes so many tasks at once. */
    private void node(int most) {
        int port = fixture.nodes.size() + 1;
        fixture.nodes.add(new NodeSettings("n" + port, new HostPort("127.0.0.1", port), 1, most, Integer.MAX_VALUE));
    }

    private Cluster cluster() {
        return fixture.create(clock.loop().nowNs());
    }

    private TcpFrontend frontend(Cluster cluster) {
        ListenerSettings settings = new ListenerSettings(
                "tcp",
                new HostPort("127.0.0.1", 0),
                ListenerSettings.Protocol.TCP,
                List.of(new RouteSettings(null, null, cluster.name())),
                new ClientTimeouts(ms(300), ms(20_000), ms(20_000)),
                RequestLimits.DEFAULTS,
                ConnectionLimits.DEFAULTS,
                acceptsProxy ? List.of(Network.parse("127.0.0.0/8")) : List.of(),
                acceptsProxy,
                ForwardSettings.DEFAULTS,
                HeaderSettings.NONE,
                null,
                ListenerSettings.Mode.PROXY,
                Http2Settings.DEFAULTS,
                null,
                null,
                null,
                rules);
        return new TcpFrontend(
                network,
                List.of(clock.loop()),
                new TcpRules(settings, cluster),
                meters,
                new Affinities("a key of the test"),
                () -> accessLog);
    }

    private Map<String, Long> refused() {
        clock.settle();
        return meters.listener("tcp").refused();
    }

    private void isOver(TcpFrontend frontend, Cluster cluster) {
        clock.settle();
        assertThat(frontend.clients().count()).isZero();
        assertThat(meters.listener("tcp").open()).isZero();
        assertThat(cluster.counts().waiting()).isZero();
        for (Node node : cluster.nodes()) {
            assertThat(cluster.table().counts(node).inFlight()).as(node.name()).isZero();
            assertThat(cluster.table().counts(node).connections())
                    .as(node.name())
                    .isZero();
        }
    }

    @Test
    void octetsGoBothWays() {
        node(1);
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);
        Peer client = network.client(frontend);
        Peer node = network.node(1);

        client.sends("question");
        assertThat(node.got()).isEqualTo("question");
        node.sends("answer");
        assertThat(client.got()).isEqualTo("answer");
        client.ends();
        node.ends();

        isOver(frontend, cluster);
        assertThat(refused()).isEmpty();
        assertThat(cluster.table().counts(cluster.nodes().get(0)).succeeded()).isEqualTo(1);
    }

    @Test
    void aClientOfADeniedNetworkIsClosed() {
        node(1);
        rules = rules.with(new AccessSettings(List.of(Network.parse("127.0.0.0/8")), List.of()));
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);

        Peer client = network.client(frontend);

        assertThat(client.sawReset()).isTrue();
        assertThat(refused()).containsOnly(Map.entry("denied", 1L));
        assertThat(network.isUntouched(1)).isTrue();
        isOver(frontend, cluster);
    }

    @Test
    void aNodeThatRefusesIsLeftForOneThatWasNotTried() {
        node(1);
        node(1);
        fixture.retry = new RetrySettings(5, 1);
        network.refuses(1);
        Cluster cluster = cluster();
        Peer client = network.client(frontend(cluster));

        client.sends("x");

        assertThat(network.node(2).got()).isEqualTo("x");
        assertThat(cluster.table().counts(cluster.nodes().get(0)).failed()).isEqualTo(1);
        assertThat(refused()).isEmpty();
    }

    @Test
    void aClientWhomNoNodeTakesIsRefusedAfterOneTryOnEach() {
        node(Integer.MAX_VALUE);
        node(Integer.MAX_VALUE);
        fixture.retry = new RetrySettings(50, 1);
        network.refuses(1);
        network.refuses(2);
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);

        Peer client = network.client(frontend);

        assertThat(client.sawReset()).isTrue();
        assertThat(refused()).containsOnly(Map.entry("connect-failed", 1L));
        assertThat(cluster.nodes())
                .allSatisfy(node ->
                        assertThat(cluster.table().counts(node).started()).isEqualTo(1));
        isOver(frontend, cluster);
    }

    @Test
    void aNodeWithAllItsConnectionsIsNoFailure() {
        fixture.nodes.add(new NodeSettings("n1", new HostPort("127.0.0.1", 1), 1, Integer.MAX_VALUE, 1));
        fixture.retry = new RetrySettings(1, 1);
        Cluster cluster = cluster();
        Node only = cluster.nodes().get(0);
        assertThat(cluster.table().openConnection(only))
                .as("as a kept one of HTTP")
                .isTrue();
        Peer client = network.client(frontend(cluster));

        assertThat(client.sawReset()).isTrue();
        assertThat(refused()).containsOnly(Map.entry("connect-failed", 1L));
        assertThat(cluster.table().counts(only).failed()).isZero();
        assertThat(cluster.table().counts(only).abandoned()).isEqualTo(1);
    }

    @Test
    void aClientIsRefusedWhileNoNodeIsUp() {
        node(1);
        Cluster cluster = cluster();
        ClusterFixture.want(
                cluster,
                cluster.nodes().get(0),
                AdminState.MAINT,
                null,
                clock.loop().nowNs());
        TcpFrontend frontend = frontend(cluster);

        Peer client = network.client(frontend);

        assertThat(client.sawReset()).isTrue();
        assertThat(refused()).containsOnly(Map.entry("none-up", 1L));
        isOver(frontend, cluster);
    }

    /** The count of a connection that cannot be made is taken back. */
    @Test
    void aClientIsRefusedWhenThereIsNoSocketForItsNode() {
        node(1);
        network.hasNoSocketFor(1);
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);

        Peer client = network.client(frontend);

        assertThat(client.sawReset()).isTrue();
        assertThat(refused()).containsOnly(Map.entry("descriptors-full", 1L));
        assertThat(cluster.table().counts(cluster.nodes().get(0)).failed()).isZero();
        isOver(frontend, cluster);
    }

    /** The end of the client is told after the attempt has begun and before its failure. */
    @Test
    void aClientThatGoesAwayBeforeTheMissingSocketIsToldLeavesNothingBehind() {
        node(1);
        network.hasNoSocketFor(1);
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);

        network.client(connection -> {
            ConnectionHandler task = frontend.accepted(connection);
            connection.reset();
            return task;
        });

        assertThat(refused()).isEmpty();
        assertThat(cluster.table().counts(cluster.nodes().get(0)).abandoned()).isEqualTo(1);
        isOver(frontend, cluster);
    }

    @Test
    void aClientIsRefusedWhenThePolicyFails() {
        node(1);
        fixture.policy = (task, nodes) -> {
            throw new IllegalStateException("a fault that a test wants");
        };
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);

        Peer client = network.client(frontend);

        assertThat(client.sawReset()).isTrue();
        assertThat(refused()).containsOnly(Map.entry("internal", 1L));
        isOver(frontend, cluster);
    }

    @Test
    void aClientIsRefusedWhenTheQueueIsFull() {
        node(1);
        fixture.queue = new QueueSettings(1, Duration.ofSeconds(2));
        TcpFrontend frontend = frontend(cluster());
        network.client(frontend);
        Peer second = network.client(frontend);

        Peer third = network.client(frontend);

        assertThat(third.sawReset()).isTrue();
        assertThat(second.isOpen()).isTrue();
        assertThat(refused()).containsOnly(Map.entry("queue-full", 1L));
    }

    @Test
    void aClientThatWaitsGetsTheNodeThatBecomesFree() {
        node(1);
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);
        Peer first = network.client(frontend);
        network.node(1);
        Peer second = network.client(frontend);
        second.sends("x");
        assertThat(network.isUntouched(1)).isTrue();

        first.breaks();

        assertThat(network.node(1).got()).isEqualTo("x");
        assertThat(refused()).isEmpty();
    }

    @Test
    void aClientIsRefusedWhenItHasWaitedForTheTimeoutAndNotBefore() {
        node(1);
        fixture.queue = new QueueSettings(4, ms(300));
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);
        network.client(frontend);
        Peer second = network.client(frontend);

        clock.pass(ms(295));
        assertThat(second.isOpen()).isTrue();
        clock.pass(TICKS);

        assertThat(second.sawReset()).isTrue();
        assertThat(refused()).containsOnly(Map.entry("queue-timeout", 1L));
        assertThat(cluster.counts().waiting()).isZero();
    }

    @Test
    void aClientIsRefusedWhenALateQueueDropsIt() {
        node(1);
        TcpFrontend frontend = frontend(cluster());
        network.client(frontend);
        Peer second = network.client(frontend);

        clock.pass(ms(300));
        network.client(frontend);
        clock.pass(ms(200));
        network.client(frontend);

        assertThat(second.sawReset()).isTrue();
        assertThat(refused()).containsOnly(Map.entry("queue-late", 1L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x"})
    void aClientThatBreaksBehindWhatItSentLeavesTheQueueAtOnce(String sent) {
        node(1);
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);
        network.client(frontend);
        Peer waiting = network.client(frontend);

        waiting.sendsAndBreaks(sent);

        clock.settle();
        assertThat(cluster.counts().waiting()).isZero();
        assertThat(frontend.clients().count()).isEqualTo(1);
    }

    @Test
    void aClientThatGoesAwayWhileItWaitsIsNotRefused() {
        node(1);
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);
        Peer first = network.client(frontend);
        Peer second = network.client(frontend);

        second.breaks();
        first.breaks();

        assertThat(refused()).isEmpty();
        isOver(frontend, cluster);
    }

    @Test
    void aClientThatGoesAwayWhileItsNodeIsOnItsWayLeavesTheNodeFree() {
        node(1);
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);
        Peer first = network.client(frontend);
        network.node(1);
        Peer second = network.client(frontend);

        clock.loop().execute(first::breaks);
        clock.loop().execute(second::breaks);

        isOver(frontend, cluster);
        assertThat(refused()).isEmpty();
    }

    @Test
    void aClientThatGoesAwayBeforeItsNodeAnswersCostsTheNodeNothing() {
        node(1);
        network.neverAnswers(1);
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);
        Peer client = network.client(frontend);

        client.breaks();

        isOver(frontend, cluster);
        assertThat(cluster.table().counts(cluster.nodes().get(0)).abandoned()).isEqualTo(1);
        assertThat(refused()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\n", "PROXY TCP4 nonsense\r\n"})
    void aTrustedPeerWithoutAHeaderIsRefused(String opening) {
        node(1);
        acceptsProxy = true;
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);
        Peer client = network.client(frontend);

        client.sends(opening);

        assertThat(client.sawReset()).isTrue();
        assertThat(refused()).containsOnly(Map.entry("bad-proxy-header", 1L));
        assertThat(network.isUntouched(1)).isTrue();
        isOver(frontend, cluster);
    }

    @Test
    void aHeaderThatEndsInTheMiddleIsRefused() {
        node(1);
        acceptsProxy = true;
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);
        Peer client = network.client(frontend);

        client.sends("PROXY TCP4 127.0");
        client.ends();

        assertThat(refused()).containsOnly(Map.entry("bad-proxy-header", 1L));
        isOver(frontend, cluster);
    }

    @Test
    void aHeaderThatStopsIsRefusedAfterItsTimeoutAndNotBefore() {
        node(1);
        acceptsProxy = true;
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);
        Peer client = network.client(frontend);
        client.sends("PROXY TCP4 127.0");

        clock.pass(ms(295));
        assertThat(client.isOpen()).isTrue();
        clock.pass(TICKS);

        assertThat(client.sawReset()).isTrue();
        assertThat(refused()).containsOnly(Map.entry("proxy-header-timeout", 1L));
        isOver(frontend, cluster);
    }

    @Test
    void theAccessLogHasTheReason(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("access.log");
        LogSettings.AccessLogSettings settings =
                new LogSettings.AccessLogSettings(LogSettings.Format.JSON, file.toString());
        node(Integer.MAX_VALUE);
        network.refuses(1);
        try (AccessLog log = AccessLog.open(settings, new EventLog().log())) {
            accessLog = log;
            network.client(frontend(cluster()));
            clock.settle();
        }

        assertThat(Files.readString(file))
                .containsOnlyOnce("\n")
                .contains("\"termination\":\"PC\",\"reason\":\"connect-failed\"");
    }

    /** As a request of HTTP does. */
    @Test
    void aClientThatIsRefusedInTheQueueReportsItsWait(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("access.log");
        LogSettings.AccessLogSettings settings =
                new LogSettings.AccessLogSettings(LogSettings.Format.JSON, file.toString());
        node(1);
        fixture.queue = new QueueSettings(4, ms(300));
        try (AccessLog log = AccessLog.open(settings, new EventLog().log())) {
            accessLog = log;
            TcpFrontend frontend = frontend(cluster());
            network.client(frontend);
            network.client(frontend);
            clock.pass(ms(295));
            clock.pass(TICKS);
        }

        Traffic traffic = meters.cluster("shop");
        assertThat(traffic.wt1Ns().count()).isEqualTo(1);
        assertThat(traffic.wt1Ns().sum()).isBetween(300e6, 405e6);
        assertThat(traffic.wt2Ns().count()).isZero();
        assertThat(Files.readString(file)).containsPattern("\"queueMs\":(3\\d\\d|40\\d)\\.\\d+,\"connectMs\":null,");
    }

    /** A reload has changed the TLS of the cluster between the choice of the node and the attempt to reach it. */
    @Test
    void aNodeWhoseTlsIsOutdatedHasNotFailed() {
        node(1);
        fixture.tls = new NodeTls(false, null, null, "node", null, null, null);
        fixture.retry = new RetrySettings(2, 1);
        Cluster cluster = cluster();
        TlsClientContext old = new TlsClientContext(null, null, List.of());
        cluster.secure(old);
        old.release();
        TcpFrontend frontend = frontend(cluster);

        Peer client = network.client(frontend);

        assertThat(client.sawReset()).isTrue();
        assertThat(cluster.table().counts(cluster.nodes().get(0)).failed()).isZero();
        assertThat(cluster.table().counts(cluster.nodes().get(0)).abandoned())
                .as("the node itself is asked again")
                .isEqualTo(3);
        isOver(frontend, cluster);
    }

    /** A connection in a tunnel, whose client takes nothing yet of the ten octets that its node has sent. */
    private Peer clientThatIsBehind(TcpFrontend frontend) {
        Peer client = network.client(frontend);
        client.takes(0);
        network.node(1).sendsAndEnds("0123456789");
        return client;
    }

    private static NodeTimeouts tunnelsOfASecond() {
        return new NodeTimeouts(ms(1000), ms(1000), ms(1000));
    }

    /** The kernel says seldom that a slow client reads, and a tunnel in which octets leave is not idle. */
    @Test
    void aSlowReaderKeepsItsTunnel() {
        node(1);
        fixture.timeouts = tunnelsOfASecond();
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);
        Peer client = clientThatIsBehind(frontend);
        for (int i = 0; i < 5; i++) {
            clock.pass(ms(700));
            client.takes(1);
        }

        assertThat(client.isOpen()).isTrue();
        client.takesAll();
        assertThat(client.got()).isEqualTo("0123456789");
        assertThat(client.sawEnd()).isTrue();
    }

    @Test
    void aSlowReaderGetsTheLastOctetsOfATunnelThatBothHaveEnded() {
        node(1);
        fixture.timeouts = tunnelsOfASecond();
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);
        Peer client = clientThatIsBehind(frontend);
        client.ends();
        for (int i = 0; i < 10; i++) {
            clock.pass(ms(700));
            client.takes(1);
        }

        assertThat(client.got()).isEqualTo("0123456789");
        assertThat(client.sawEnd()).isTrue();
        isOver(frontend, cluster);
        assertThat(cluster.table().counts(cluster.nodes().get(0)).succeeded()).isEqualTo(1);
    }

    @Test
    void aReaderThatStopsIsResetAfterTheIdleTimeAndNotBefore() {
        stops(client -> {});
    }

    @Test
    void aReaderThatStopsAfterBothEndsIsResetAfterTheIdleTimeAndNotBefore() {
        stops(Peer::ends);
    }

    private void stops(Consumer<Peer> before) {
        node(1);
        fixture.timeouts = tunnelsOfASecond();
        Cluster cluster = cluster();
        TcpFrontend frontend = frontend(cluster);
        Peer client = clientThatIsBehind(frontend);
        before.accept(client);
        clock.pass(ms(700));
        client.takes(1);
        clock.pass(ms(990));
        assertThat(client.isOpen()).isTrue();
        clock.pass(TICKS);

        assertThat(client.sawReset()).isTrue();
        isOver(frontend, cluster);
    }
}
