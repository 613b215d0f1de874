// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.monitor.push.ClusterRegistry;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sources and names before a real cluster, in virtual time. */
final class DiscoveriesTest implements ClusterRegistry {

    private static final long SECOND = 1_000_000_000L;

    private long sessions;
    private final ScriptedSource source = new ScriptedSource();
    private final EventLog events = new EventLog();
    private final ClusterFixture fixture = new ClusterFixture(0);
    private Discoveries discoveries;
    private ClusterSettings file;
    private Cluster cluster;
    private long nowNs = System.nanoTime() + SECOND;

    @BeforeEach
    void start() {
        discoveries = new Discoveries(
                this, (cluster, node) -> sessions, events.cluster(), new SplittableRandom(1), () -> source, false);
        file = fixture.settings().withDiscover(ScriptedSource.SETTINGS);
        cluster = fixture.create(nowNs);
        source.goodFor = Duration.ofMillis(500);
    }

    @AfterEach
    void close() {
        discoveries.close();
        events.close();
    }

    @Override
    public Map<String, Cluster> clusters() {
        return Map.of("shop", cluster);
    }

    @Override
    public void refit(String name) {
        ClusterFixture.update(cluster, discoveries.extend(file), nowNs);
    }

    private void begin() throws IOException {
        discoveries.prepare(List.of(file));
        refit("shop");
        discoveries.begin();
        turn(1);
    }

    /** Lets some seconds go by, with a turn for each. */
    private void turn(int seconds) {
        for (int i = 0; i < seconds; i++) {
            nowNs += SECOND;
            discoveries.turn(nowNs, nowNs / 1_000_000);
            discoveries.turn(nowNs + 1, nowNs / 1_000_000);
        }
    }

