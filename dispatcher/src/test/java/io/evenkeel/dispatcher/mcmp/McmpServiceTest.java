// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.listener.McmpSettings;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Wire;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.monitor.push.RegisteredNodes;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.policy.PolicyCatalog;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers over minutes, and the end of those that say nothing any more. */
class McmpServiceTest {

    private static final String APP = "&Alias=localhost&Context=%2Fshop";

    private final EventLog events = new EventLog();
    private final RegisteredNodes joined = new RegisteredNodes(file -> true);
    private ClusterSettings file;
    private Cluster cluster;
    private McmpService service;
    private long nowNs = TimeUnit.HOURS.toNanos(1);

    @BeforeEach
    void start() {
        file = Objects.requireNonNull(new TestSettings()
                .registering("apps", McmpSettings.DEFAULTS)
                .build()
                .clusters()
                .get("apps"));
        open(file);
    }

    private void open(ClusterSettings settings) {
        file = settings;
        cluster = Membership.create(settings, PolicyCatalog.load(), new SplittableRandom(1), nowNs);
        service = new McmpService(new Registry(), joined, events, () -> nowNs);
        service.follow(Map.of("apps", McmpSettings.DEFAULTS));
    }

    @AfterEach
    void stop() {
        service.close();
        events.close();
    }

    /** The parts of a dispatcher that the service needs, without one. */
    private final class Registry implements ServerRegistry {

        @Override
        public Map<String, Cluster> clusters() {
            return Map.of("apps", cluster);
        }

        @Override
        public void refit(String name) {
            ClusterSettings extended = joined.extend(file);
            if (!Membership.canUpdate(cluster, extended)) {
                throw new IllegalStateException("cluster " + name + " has no room for more nodes");
            }
            Membership.update(cluster, extended, nowNs);
        }

        @Override
        public NodeTraffic traffic(String name, int slot) {
            return new NodeTraffic(0, 0);
        }

        @Override
        public boolean reaches(InetSocketAddress address) {
            return true;
        }
    }

    private McmpAnswer say(String method, String body) {
        return service.answer("apps", method, "/", Wire.bytes(body));
    }

    private McmpAnswer config(String route, int port) {
        return say("CONFIG", "JVMRoute=" + route + "&Host=127.0.0.1&Type=http&Port=" + port);
    }

    private void register(String route, int port) {
        assertThat(config(route, port).text()).isEmpty();
        assertThat(say("ENABLE-APP", "JVMRoute=" + route + APP).error()).isNull();
        assertThat(say("STATUS", "JVMRoute=" + route + "&Load=90").error()).isNull();
    }

    private void pass(long seconds) {
        nowNs += TimeUnit.SECONDS.toNanos(seconds);
        service.sweepNow(nowNs);
    }

    private List<String> names() {
        return cluster.nodes().stream().map(Node::name).toList();
    }

    @Test
    void serverWithoutStatusStandsByForAMinuteAndLeavesAfterFive() {
        register("a", 8001);
        register("b", 8002);
        pass(59);
        assertThat(cluster.nodes()).allMatch(node -> node.state() == NodeState.UP);
        assertThat(say("STATUS", "JVMRoute=b&Load=90").error()).isNull();

        pass(1);
        Node silent = cluster.nodes().get(0);
        assertThat(silent.state()).isEqualTo(NodeState.RESTING);
        assertThat(silent.reason()).isEqualTo("its server has sent no STATUS for a minute");
        assertThat(silent.keepsHomes()).as("sessions stay where they are").isTrue();
        assertThat(cluster.nodes().get(1).state()).isEqualTo(NodeState.UP);
        say("STATUS", "JVMRoute=a&Load=90");
        assertThat(silent.state()).isEqualTo(NodeState.UP);

        pass(298);
        assertThat(names()).containsExactly("a", "b");
        say("STATUS", "JVMRoute=b&Load=90");
        pass(2);
        assertThat(names()).containsExactly("b");
        assertThat(say("STATUS", "JVMRoute=a&Load=90").text()).isEqualTo("MEM: Can't read node with \"a\" JVMRoute");
    }

    @Test
    void movedServerTakesItsRouteOnceTheOldOneIsNotHeardOf() {
        register("a", 8001);
        pass(14);
        assertThat(config("a", 9001).text()).isEqualTo("MEM: Old node with \"a\" JVMRoute still exists");
        pass(1);
        register("a", 9001);

        assertThat(cluster.nodes()).hasSize(1);
        assertThat(cluster.nodes().get(0).address().getPort()).isEqualTo(9001);
    }

