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

/** Nodes out of Consul, by blocking queries. */
@Tag("thorough")
final class ConsulSourceIT {

    @TempDir
    Path folder;

    private final Fleet fleet = new Fleet();
    private ConsulServer consul;

    @BeforeEach
    void start() throws Exception {
        consul = new ConsulServer();
        fleet.server("a", "127.0.0.1");
        fleet.server("b", "127.0.0.1");
        fleet.server("c", "127.0.0.1");
    }

    @AfterEach
    void stop() {
        fleet.close();
        consul.close();
    }

    private void dispatch(String more) throws Exception {
        fleet.dispatch(
                folder,
                "discover: {consul: {service: shop, address: '" + consul.address() + "'" + more + "}, timeout: 2s}");
    }

    private String instance(String name, int weight) {
        return name + " 127.0.0.1 " + fleet.port(name) + " " + weight;
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
    void changesComeAtOnceAndNothingIsAskedInBetween() throws Exception {
        consul.say(instance("a", 3), instance("b", 1));
        dispatch(", tag: 'blue green', token: " + ConsulServer.TOKEN);
        assertThat(fleet.members()).containsExactly("a UP", "b UP");
        assertThat(fleet.shop().nodes().stream().map(node -> node.weight())).containsExactlyInAnyOrder(3.0, 1.0);
        Fleet.until(() -> consul.questions() == 2, consul::questions);
        assertThat(consul.lastUri()).startsWith("/v1/health/service/shop?passing=1&tag=blue%20green&index=8&wait=55s");

        try (SteadyLoad load = SteadyLoad.on(fleet.dispatcher().port("web"), 2)) {
            consul.say(instance("b", 1), instance("c", 1));
            Fleet.until(() -> load.answers("c") > 20, fleet::members);
            Fleet.until(() -> fleet.members().equals(List.of("b UP", "c UP")), fleet::members);
            fleet.stop("a");
            load.close();
            assertThat(load.failures()).isEmpty();
        }
        assertThat(consul.questions()).as("one for each change").isEqualTo(3);

        consul.restart();
        Fleet.until(() -> consul.questions() >= 4, consul::questions);
        assertThat(fleet.members()).containsExactly("b UP", "c UP");
    }

    @Test
    void keepsItsNodesWhateverTheAgentSays() throws Exception {
        consul.say(instance("a", 1), instance("b", 1));
        dispatch(", token: " + ConsulServer.TOKEN);

        consul.force(200, "{\"Node\": 1}");
        untilProblem("its answer is not a list of instances");
        consul.force(200, "[[[");
        untilProblem("its answer is not JSON");
        consul.force(500, "rpc error: No cluster leader");
        untilProblem("it answers 500 (rpc error: No cluster leader)");
        consul.force(200, " ".repeat(9 << 20));
        untilProblem("the answer is longer than 8388608 bytes");
        consul.force(200, "[]");
        untilProblem("the answer has no nodes");
        consul.force(200, "[{\"Service\": {\"ID\": \"x\", \"Address\": \"127.0.0.1\", \"Port\": 99999}}]");
        untilProblem("the answer has no nodes");

        assertThat(fleet.members()).containsExactly("a UP", "b UP");
    }

    @Test
    void keepsItsNodesWhenTheAnswerHasTooManyInstancesOrGoesOn() throws Exception {
        consul.say(instance("a", 1), instance("b", 1));
        dispatch(", token: " + ConsulServer.TOKEN);

        consul.force(200, "[" + "{},".repeat(2_700_000) + "{}]");
        untilProblem("its answer has more than 20000 instances");
        consul.force(200, "[]]");
        untilProblem("its answer is not JSON");
        assertThat(fleet.members()).containsExactly("a UP", "b UP");

        consul.force(
                200,
                "[1, [2], {\"Service\": 3}, {\"Other\": {\"Address\": []}, \"Node\": {\"Address\": \"127.0.0.1\"},"
                        + " \"Service\": {\"ID\": \"c\", \"Tags\": [{}], \"Address\": null, \"Port\": "
                        + fleet.port("c") + "}}]");
        Fleet.until(() -> fleet.members().contains("c UP"), fleet::members);
    }

    @Test
    void withoutATokenTheRemedyIsNamed() throws Exception {
        consul.say(instance("a", 1));
        dispatch("");

        assertThat(fleet.view().problem())
                .isEqualTo("Consul at " + consul.address() + ": it answers 403 (Permission denied: token not found);"
                        + " give a 'token' that may read the service and its nodes");
        assertThat(fleet.members()).isEmpty();
    }
}
