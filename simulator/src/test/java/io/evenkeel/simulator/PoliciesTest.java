// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import static io.evenkeel.simulator.Models.atLoad;
import static io.evenkeel.simulator.Models.cores;
import static io.evenkeel.simulator.Models.run;
import static io.evenkeel.simulator.Models.server;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.PolicyType;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.scenario.ServerGroup.Order;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The policies compared with each other on textbook clusters without agents. */
class PoliciesTest {

    private static final String SERVICE = "exponential(10ms)";

    @Test
    void powerOfTwoIsMuchBetterThanRandomUnderLoad() {
        Scenario busy = atLoad(0.9, equal(10, Order.FIFO), SERVICE, 300_000);

        assertThat(run("power-of-two", busy).meanMs())
                .isLessThan(run("random", busy).meanMs() / 2);
    }

    @Test
    void roundRobinIsBetterThanRandom() {
        Scenario scenario = atLoad(0.8, equal(5, Order.FIFO), SERVICE, 300_000);

        assertThat(run("round-robin", scenario).meanMs())
                .isLessThan(run("random", scenario).meanMs());
    }

    /**
     * Speeds 5 : 2.5 : 1 at 70 %: an equal share is 1.98 times what the slowest can do, so round robin has no steady
     * state.
     */
    @Test
    void headroomUsesUnequalNodesWithoutBeingToldWeights() {
        Scenario unequal = atLoad(0.7, unequal(), "exponential(15ms)", 100_000);

        Run headroom = run("headroom", unequal);

        assertThat(headroom.meanMs()).isLessThan(run("round-robin", unequal).meanMs() / 10);
        assertThat(headroom.meanMs())
                .isLessThan(run("least-connections", unequal).meanMs());
        assertThat(headroom.p99Ms()).isLessThan(run("power-of-two", unequal).p99Ms());
    }

    /**
     * Alone, a task takes 3, 6 or 15 ms: 8 ms on average when nodes take turns, 3 ms when the fastest gets all and the
     * others grow cold.
     */
    @Test
    void headroomGivesTheSlowestNodeLittleButNotNothingOnAQuietCluster() {
        Run run = run("headroom", atLoad(0.05, unequal(), "exponential(15ms)", 100_000));

        assertThat(run.nodes().get(2).share()).isBetween(0.04, 0.08);
        assertThat(run.meanMs()).isLessThan(4.3);
    }

    @Test
    void headroomSharesAQuietClusterOfEqualNodes() {
        Run run = run("headroom", atLoad(0.05, equal(3, Order.PROCESSOR_SHARING), SERVICE, 100_000));

        assertThat(run.nodes()).allSatisfy(node -> assertThat(node.share()).isBetween(0.3, 0.37));
    }

    /** No policy can be better than one node with the speed of all: 10 ms / 10 / (1 - 0.9). */
    @ParameterizedTest
    @CsvSource({"headroom", "least-connections", "least-requests"})
    void goodPoliciesComeNearAPooledCluster(String policy) {
        Run run = run(policy, atLoad(0.9, equal(10, Order.PROCESSOR_SHARING), SERVICE, 200_000));

        assertThat(run.meanMs()).isBetween(10.0, 30.0);
    }

    /** Below the threshold adaptive is round robin; at 90 % load it is above it most of the time. */
    @Test
    void adaptiveIsBetterThanRoundRobinUnderLoad() {
        Scenario busy = atLoad(0.9, equal(10, Order.PROCESSOR_SHARING), SERVICE, 200_000);

        assertThat(run("adaptive", busy).meanMs())
                .isLessThan(run("round-robin", busy).meanMs());
    }

    @Test
    void theSameSeedGivesTheSameBits() {
        Scenario scenario = atLoad(0.8, unequal(), SERVICE, 20_000);

        for (PolicyType type : Models.CATALOG.all()) {
            assertThat(run(type.name(), scenario)).as(type.name()).isEqualTo(run(type.name(), scenario));
        }
    }

    private static List<ServerGroup> equal(int count, Order order) {
        return List.of(server(count, 1, 1, 1_000_000, 0, order));
    }

    private static List<ServerGroup> unequal() {
        return cores(Order.PROCESSOR_SHARING, 5, 2.5, 1);
    }
}
