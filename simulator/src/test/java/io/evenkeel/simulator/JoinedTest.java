// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.simulator.scenario.SamplingModel;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * 100 nodes behind 10 dispatchers that are joined, with agents or without: p99 as a mean over three seeds. Decision
 * record 0074 has the figures.
 */
@Tag("thorough")
class JoinedTest {

    private static final int SEEDS = 3;

    private static final Scenario FLEET =
            ScenarioFiles.shipped("fleet").scenario().withoutWeights().lasting(5_000, 10_000);

    private static final Scenario BLIND = FLEET.sampled(SamplingModel.NONE);

    private static double p99(Scenario scenario, String policy) {
        return p99(scenario, Chooser.policy(Models.CATALOG.find(policy).orElseThrow(), Map.of()));
    }

    private static double oracle() {
        return p99(FLEET, Chooser.oracle(Oracle.SHORTEST_EXPECTED_DELAY));
    }

    private static double p99(Scenario scenario, Chooser chooser) {
        return mean(runs(scenario, chooser), Run::p99Ms);
    }

    private static List<Run> runs(Scenario scenario, Chooser chooser) {
        return LongStream.rangeClosed(1, SEEDS)
                .parallel()
                .mapToObj(seed -> Simulator.run(scenario, chooser, seed))
                .toList();
    }

    private static double mean(List<Run> runs, ToDoubleFunction<Run> figure) {
        assertThat(runs).allSatisfy(run -> assertThat(run.failuresEver()).isZero());
        return runs.stream().mapToDouble(figure).average().orElseThrow();
    }

    /**
     * ReDAL behind three dispatchers, to which users are dealt evenly: each alone spreads its own sessions evenly as
     * well, and what others tell is old when it is used. Record 0072 has the figures.
     */
    @Test
    void redalIsAsGoodJoinedAsApartWhereDispatchersAreLoadedAlike() {
        Scenario alike = ScenarioFiles.shipped("redal")
                .scenario()
                .withUsers(600)
                .behind(3)
                .lasting(20_000, 60_000);

        Chooser redal = Chooser.policy(Models.CATALOG.find("redal").orElseThrow(), Map.of());
        List<Run> apart = runs(alike, redal);
        List<Run> joined = runs(alike.joined(), redal);

        assertThat(mean(joined, Run::p99Ms) / mean(apart, Run::p99Ms)).isBetween(0.95, 1.05);
        assertThat(mean(joined, Run::meanMs) / mean(apart, Run::meanMs))
                .as("what is told changes choices, and no more than that")
                .isBetween(0.97, 1.03)
                .isNotEqualTo(1);
    }

    /** Joining adds nothing to samples that come with answers, and takes nothing away. */
    @Test
    void withAgentsItIsNearTheOracleJoinedOrNot() {
        double alone = p99(FLEET, "headroom");
        double joined = p99(FLEET.joined(), "headroom");

        assertThat(joined).isLessThan(1.05 * oracle());
        assertThat(joined / alone).isBetween(0.97, 1.03);
    }

    @Test
    void withoutAgentsJoiningHelpsTheDefaultPolicy() {
        double joined = p99(BLIND.joined(), "headroom");

        assertThat(joined).isLessThan(0.72 * p99(BLIND, "headroom"));
        assertThat(joined).as("the oracle knows what nobody tells").isLessThan(1.05 * oracle());
    }

    @Test
    void policiesThatCountTasksGainMost() {
        assertThat(p99(BLIND.joined(), "least-connections")).isLessThan(0.7 * p99(BLIND, "least-connections"));
        assertThat(p99(BLIND.joined(), "power-of-two")).isLessThan(0.7 * p99(BLIND, "power-of-two"));
    }
}
