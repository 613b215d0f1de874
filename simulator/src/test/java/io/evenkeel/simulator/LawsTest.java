// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import static io.evenkeel.simulator.Models.atLoad;
import static io.evenkeel.simulator.Models.cores;
import static io.evenkeel.simulator.Models.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup.Order;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Laws that hold for a whole cluster. The formulas for single servers are checked in the planner, which has them. */
class LawsTest {

    private static final String SERVICE = "exponential(10ms)";

    /**
     * Mitzenmacher's supermarket: with two choices the share of nodes with at least i tasks is ρ^(2^i - 1), so the
     * mean time is the sum over i of ρ^(2^i - 2), 2.61 service times at 0.9, where random choice takes 10.
     *
     * <p>That is the limit of ever more nodes; with 100 the mean is a little higher, and the bound has room for it.
     */
    @Test
    void powerOfTwoIsTheSupermarket() {
        Scenario market = atLoad(0.9, List.of(Models.server(100, 1, 1, 1_000_000, 0, Order.FIFO)), SERVICE, 1_000_000);

        Run two = run("power-of-two", market);

        double expected = 0;
        for (int i = 1; i <= 10; i++) {
            expected += Math.pow(0.9, Math.pow(2, i) - 2);
        }
        assertThat(two.meanMs()).isCloseTo(10 * expected, withinPercentage(3));
        assertThat(run("random", market).meanMs()).isCloseTo(100, withinPercentage(8));
    }

    /** L, λ and W of Little's law, each against its own value. */
    @Test
    void littlesLawHolds() {
        Run run = run("random", atLoad(0.5, cores(Order.FIFO, 1), SERVICE, 200_000));

        LittlesLaw law = run.law();
        assertThat(law.meanUnderWay()).isCloseTo(1, withinPercentage(3));
        assertThat(law.issuedPerSecond())
                .as("λ of the load against that of the whole run")
                .isCloseTo(50, withinPercentage(1));
        assertThat(law.meanMs())
                .as("W over the whole run against the times that were measured after the warm-up")
                .isCloseTo(run.meanMs(), withinPercentage(2));
    }
}