    private String members() {
        return cluster.nodes().stream()
                .map(node -> node.name() + " " + node.state())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private Node node(String name) {
        return cluster.nodes().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theFirstAnswerIsThereBeforeTheClusterBegins() throws IOException {
        source.answer = ScriptedSource.nodes("ab");
        discoveries.prepare(List.of(file));

        assertThat(discoveries.extend(file).nodes())
                .extracting(NodeSettings::name)
                .containsExactly("a", "b");
    }

    @Test
    void aNodeThatVanishesDrainsAndLeavesWhenItsSessionsAreGone() throws IOException {
        source.answer = ScriptedSource.nodes("abc");
        begin();
        sessions = 2;
        source.answer = ScriptedSource.nodes("ac");
        turn(3);
        assertThat(members()).isEqualTo("a UP, b DRAIN, c UP");
        assertThat(node("b").reason()).isEqualTo("not found in srv shop.test any more");

        sessions = 0;
        turn(2);
        assertThat(members()).isEqualTo("a UP, c UP");
        assertThat(discoveries.view().get(0).found()).isEqualTo(2);
    }

    @Test
    void sessionsHoldItForTheTimeOfADrainAtMost() throws IOException {
        source.answer = ScriptedSource.nodes("ab");
        begin();
        sessions = 1;
        source.answer = ScriptedSource.nodes("a");
        turn(30);
        assertThat(members()).isEqualTo("a UP, b DRAIN");
        turn(35);
        assertThat(members()).isEqualTo("a UP");
    }

    @Test
    void aNodeThatIsFoundAgainTakesTasksAndOneWhoseAgentSaidStopDoesNot() throws IOException {
        source.answer = ScriptedSource.nodes("ab");
        begin();
        Node b = node("b");
        Membership.leave(cluster, node("a"), true, "its agent said stop", nowNs);
        sessions = 1;
        source.answer = ScriptedSource.nodes("a");
        turn(2);
        assertThat(members()).isEqualTo("a DRAIN, b DRAIN");

        source.answer = ScriptedSource.nodes("ab");
        turn(2);
        assertThat(members()).isEqualTo("a DRAIN, b UP");
        assertThat(node("b")).as("the same node, with its figures").isSameAs(b);
    }

    @Test
    void nodesOfTheFileWinAndStay() throws IOException {
        fixture.nodes.add(new NodeSettings("b", new HostPort("10.9.9.9", 1), 1, 9, 9));
        fixture.nodes.add(new NodeSettings("mine", new HostPort("10.0.0.99", 8080), 1, 9, 9));
        file = fixture.settings().withDiscover(ScriptedSource.SETTINGS);
        source.answer = ScriptedSource.nodes("abc"); // c is 10.0.0.99
        begin();
        turn(1);

        assertThat(members()).isEqualTo("a UP, b UP, mine UP");
        assertThat(node("b").settings().address().host()).isEqualTo("10.9.9.9");

        sessions = 1;
        source.answer = ScriptedSource.nodes("a");
        turn(3);
        assertThat(members()).as("no source takes them away").isEqualTo("a UP, b UP, mine UP");
    }

    @Test
    void aNodeThatCannotBeToldFromOneOfTheFileIsLeftOut() throws IOException {
        fixture.nodes.add(new NodeSettings("GReLUrM4wMqfg9yzV3KQ", new HostPort("10.9.9.9", 1), 1, 9, 9));
        file = fixture.settings().withDiscover(ScriptedSource.SETTINGS);
        source.answer = List.of(ScriptedSource.node("8yn0iYCKYHlIj4-BwPqk", 1), ScriptedSource.node("a", 2));
        begin();
        turn(1);

        assertThat(members()).isEqualTo("GReLUrM4wMqfg9yzV3KQ UP, a UP");
    }

    @Test
    void anotherSourceKeepsTheNodesOfTheOneBeforeUntilItAnswers() throws IOException {
        source.answer = ScriptedSource.nodes("ab");
        begin();
        source.answer = null;
        source.failure = new IllegalStateException("refused");
        file = file.withDiscover(ScriptedSource.settings(99));
        begin();
        turn(5);
        assertThat(members()).isEqualTo("a UP, b UP");
        assertThat(source.closed).as("the source before").isTrue();
    }

    @Test
    void withoutTheModuleTheReasonIsClear() {
        Discoveries bare =
                new Discoveries(this, (c, n) -> 0, events.cluster(), new SplittableRandom(1), () -> null, false);

        assertThatThrownBy(() -> bare.prepare(List.of(file)))
                .hasMessage(
                        "cluster shop: 'discover' needs the jar evenkeel-discovery and its libraries, which are not there");
    }

    @Test
    void aNameThatLeadsElsewhereMovesItsNode() throws IOException {
        InetAddress one = InetAddress.getByName("10.0.0.1");
        InetAddress two = InetAddress.getByName("10.0.0.2");
        fixture.nodes.add(named(one));
        file = fixture.settings();
        source.addresses = List.of(two, one);
        begin();
        turn(3);
        Node before = node("app");
        assertThat(before.address().getAddress())
                .as("still among its addresses")
                .isEqualTo(one);

        source.addresses = List.of();
        turn(30);
        assertThat(node("app")).as("no failure moves it").isSameAs(before);

        source.addresses = List.of(two);
        turn(70);
        assertThat(node("app").address().getAddress()).isEqualTo(two);
        assertThat(before.member()).as("the old one only ends its tasks").isFalse();
        Node after = node("app");
        turn(5);
        assertThat(node("app")).as("it moves once").isSameAs(after);
    }

    private static NodeSettings named(InetAddress at) throws UnknownHostException {
        return new NodeSettings("app", new HostPort("app.test", 8080), 1, 9, 9).withAt(at);
    }

    @Test
    void literalAddressesAskNobody() throws IOException {
        List<NodeSettings> nodes = new ArrayList<>(fixture.nodes);
        nodes.add(new NodeSettings("a", new HostPort("10.0.0.1", 1), 1, 9, 9));
        nodes.add(new NodeSettings("b", new HostPort("::1", 1), 1, 9, 9));
        nodes.add(new NodeSettings("c", new HostPort("localhost", 1), 1, 9, 9));
        fixture.nodes = nodes;
        file = fixture.settings();
        begin();
        turn(5);

        assertThat(source.looked).isZero();
        assertThat(discoveries.view()).isEmpty();
    }
}