    @Test
    void serverWithAnotherRouteTakesItsAddressOnceTheOldOneIsNotHeardOf() {
        register("a", 8001);
        assertThat(config("b", 8001).text()).isEqualTo("MEM: Another for the same worker already exist");
        pass(15);
        register("b", 8001);

        assertThat(names()).containsExactly("b");
        assertThat(say("STATUS", "JVMRoute=a&Load=90").error()).isEqualTo("MEM");
    }

    private static NodeSettings vcn1() {
        return new NodeSettings("vcn1", new HostPort("127.0.0.1", 8001), 2, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    @Test
    void nodeOfTheFileStaysWithTheServerThatIsHeardOf() {
        open(file.withNodes(List.of(vcn1())));
        register("tomcat-1", 8001);
        assertThat(config("tomcat-2", 8001).text()).isEqualTo("MEM: Another for the same worker already exist");
        pass(15);
        register("tomcat-2", 8001);

        assertThat(names()).containsExactly("vcn1");
        assertThat(say("STATUS", "JVMRoute=tomcat-1&Load=90").error()).isEqualTo("MEM");
    }

    @Test
    void serverThatComesAgainAsANodeOfTheFileLeavesItsOwn() {
        open(file.withNodes(List.of(vcn1())));
        register("a", 9001);
        assertThat(names()).containsExactly("vcn1", "a");
        pass(15);
        register("a", 8001);

        assertThat(names()).containsExactly("vcn1");
    }

    @Test
    void nodeOfTheFileIsFoundByAddressAndStays() {
        open(file.withNodes(List.of(vcn1())));
        register("tomcat-1", 8001);

        Node node = cluster.nodes().get(0);
        assertThat(names()).containsExactly("vcn1");
        assertThat(node.toldRoute()).isEqualTo("tomcat-1");
        assertThat(node.load().share()).isEqualTo(0.9);
        assertThat(node.weight()).isEqualTo(2);
        assertThat(service.answer("apps", "REMOVE-APP", "/*", Wire.bytes("JVMRoute=tomcat-1"))
                        .error())
                .isNull();
        pass(1);
        assertThat(names()).as("the file has it").containsExactly("vcn1");
        assertThat(Objects.requireNonNull(cluster.applications()).list()).isEmpty();
    }

    @Test
    void numbersOfServersHostsAndContextsAreBounded() {
        for (int i = 0; i < cluster.table().capacity(); i++) {
            assertThat(config("n" + i, 10_000 + i).error()).isNull();
        }
        assertThat(config("more", 9_999).text()).isEqualTo("MEM: cluster apps has no room for more nodes");
        for (int i = 0; i < RegisteredServer.MOST_CONTEXTS; i++) {
            assertThat(say("ENABLE-APP", "JVMRoute=n1&Alias=h&Context=/" + i).error())
                    .isNull();
        }
        assertThat(say("ENABLE-APP", "JVMRoute=n1&Alias=h&Context=/more").text())
                .isEqualTo("MEM: Can't insert context: a host of the node has 256 contexts or 64 names");
        for (int i = 1; i < RegisteredServer.MOST_HOSTS; i++) {
            assertThat(say("ENABLE-APP", "JVMRoute=n1&Context=/1&Alias=h" + i).error())
                    .isNull();
        }
        assertThat(say("ENABLE-APP", "JVMRoute=n1&Context=/1&Alias=more").text())
                .isEqualTo("MEM: Can't insert host alias: the node has 64 hosts");
        for (int i = RegisteredServer.MOST_CONTEXTS; i < Roster.MOST_APPLICATIONS; i++) {
            assertThat(say("ENABLE-APP", "JVMRoute=n" + (2 + i / 256) + "&Alias=h&Context=/" + i)
                            .error())
                    .isNull();
        }
        assertThat(say("ENABLE-APP", "JVMRoute=n9&Alias=h&Context=/more").text())
                .isEqualTo("MEM: Can't insert context: the cluster has 1024");
        assertThat(Objects.requireNonNull(cluster.applications()).list()).hasSize(1024);
        assertThat(say("INFO", "").text()).as("what was refused").doesNotContain("/more");
        assertThat(say("ENABLE-APP", "JVMRoute=n9&Alias=h&Context=/1").error()).isNull();
    }

    @Test
    void refusedContextIsNotKept() {
        register("a", 8001);
        say("ENABLE-APP", "JVMRoute=a&Alias=localhost&Context=/x//y");

        assertThat(say("INFO", "").text())
                .contains("Context: /shop, Status: ENABLED")
                .doesNotContain("/x");
    }
}
