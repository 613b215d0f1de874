// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The targets of {@code headroom} where nodes are idle, cold, slow for a while, or busy with long work; means over
 * five seeds.
 */
class HeadroomTargetsTest {

    private static final int SEEDS = 5;
    /** Measured of each run at most, so that the test stays quick. */
    private static final double REQUESTS = 60_000;

    private static final String LEAST = "least-connections";

    /** Each of three idle equal nodes gets at least 90 % of the even share. */
    @Test
    void idleEqualNodesShareEvenly() {
        Means run = Means.of("light", "headroom");

        assertThat(run.leastShare).isGreaterThan(0.9 / 3);
        assertThat(run.failures).isZero();
    }

    /**
     * The slow node's share of the capacity is 20 %; the mean was 3.15 ms when it got 6.4 %, and may be 1.07 times
     * that.
     */
    @Test
    void anIdleSlowNodeIsKeptWarm() {
        Means run = Means.of("light-unequal", "headroom");

        assertThat(run.leastShare).isGreaterThan(0.095);
        assertThat(run.meanMs).isLessThan(1.07 * 3.15);
    }

    @Test
    void theSlowestOfThreeSpeedsIsKeptWarm() {
        assertThat(Means.of("light-speeds", "headroom").leastShare).isGreaterThan(0.045);
    }

    /** A step from 5 to 80 % on nodes that are five times slower while cold. */
    @Test
    void aSurgeMeetsWarmNodes() {
        Means run = Means.of("surge", "headroom");

        assertThat(run.failures).isZero();
        assertThat(run.meanMs).isLessThan(1.3 * Means.of("surge", LEAST).meanMs);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bimodal", "pareto", "slow-endpoint"})
    void longWorkDoesNotMakeANodeLookSlow(String scenario) {
        Means run = Means.of(scenario, "headroom");

        assertThat(run.failures).isZero();
        assertThat(run.p99Ms).isLessThan(1.05 * Means.of(scenario, null).p99Ms);
    }

    @Test
    void aPauseIsForgiven() {
        assertThat(Means.of("pauses", "headroom").p99Ms).isLessThan(1.35 * Means.of("pauses", LEAST).p99Ms);
    }

    /** Each of four nodes stands still for 1 to 3 s each 20 s, one after the other. */
    @Test
    void pausesOfEveryNodeAreForgiven() throws URISyntaxException {
        URL file = Objects.requireNonNull(HeadroomTargetsTest.class.getResource("pauses-by-turns.yaml"));
        Scenario scenario = ScenarioFiles.file(Path.of(file.toURI())).scenario();
        Means run = Means.of(scenario, "headroom");

        assertThat(run.failures).isZero();
        assertThat(run.p99Ms).isLessThan(1.35 * Means.of(scenario, LEAST).p99Ms);
    }

    /** Polls of a path that is known to park are counted exactly, so pages wait hardly longer than with the oracle. */
    @Test
    void longPollsAreAsGoodAsUnseen() {
        assertThat(Means.of("long-polls", "headroom").p99Ms).isLessThan(1.1 * Means.of("long-polls", null).p99Ms);
    }

    /**
     * Long polls and WebSockets hold no worker: no request fails, and pages wait no longer than with a rule that
     * counts connections.
     */
    @ParameterizedTest
    @ValueSource(strings = {"long-polls", "websockets"})
    void workWithoutAWorkerIsNotInTheWay(String scenario) {
        Means run = Means.of(scenario, "headroom");

        assertThat(run.failures).isZero();
        assertThat(run.p99Ms).isLessThan(Means.of(scenario, LEAST).p99Ms);
    }

    /** Two of four nodes without an agent cost nothing; one that repeats old news costs little. */
    @ParameterizedTest
    @CsvSource({"no-agent, 1.05", "frozen-agent, 1.1"})
    void agentsThatAreMissingOrFrozenCostLittle(String scenario, double bound) {
        assertThat(Means.of(scenario, "headroom").p99Ms).isLessThan(bound * Means.of(scenario, null).p99Ms);
    }

    /** Sessions at 1.5 times the capacity of 268 requests a second, clients that wait a second. */
    @Test
    void anOverloadedClusterAnswersInTime() {
        Means run = Means.of("overload", "headroom");

        assertThat(run.throughput).isGreaterThan(265);
        assertThat(run.p99Ms).isLessThan(450);
    }

    /** The means over the seeds; without a policy's name those of the oracle that is told the state. */
    private record Means(double failures, double throughput, double meanMs, double p99Ms, double leastShare) {

        static Means of(String scenario, @Nullable String policy) {
            return of(ScenarioFiles.shipped(scenario).scenario(), policy);
        }

        static Means of(Scenario scenario, @Nullable String policy) {
            Scenario whole = scenario.withoutWeights();
            double mostMs = 1000 * REQUESTS / whole.ratePerSecond();
            Scenario what = whole.lasting(whole.warmUpMs(), Math.min(whole.measuredMs(), mostMs));
            Chooser chooser = policy == null
                    ? Chooser.oracle(Oracle.SHORTEST_EXPECTED_DELAY)
                    : Chooser.policy(Models.CATALOG.find(policy).orElseThrow(), Map.of());
            List<Run> runs = IntStream.rangeClosed(1, SEEDS)
                    .parallel()
                    .mapToObj(seed -> Simulator.run(what, chooser, seed))
                    .toList();
            double leastShare = Double.POSITIVE_INFINITY;
            for (int slot = 0; slot < what.nodes(); slot++) {
                int at = slot;
                leastShare = Math.min(
                        leastShare, mean(runs, run -> run.nodes().get(at).share()));
            }
            return new Means(
                    mean(runs, Run::failuresEver),
                    mean(runs, Run::throughputPerSecond),
                    mean(runs, Run::meanMs),
                    mean(runs, Run::p99Ms),
                    leastShare);
        }

        private static double mean(List<Run> runs, ToDoubleFunction<Run> figure) {
            return runs.stream().mapToDouble(figure).average().orElseThrow();
        }
    }
}
