// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The promises of {@code headroom}, against the better of the oracles; and the papers' policies taken by the letter.
 */
@Tag("thorough")
class GoalsTest {

    private static final int SEEDS = 2;

    /**
     * Paper 1's five clusters at 30 and 54 users: nothing fails, 98 % of the throughput, 1.1 times the 99th percentile.
     *
     * <p>A run has about 33 000 measured requests, so its throughput strays by some 0.3 % (one standard deviation over
     * seeds, both rules meeting the same work) and its p99 by 1 %; the means here are 0.5 % and 5 % inside their
     * bounds.
     */
    @ParameterizedTest
    @CsvSource({
        "jqostd-baseline, 30",
        "jqostd-baseline, 54",
        "jqostd-heap, 30",
        "jqostd-heap, 54",
        "jqostd-threads, 30",
        "jqostd-threads, 54",
        "jqostd-jdbc, 30",
        "jqostd-jdbc, 54",
        "jqostd-all, 30",
        "jqostd-all, 54"
    })
    void headroomIsNearTheOracleInThePapersClusters(String name, int users) {
        Scenario scenario = ScenarioFiles.shipped(name).scenario().withUsers(users);

        Means headroom = Means.of(scenario, policy("headroom"));
        Means greedy = Means.of(scenario, Chooser.oracle(Oracle.SHORTEST_EXPECTED_DELAY));
        Means central = Means.of(scenario, Chooser.oracle(Oracle.CENTRAL_QUEUE));

        assertThat(headroom.failures).as("failures").isZero();
        assertThat(headroom.throughput)
                .as("requests a second")
                .isGreaterThan(0.98 * Math.max(greedy.throughput, central.throughput));
        assertThat(headroom.p99Ms).as("p99").isLessThan(1.1 * Math.min(greedy.p99Ms, central.p99Ms));
    }

    /**
     * 100 nodes, 55 000 requests, of which the longest is 200 times the shortest: p99 strays by 7 %, but both rules
     * meet the same work.
     */
    @Test
    void headroomIsNearTheOracleWithManyNodesAndDispatchers() {
        nearTheOracle(ScenarioFiles.shipped("fleet").scenario().lasting(5_000, 10_000), 1.15);
    }

    @Test
    void headroomIsNearTheOracleWithUnequalNodes() {
        nearTheOracle(ScenarioFiles.shipped("mixed-speeds").scenario(), 1.1);
    }

    private static void nearTheOracle(Scenario scenario, double bound) {
        Run headroom = Simulator.run(scenario, policy("headroom"), Models.SEED);
        Run oracle = Simulator.run(scenario, Chooser.oracle(Oracle.SHORTEST_EXPECTED_DELAY), Models.SEED);

        assertThat(headroom.failuresEver()).isZero();
        assertThat(headroom.p99Ms()).isLessThan(bound * oracle.p99Ms());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void headroomIsNotDrawnIntoABlackHole(long seed) {
        Run run = Simulator.run(ScenarioFiles.shipped("black-hole").scenario(), policy("headroom"), seed);

        assertThat(run.failureShare()).isLessThan(0.001);
    }

    /** The node with the least reported load is the same server for a second, and 30 users overfill it. */
    @ParameterizedTest
    @ValueSource(
            strings = {"least-loaded", "least-sessions", "least-active-sessions", "least-utilization", "jqostd-v1"})
    void asReportedHerdsAndCompensatedDoesNot(String policy) {
        Scenario scenario = ScenarioFiles.shipped("jqostd-baseline").scenario();

        Run faithful = Models.run(policy, Map.of("feedback", 0.0), scenario);
        Run compensated = Models.run(policy, scenario);

        assertThat(faithful.failures()).isPositive();
        assertThat(compensated.failures()).isLessThan(faithful.failures() / 20);
    }

    /**
     * Paper 5's users choose a server for a session; corrected by the sessions that were placed, its policies do better
     * than by its letter. The oracle takes the mean of 465 requests a second; the bounds are far from what was found,
     * 99.6 % and 1.9 times its p99 against 3.3 and more.
     */
    @ParameterizedTest
    @ValueSource(strings = {"least-utilization", "least-active-sessions"})
    void sessionsAreCorrectedBySessions(String policy) {
        Scenario scenario = ScenarioFiles.shipped("broker-unequal").scenario();

        Run faithful = Models.run(policy, Map.of("feedback", 0.0), scenario);
        Run compensated = Models.run(policy, scenario);

        assertThat(compensated.failures()).isZero();
        assertThat(compensated.throughputPerSecond()).isGreaterThan(455);
        assertThat(compensated.p99Ms()).isLessThan(faithful.p99Ms());
    }

    private static Chooser policy(String name) {
        return Chooser.policy(Models.CATALOG.find(name).orElseThrow(), Map.of());
    }

    /** Sums and means over some seeds. */
    private record Means(long failures, double throughput, double p99Ms) {

        static Means of(Scenario scenario, Chooser chooser) {
            long failures = 0;
            double throughput = 0;
            double p99Ms = 0;
            for (int seed = 1; seed <= SEEDS; seed++) {
                Run run = Simulator.run(scenario, chooser, seed);
                failures += run.failuresEver();
                throughput += run.throughputPerSecond() / SEEDS;
                p99Ms += run.p99Ms() / SEEDS;
            }
            return new Means(failures, throughput, p99Ms);
        }
    }
}
