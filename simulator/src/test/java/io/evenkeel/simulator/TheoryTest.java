// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.simulator.ServerModel.Order;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulation against what queueing theory says, and policies against what their inventors say. */
class TheoryTest {

    private static final long SEED = Long.getLong("seed", 1);
    private static final PolicyCatalog CATALOG = PolicyCatalog.load();

    /**
     * M/M/1: mean time 1 / (μ - λ), for FIFO and for processor sharing, p99 of FIFO ln(100) times that.
     *
     * <p>The mean wait of N tasks has the standard error sqrt(ρ (2 + 5ρ - 4ρ² + ρ³) / (1 - ρ)^4 / N) in service times: at ρ = 0.7 and
     * N = 2 000 000, 0.5 % of the mean time, a quarter of the bound.
     */
    @ParameterizedTest
    @CsvSource({"0.3, FIFO", "0.7, FIFO", "0.3, PROCESSOR_SHARING", "0.7, PROCESSOR_SHARING"})
    void oneNodeIsMm1(double load, Order order) {
        Report report = run("random", Scenario.atLoad(load, equal(1, order), 10, 2_000_000, SEED));

        double expectedMs = 10 / (1 - load);
        assertThat(report.meanMs()).isCloseTo(expectedMs, withinPercentage(2));
        assertThat(report.throughputPerS()).isCloseTo(load * 100, withinPercentage(1));
        if (order == Order.FIFO) {
            assertThat(report.p99Ms()).isCloseTo(expectedMs * Math.log(100), withinPercentage(4));
        }
    }

    /** Random splitting of a Poisson stream gives independent M/M/1 queues. */
    @Test
    void randomChoiceIsManyMm1() {
        Report report = run("random", Scenario.atLoad(0.7, equal(5, Order.FIFO), 10, 2_000_000, SEED));

        assertThat(report.meanMs()).isCloseTo(10 / 0.3, withinPercentage(2));
    }

    /** Mitzenmacher: mean time of many nodes at load ρ is the sum over i >= 1 of ρ^(2^i - 2), 2.61 service times at 0.9. */
    @Test
    void powerOfTwoIsAsMitzenmacherSays() {
        Report report = run("power-of-two", Scenario.atLoad(0.9, equal(100, Order.FIFO), 10, 200_000, SEED));

        double expected = 0;
        for (int i = 1; i <= 10; i++) {
            expected += Math.pow(0.9, Math.pow(2, i) - 2);
        }
        assertThat(report.meanMs()).isCloseTo(10 * expected, withinPercentage(5));
    }

    @Test
    void powerOfTwoIsMuchBetterThanRandomUnderLoad() {
        Scenario busy = Scenario.atLoad(0.9, equal(10, Order.FIFO), 10, 300_000, SEED);

        assertThat(run("power-of-two", busy).meanMs())
                .isLessThan(run("random", busy).meanMs() / 2);
    }

    @Test
    void roundRobinIsBetterThanRandom() {
        Scenario scenario = Scenario.atLoad(0.8, equal(5, Order.FIFO), 10, 300_000, SEED);

        assertThat(run("round-robin", scenario).meanMs())
                .isLessThan(run("random", scenario).meanMs());
    }

    /** Speeds 5 : 2.5 : 1 at 70 %: an equal share is 1.98 times what the slowest can do, so round robin has no steady state. */
    @Test
    void headroomUsesUnequalNodesWithoutBeingToldWeights() {
        Scenario unequal = Scenario.atLoad(0.7, unequal(), 15, 100_000, SEED);

        Report headroom = run("headroom", unequal);

        assertThat(headroom.meanMs()).isLessThan(run("round-robin", unequal).meanMs() / 10);
        assertThat(headroom.meanMs())
                .isLessThan(run("least-connections", unequal).meanMs());
        assertThat(headroom.p99Ms()).isLessThan(run("power-of-two", unequal).p99Ms());
    }

    /** Alone, a task takes 3, 6 or 15 ms: 8 ms on average when nodes take turns. */
    @Test
    void headroomLeavesTheSlowestNodeAloneOnAQuietCluster() {
        Report report = run("headroom", Scenario.atLoad(0.05, unequal(), 15, 100_000, SEED));

        assertThat(report.perNode().get(2)).isLessThan(5_000);
        assertThat(report.meanMs()).isLessThan(4);
    }

    @Test
    void headroomSharesAQuietClusterOfEqualNodes() {
        Report report = run("headroom", Scenario.atLoad(0.05, equal(3, Order.PROCESSOR_SHARING), 10, 100_000, SEED));

        assertThat(report.perNode()).allSatisfy(tasks -> assertThat(tasks).isBetween(20_000, 50_000));
    }

    /** Nobody can be better than one node with the speed of all: 10 ms / 10 / (1 - 0.9). */
    @ParameterizedTest
    @CsvSource({"headroom", "least-connections", "least-requests"})
    void goodPoliciesComeNearAPooledCluster(String policy) {
        Report report = run(policy, Scenario.atLoad(0.9, equal(10, Order.PROCESSOR_SHARING), 10, 200_000, SEED));

        assertThat(report.meanMs()).isBetween(10.0, 30.0);
    }

    /** Below the threshold adaptive is round robin; at 90 % load it is above it most of the time. */
    @Test
    void adaptiveIsBetterThanRoundRobinUnderLoad() {
        Scenario busy = Scenario.atLoad(0.9, equal(10, Order.PROCESSOR_SHARING), 10, 200_000, SEED);

        assertThat(run("adaptive", busy).meanMs())
                .isLessThan(run("round-robin", busy).meanMs());
    }

    @Test
    void theSameSeedGivesTheSameBits() {
        Scenario scenario = Scenario.atLoad(0.8, unequal(), 10, 20_000, SEED);

        for (PolicyType type : CATALOG.all()) {
            assertThat(run(type.name(), scenario)).as(type.name()).isEqualTo(run(type.name(), scenario));
        }
    }

    private static List<ServerModel> equal(int count, Order order) {
        return Collections.nCopies(count, ServerModel.of(1, order));
    }

    private static List<ServerModel> unequal() {
        return List.of(
                ServerModel.of(5, Order.PROCESSOR_SHARING),
                ServerModel.of(2.5, Order.PROCESSOR_SHARING),
                ServerModel.of(1, Order.PROCESSOR_SHARING));
    }

    private static Report run(String policy, Scenario scenario) {
        return Simulation.run(scenario, CATALOG.find(policy).orElseThrow(), Map.of());
    }
}
