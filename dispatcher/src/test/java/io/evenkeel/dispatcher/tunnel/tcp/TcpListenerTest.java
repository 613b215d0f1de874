// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Settings;
import io.evenkeel.dispatcher.affinity.Affinities;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.engine.MemoryNetwork;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.metrics.ListenerTraffic;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections of a TCP listener that trusts the loopback and asks it for PROXY headers, in memory. */
class TcpListenerTest {

    private static final String HEADER = "PROXY TCP4 203.0.113.7 198.51.100.1 1234 443\r\n";

    private final ManualLoop clock = new ManualLoop();
    private final MemoryNetwork network = new MemoryNetwork(clock);
    private final Meters meters = new Meters(1);
    private final Cluster cluster;
    private TcpFrontend frontend;

    TcpListenerTest() {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(ClusterFixture.node("a", 1, 1));
        fixture.nodes.add(ClusterFixture.node("b", 2, 1));
        cluster = fixture.create(clock.loop().nowNs());
        frontend = frontend(new TestSettings().trusting("127.0.0.0/8").acceptProxy());
    }

    private TcpFrontend frontend(TestSettings settings) {
        Settings whole = settings.cluster("shop")
                .tcp()
                .clientTimeouts(2_000, 5_000, 60_000)
                .build();
        TcpRules rules = new TcpRules(whole.listeners().get(0), cluster);
        return new TcpFrontend(
                network, List.of(clock.loop()), rules, meters, new Affinities("a key of the test"), () -> null);
    }

    private ListenerTraffic traffic() {
        clock.settle();
        return meters.listener(TestSettings.LISTENER);
    }

    private int inFlight() {
        clock.settle();
        return cluster.nodes().stream()
                .mapToInt(node -> cluster.table().counts(node).inFlight())
                .sum();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void octetsBehindTheHeaderReachTheNodeFirst(boolean bytewise) {
        Peer client = network.client(frontend);

        if (bytewise) {
            client.sendsBytewise(HEADER + "hello");
        } else {
            client.sends(HEADER + "hello");
        }
        client.sends(" world");

        Peer node = network.node(1);
        assertThat(node.got()).isEqualTo("hello world");
        node.sends("answer");
        assertThat(client.got()).isEqualTo("answer");
    }

    @Test
    void octetsBehindTheHeaderWaitForANodeThatCanBeReached() {
        network.refuses(1);
        Peer client = network.client(frontend);

        client.sendsAndEnds(HEADER + "hello");

        Peer node = network.node(2);
        assertThat(node.got()).isEqualTo("hello");
        assertThat(node.sawEnd()).isTrue();
    }

    @Test
    void withoutAHeaderNothingIsReadBeforeTheNodeIsThere() {
        frontend = frontend(new TestSettings().trusting("192.0.2.0/24").acceptProxy());
        network.neverAnswers(1);
        Peer client = network.client(frontend);
        client.sends(HEADER);
        assertThat(client.isHeldBack()).isTrue();

        network.neverAnswers(2);
        frontend.clients().abort();

        assertThat(client.sawReset()).isTrue();
        assertThat(inFlight()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\n", "PROXY TCP4 nonsense\r\n"})
    void whatIsNoHeaderIsResetAndCounted(String octets) {
        Peer client = network.client(frontend);

        client.sends(octets);

        assertThat(client.sawReset()).isTrue();
        assertThat(traffic().refused()).containsExactly(entry("bad-proxy-header"));
        assertThat(traffic().open()).isZero();
        assertThat(meters.cluster("shop").failures()).isEqualTo(1);
        assertThat(network.isUntouched(1)).isTrue();
    }

    private static Map.Entry<String, Long> entry(String reason) {
        return Map.entry(reason, 1L);
    }

    @Test
    void aClientThatEndsItsInputInsideTheHeaderIsResetAndCounted() {
        Peer client = network.client(frontend);

        client.sendsAndEnds(HEADER.substring(0, 9));

        assertThat(client.sawReset()).isTrue();
        assertThat(traffic().refused()).containsExactly(entry("bad-proxy-header"));
    }

    @Test
    void aHeaderThatIsLateIsResetAndCounted() {
        Peer client = network.client(frontend);
        client.sends(HEADER.substring(0, 9));

        clock.pass(Duration.ofMillis(1_999));
        assertThat(client.isOpen()).isTrue();
        clock.pass(Duration.ofMillis(111));

        assertThat(client.sawReset()).isTrue();
        assertThat(traffic().refused()).containsExactly(entry("proxy-header-timeout"));
    }

    @Test
    void aClientThatLeavesBeforeItsHeaderIsNoFailure() {
        Peer client = network.client(frontend);

        client.breaks();

        assertThat(traffic().open()).isZero();
        assertThat(traffic().refused()).isEmpty();
        assertThat(meters.cluster("shop").tasks()).isEqualTo(1);
        assertThat(meters.cluster("shop").failures()).isZero();
    }

    @Test
    void aDrainLetsTunnelsEndByThemselves() {
        Peer client = network.client(frontend);
        client.sends(HEADER);
        Peer node = network.node(1);
        Peer silent = network.client(frontend);
        Peer begun = network.client(frontend);
        begun.sends(HEADER.substring(0, 9));

        frontend.clients().drain();
        clock.pass(Duration.ofMillis(900));
        assertThat(traffic().open()).isEqualTo(3);
        clock.pass(Duration.ofMillis(300));

        assertThat(silent.sawEnd()).isTrue();
        assertThat(begun.sawEnd()).isTrue();
        assertThat(traffic().refused()).isEmpty();
        client.sends("hello");
        assertThat(node.got()).isEqualTo("hello");
        client.ends();
        node.ends();
        assertThat(client.sawEnd()).isTrue();
        assertThat(traffic().open()).isZero();
    }

    @Test
    void abortResetsBothSidesOfATunnel() {
        Peer client = network.client(frontend);
        client.sends(HEADER);
        Peer node = network.node(1);
        assertThat(frontend.clients().count()).isEqualTo(1);

        frontend.clients().abort();

        assertThat(client.sawReset()).isTrue();
        assertThat(node.sawReset()).isTrue();
        assertThat(frontend.clients().count()).isZero();
        assertThat(inFlight()).isZero();
    }

    @Test
    void aNodeThatIsLeftIsResetAndTheOthersAreNot() {
        Peer first = network.client(frontend);
        first.sends(HEADER);
        Peer second = network.client(frontend);
        second.sends(HEADER);

        frontend.clients().leaveNode(ClusterFixture.named(cluster, "a"));

        assertThat(first.sawReset()).isTrue();
        assertThat(second.isOpen()).isTrue();
    }
}
