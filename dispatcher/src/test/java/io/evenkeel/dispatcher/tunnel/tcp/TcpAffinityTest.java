// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Settings;
import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AffinitySettings.Mode;
import io.evenkeel.config.cluster.AffinitySettings.OwnCookie;
import io.evenkeel.dispatcher.affinity.Affinities;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.engine.MemoryNetwork;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * TCP connections whose clients belong to a node by their address, in memory and in virtual time. Addresses come in
 * PROXY headers; the policy gives each connection to the node with fewer, the first of equals.
 */
class TcpAffinityTest {

    private static final String ANN = "203.0.113.7";
    private static final String BOB = "203.0.113.8";

    private final Setup tied = new Setup(Mode.SOURCE_IP, false);

    /** Two nodes behind a listener. */
    private static final class Setup {

        private final ManualLoop clock = new ManualLoop();
        private final MemoryNetwork network = new MemoryNetwork(clock);
        private final Meters meters = new Meters(1);
        private final Affinities affinities = new Affinities("a key of the test");
        private final Cluster cluster;
        private final TcpFrontend frontend;

        Setup(Mode mode, boolean strict) {
            ClusterFixture fixture = new ClusterFixture(0);
            fixture.nodes.add(ClusterFixture.node("a", 1, 1));
            fixture.nodes.add(ClusterFixture.node("b", 2, 1));
            fixture.affinity =
                    new AffinitySettings(mode, strict, "JSESSIONID", OwnCookie.DEFAULTS, 1000, Duration.ofMinutes(30));
            cluster = fixture.create(clock.loop().nowNs());
            Settings whole = new TestSettings()
                    .trusting("127.0.0.0/8")
                    .acceptProxy()
                    .cluster("shop")
                    .tcp()
                    .clientTimeouts(2_000, 5_000, 60_000)
                    .build();
            frontend = new TcpFrontend(
                    network,
                    List.of(clock.loop()),
                    new TcpRules(whole.listeners().get(0), cluster),
                    meters,
                    affinities,
                    () -> null);
        }

        /** A connection from an address. */
        Peer from(String address) {
            Peer client = network.client(frontend);
            client.sends("PROXY TCP4 " + address + " 198.51.100.1 1234 443\r\n");
            return client;
        }

        /** The node that the next connection reaches, which is then ended by both. */
        String nodeOf(String address) {
            Peer client = from(address);
            client.sends("x");
            int port = network.isUntouched(1) ? 2 : 1;
            Peer node = network.node(port);
            assertThat(node.got()).isEqualTo("x");
            client.ends();
            node.ends();
            clock.settle();
            return port == 1 ? "a" : "b";
        }

        /** Gives Ann to node b, because node a is busy; then nobody is connected. */
        void annIsAtB() {
            Peer busy = from(BOB);
            Peer at = network.node(1);
            assertThat(nodeOf(ANN)).isEqualTo("b");
            busy.ends();
            at.ends();
            clock.settle();
        }

        void want(String node, AdminState state) {
            ClusterFixture.want(
                    cluster,
                    ClusterFixture.named(cluster, node),
                    state,
                    null,
                    clock.loop().nowNs());
        }

        SessionsView sessions() {
            return affinities.view(cluster);
        }

        void takeAwayB(boolean inMaintenance) {
            if (inMaintenance) {
                want("b", AdminState.MAINT);
            } else {
                network.refuses(2);
            }
        }
    }

    @Test
    void anAddressStaysAtItsNode() {
        tied.annIsAtB();

        assertThat(tied.nodeOf(ANN)).isEqualTo("b");
        assertThat(tied.nodeOf(ANN)).isEqualTo("b");
        assertThat(tied.nodeOf(BOB))
                .as("another address, which the policy placed")
                .isEqualTo("a");
        assertThat(tied.sessions().kept()).isEqualTo(3);
        assertThat(tied.sessions().moved()).isZero();
    }

    @Test
    void withoutAffinityThePolicyPlacesEachConnection() {
        Setup none = new Setup(Mode.NONE, false);
        none.annIsAtB();

        assertThat(none.nodeOf(ANN)).isEqualTo("a");
    }

    @Test
    void aDrainingNodeKeepsItsAddresses() {
        tied.annIsAtB();
        tied.want("b", AdminState.DRAIN);

        assertThat(tied.nodeOf(ANN)).isEqualTo("b");
        assertThat(tied.nodeOf("203.0.113.9")).isEqualTo("a");
    }

    @Test
    void anAddressWhoseNodeIsGoneMovesOnceAndStaysThere() {
        tied.annIsAtB();
        tied.want("b", AdminState.MAINT);
        assertThat(tied.nodeOf(ANN)).isEqualTo("a");
        tied.want("b", AdminState.READY);
        Peer busy = tied.from(BOB);
        tied.network.node(1);

        assertThat(tied.nodeOf(ANN)).as("node a, though it has more").isEqualTo("a");
        assertThat(tied.sessions().moved()).isEqualTo(1);
        busy.breaks();
    }

    @Test
    void anAddressWhoseNodeRefusesToConnectIsServedElsewhere() {
        tied.annIsAtB();
        tied.network.refuses(2);

        assertThat(tied.nodeOf(ANN)).isEqualTo("a");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStrictAddressIsRefusedWhileItsNodeIsGone(boolean inMaintenance) {
        Setup strict = new Setup(Mode.SOURCE_IP, true);
        strict.annIsAtB();
        strict.takeAwayB(inMaintenance);

        Peer client = strict.from(ANN);

        assertThat(client.sawReset()).isTrue();
        strict.clock.settle();
        assertThat(strict.meters.listener("web").refused()).containsExactly(Map.entry("home-gone", 1L));
        assertThat(strict.nodeOf("203.0.113.9")).as("a new address").isEqualTo("a");
    }

    @Test
    void anAddressIsForgottenAfterTheIdleTime() {
        tied.annIsAtB();
        tied.clock.pass(Duration.ofMinutes(31));

        assertThat(tied.nodeOf(ANN)).isEqualTo("a");
    }

    /** The time without a client begins at the end of its connection. */
    @Test
    void anAddressWhoseConnectionWasLongBelongsToItsNode() {
        Peer busy = tied.from(BOB);
        Peer a = tied.network.node(1);
        Peer ann = tied.from(ANN);
        Peer b = tied.network.node(2);
        busy.ends();
        a.ends();
        for (int minutes = 0; minutes < 40; minutes++) {
            tied.clock.pass(Duration.ofSeconds(15));
            ann.sends("x");
            tied.clock.pass(Duration.ofSeconds(45));
        }
        tied.affinities.sweep(tied.clock.loop().nowNs());
        ann.ends();
        b.ends();
        tied.clock.settle();

        assertThat(tied.nodeOf(ANN)).isEqualTo("b");
    }
}
