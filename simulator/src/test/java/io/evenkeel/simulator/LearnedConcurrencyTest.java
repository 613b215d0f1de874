// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.simulator.chance.Distribution;
import io.evenkeel.simulator.scenario.Dispatchers;
import io.evenkeel.simulator.scenario.Holdings;
import io.evenkeel.simulator.scenario.LoadModel.NodeChoice;
import io.evenkeel.simulator.scenario.OpenLoad;
import io.evenkeel.simulator.scenario.SamplingModel;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.scenario.ServerGroup.Order;
import io.evenkeel.simulator.scenario.SlowPeriod;
import io.evenkeel.simulator.scenario.TimedBehaviour;
import io.evenkeel.simulator.scenario.WorkModel;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Two servers for 200 requests a second each, without agents, and round robin, which sees nothing of a load of 240. One
 * is five times slower from 30 s to 90 s, so what it gets by turns is three times what it can do.
 */
class LearnedConcurrencyTest {

    private static final double PER_SECOND = 240;
    private static final double SLOW_FROM_MS = 30_000;
    private static final double SLOW_MS = 60_000;

    private static ServerGroup group(String name, TimedBehaviour behaviour) {
        return new ServerGroup(
                name,
                1,
                4,
                1,
                1000,
                1000,
                0,
                null,
                1,
                0,
                Order.PROCESSOR_SHARING,
                null,
                List.of(),
                behaviour,
                Holdings.NONE);
    }

    private static Run run(boolean learn, double fromMs, double measuredMs) {
        Distribution lasts = Distribution.parse("constant(" + (int) SLOW_MS + "ms)");
        TimedBehaviour slow = new TimedBehaviour(null, List.of(new SlowPeriod(SLOW_FROM_MS, lasts, null, 5)), null);
        Dispatchers queue = new Dispatchers(1, 1024, 600, 200, 0);
        Scenario scenario = new Scenario(
                "one-slow",
                "one server is slow for a minute",
                List.of(group("a", slow), group("b", TimedBehaviour.NONE)),
                new WorkModel(Distribution.parse("exponential(20ms)"), Distribution.parse("constant(0ms)"), 0),
                new OpenLoad(
                        PER_SECOND,
                        OpenLoad.RateUnit.PER_SECOND,
                        "poisson",
                        Distribution.parse("constant(1)"),
                        Distribution.parse("constant(0ms)"),
                        1000,
                        NodeChoice.NONE),
                learn ? queue.learning() : queue,
                SamplingModel.NONE,
                fromMs,
                measuredMs);
        return Models.run("round-robin", scenario);
    }

    private static double shareOfSlow(Run run) {
        double slow = run.nodes().get(0).completed();
        return slow / (slow + run.nodes().get(1).completed());
    }

    @Test
    void aServerThatSlowsDownGetsLess() {
        Run without = run(false, SLOW_FROM_MS + 10_000, SLOW_MS - 10_000);
        Run with = run(true, SLOW_FROM_MS + 10_000, SLOW_MS - 10_000);
        assertThat(without.throughputPerSecond()).as("half of it is lost").isLessThan(0.7 * PER_SECOND);
        assertThat(with.throughputPerSecond()).isGreaterThan(0.93 * PER_SECOND);
        assertThat(shareOfSlow(with)).isLessThan(0.25);
    }

    @Test
    void itGetsItBack() {
        Run after = run(true, SLOW_FROM_MS + SLOW_MS + 15_000, 30_000);
        assertThat(after.throughputPerSecond()).isGreaterThan(0.96 * PER_SECOND);
        assertThat(shareOfSlow(after)).isGreaterThan(0.4);
        assertThat(after.p99Ms()).isLessThan(250);
    }
}
