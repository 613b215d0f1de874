// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.planner.PlanAnswer.Case;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * The formulas against the simulator. Bound: a run has 100,000 requests; the mean of a queue at ρ = 0.8 has, with its
 * correlated waits, a standard error of about 1.5 %, so that 5 % is three of them; where a policy stands for perfect
 * balancing, its own distance from that is added.
 */
class SimulatedCaseTest {

    private static final NodeKind POOLS = new NodeKind("tomcat", 3, 8, 2, 80, 10, 0, 12, 12, 1);

    private static double simulatedMs(Fleet fleet, PlanModel model, double rate) {
        SimulatedCase simulated = SimulatedCase.of(Case.of("x", fleet, Planner.forecast(fleet, model, rate)), 0, 3);
        return Objects.requireNonNull(simulated, "not simulated").meanMs();
    }

    private static void check(Fleet fleet, PlanModel model, double rate, double within) {
        double formula = Planner.forecast(fleet, model, rate).meanMs();
        assertThat(simulatedMs(fleet, model, rate)).as(model.label(fleet)).isCloseTo(formula, within(within * formula));
    }

    @Test
    void threadAndJdbcPoolsAreAFlowEquivalentServer() {
        Fleet fleet = new Fleet(List.of(POOLS), 1);
        check(fleet, PlanModel.POOLS, 200, 0.05);
        check(fleet, PlanModel.POOLS, 300, 0.05);
        check(new Fleet(List.of(POOLS.times(1)), 1), PlanModel.POOLS, 100, 0.05);
        Fleet manyWorkers = new Fleet(List.of(new NodeKind("wide", 1, 8, 2, 40, 4, 0, 60, 60, 1)), 1);
        check(manyWorkers, PlanModel.POOLS, 80, 0.06);
    }

    /**
     * If workers bind, a request's whole time counts as exponential, which a sum of two times is not: the formula is
     * on the safe side, by 8 % here.
     */
    @Test
    void fewWorkersAreOnTheSafeSide() {
        Fleet fleet = new Fleet(List.of(new NodeKind("few", 1, 8, 1, 20, 50, 0, 4, 100, 1)), 1);
        double formula = Planner.forecast(fleet, PlanModel.POOLS, 80).meanMs();
        assertThat(formula / simulatedMs(fleet, PlanModel.POOLS, 80)).isBetween(1.0, 1.14);
    }

    @Test
    void usersAreMeanValueAnalysis() {
        Fleet fleet = new Fleet(List.of(POOLS), 1);
        for (int users : new int[] {50, 350}) {
            Forecast forecast = Planner.usersForecast(fleet, users, 1000);
            SimulatedCase simulated = SimulatedCase.of(Case.of("x", users, fleet, forecast), 1000, 3);
            double meanMs = Objects.requireNonNull(simulated, "not simulated").meanMs();
            assertThat(meanMs).isCloseTo(forecast.meanMs(), within(0.05 * forecast.meanMs()));
        }
    }

    @Test
    void queuesInTurnAndByChance() {
        Fleet fleet = new Fleet(
                List.of(new NodeKind("blade", 3, 9.6, 1, 0, NodeKind.ANY, 0, NodeKind.ANY, NodeKind.ANY, 1)), 1);
        check(fleet, PlanModel.SEPARATE, 220, 0.05);
        check(fleet, PlanModel.ROUND_ROBIN, 220, 0.05);
    }

    /**
     * Round robin of constant work in order, the second paper's experiment: the approximation's own error, at most 12 %
     * up to ρ = 0.8.
     */
    @Test
    void constantWorkInTurn() {
        NodeKind kind = new NodeKind("blade", 2, 9.6, 1, 0, NodeKind.ANY, 0, NodeKind.ANY, NodeKind.ANY, 0);
        check(new Fleet(List.of(kind), 1), PlanModel.ROUND_ROBIN, 100, 0.12);
        check(new Fleet(List.of(kind), 1), PlanModel.ROUND_ROBIN, 166, 0.12);
    }

    @Test
    void whatTheSimulatorHasNothingLikeIsNotSimulated() {
        Fleet bursts = new Fleet(List.of(POOLS), 1.5);
        assertThat(SimulatedCase.of(Case.of("x", bursts, Planner.forecast(bursts, PlanModel.POOLS, 100)), 0, 1))
                .isNull();
        Fleet overloaded = new Fleet(List.of(NodeKind.single(10, 1)), 1);
        assertThat(SimulatedCase.of(
                        Case.of("x", overloaded, Planner.forecast(overloaded, PlanModel.POOLED, 200)), 0, 1))
                .isNull();
    }
}
