// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes out of DNS, from a name server that tells the truth only sometimes. */
@Tag("thorough")
final class DnsSourceIT {

    private static final String NAME = "shop.test";

    @TempDir
    Path folder;

    private final Fleet fleet = new Fleet();
    private NameServer names;
    private int port;

    @BeforeEach
    void start() throws Exception {
        names = new NameServer();
        port = fleet.server("a", "127.0.0.1");
        fleet.server("b", "127.0.0.2", port);
        fleet.server("c", "127.0.0.3", port);
    }

    @AfterEach
    void stop() {
        fleet.close();
        names.close();
    }

    private void dispatch() throws Exception {
        fleet.dispatch(
                folder,
                "discover: {dns: " + NAME + ", port: " + port + ", servers: '" + names.address()
                        + "', interval: 100ms, timeout: 500ms}");
    }

    private String up(String host) {
        return host + ":" + port + " UP";
    }

    private void untilProblem(String part) {
        Fleet.until(
                () -> {
                    String problem = fleet.view().problem();
                    return problem != null && problem.contains(part);
                },
                fleet::view);
    }

    @Test
    void followsTheAddressesUnderLoadWithoutOneFailedRequest() throws Exception {
        names.say(NAME, "127.0.0.1", "127.0.0.2");
        dispatch();
        assertThat(fleet.members()).containsExactly(up("127.0.0.1"), up("127.0.0.2"));

        try (SteadyLoad load = SteadyLoad.on(fleet.dispatcher().port("web"), 2)) {
            names.say(NAME, "127.0.0.2", "127.0.0.3");
            Fleet.until(() -> load.answers("c") > 20, fleet::members);
            Fleet.until(() -> !fleet.names().contains("127.0.0.1:" + port), fleet::members);
            fleet.stop("a");
            long before = load.answers("b");
            Fleet.until(() -> load.answers("b") > before + 20, fleet::members);
            load.close();

            assertThat(load.failures()).isEmpty();
        }
    }

    @Test
    void keepsItsNodesWhateverTheServerDoes() throws Exception {
        names.say(NAME, "127.0.0.1", "127.0.0.2");
        dispatch();

        names.mood(NameServer.Mood.SILENT);
        untilProblem("no ");
        assertThat(fleet.members()).as("no answer").containsExactly(up("127.0.0.1"), up("127.0.0.2"));

        names.mood(NameServer.Mood.FAILING);
        untilProblem("ServFail");
        assertThat(fleet.members()).as("SERVFAIL").containsExactly(up("127.0.0.1"), up("127.0.0.2"));

        names.mood(NameServer.Mood.WELL);
        names.say(NAME);
        untilProblem("the answer has no nodes");
        assertThat(fleet.members()).as("NXDOMAIN").containsExactly(up("127.0.0.1"), up("127.0.0.2"));

        names.say(NAME, "0.0.0.0", "224.0.0.1", "169.254.169.254");
        untilProblem("3 left out, at no address where a node can be");
        assertThat(fleet.members()).as("lies").containsExactly(up("127.0.0.1"), up("127.0.0.2"));
        assertThat(fleet.events().stream().filter(text -> text.contains("found before stay")))
                .as("said once for all of this")
                .hasSize(1);

        names.say(NAME, "127.0.0.2");
        Fleet.until(() -> fleet.members().equals(List.of(up("127.0.0.2"))), fleet::members);
    }

    @Test
    void asksOverTcpForWhatIsTooLongForADatagram() throws Exception {
        String[] many = new String[200];
        for (int i = 0; i < many.length; i++) {
            many[i] = "127.0.1." + (i + 1);
        }
        names.say(NAME, many);
        names.mood(NameServer.Mood.TRUNCATING);

        dispatch();

        assertThat(fleet.names()).hasSize(200);
        assertThat(names.overTcp()).isPositive();
    }

    @Test
    void aNodeThatIsFoundAgainWhileItDrainsTakesTasks() throws Exception {
        names.say(NAME, "127.0.0.1", "127.0.0.2");
        fleet.dispatch(
                folder,
                "affinity: source-ip",
                "discover: {dns: " + NAME + ", port: " + port + ", servers: '" + names.address()
                        + "', interval: 100ms}");
        try (SteadyLoad load = SteadyLoad.on(fleet.dispatcher().port("web"), 1)) {
            Fleet.until(() -> load.answers("a") + load.answers("b") > 5, fleet::members);
            String home = load.answers("a") > 0 ? "127.0.0.1" : "127.0.0.2";
            String other = home.equals("127.0.0.1") ? "127.0.0.2" : "127.0.0.1";

            names.say(NAME, other);
            Fleet.until(() -> fleet.members().contains(home + ":" + port + " DRAIN"), fleet::members);
            names.say(NAME, "127.0.0.1", "127.0.0.2");
            Fleet.until(() -> fleet.members().equals(List.of(up("127.0.0.1"), up("127.0.0.2"))), fleet::members);
            load.close();

            assertThat(load.failures()).isEmpty();
        }
    }

    @Test
    void servicesHavePortsAndWeightsAndTheLowestPriorityCounts() throws Exception {
        names.service("_http._tcp.shop.test", "10 3 " + port + " a.test", "10 1 " + port + " b.test", "20 9 1 c.test");
        names.say("a.test", "127.0.0.1");
        names.say("b.test", "127.0.0.2");
        names.say("c.test", "127.0.0.3");

        fleet.dispatch(
                folder, "discover: {srv: _http._tcp.shop.test, servers: '" + names.address() + "', interval: 100ms}");

        assertThat(fleet.members()).containsExactly("a.test:" + port + " UP", "b.test:" + port + " UP");
        assertThat(fleet.shop().nodes().stream().map(node -> node.weight())).containsExactlyInAnyOrder(3.0, 1.0);
        assertThat(fleet.view().remark()).contains("1 records of higher priority");

        names.say("a.test", "127.0.0.3");
        Fleet.until(
                () -> fleet.shop().nodes().stream()
                        .anyMatch(node -> node.address().toString().contains("127.0.0.3")),
                fleet::members);
        assertThat(fleet.names()).containsExactly("a.test:" + port, "b.test:" + port);
    }
}
