// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import io.evenkeel.simulator.engine.RunCounts;
import io.evenkeel.simulator.engine.SimulationRun;
import io.evenkeel.simulator.scenario.Scenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The one way into the simulator. */
public final class Simulator {

    private Simulator() {}

    /**
     * Runs a scenario to its end, which takes about a microsecond for a request and a policy that is cheap.
     *
     * @throws IllegalStateException when the run breaks Little's law
     */
    public static Run run(Scenario scenario, Chooser chooser, long seed) {
        SimulationRun engine = new SimulationRun(scenario, chooser.maker(), seed);
        RunCounts counts = engine.run();
        LittlesLaw law = LittlesLaw.check(engine.underWayNs(), engine.sojournNs(), engine.issued(), engine.nowNs());
        int count = scenario.nodes();
        List<NodeRun> nodes = new ArrayList<>(count);
        List<List<Integer>> completed = new ArrayList<>(count);
        for (int slot = 0; slot < count; slot++) {
            nodes.add(new NodeRun(
                    counts.completed(slot),
                    (double) counts.completed(slot) / counts.succeeded(),
                    counts.failed(slot),
                    counts.meanMs(slot),
                    engine.server(slot).usedShare(engine.nowNs()),
                    engine.server(slot).computedShare(engine.nowNs()),
                    engine.server(slot).collections()));
            completed.add(list(counts.completedByPeriod(slot)));
        }
        return new Run(
                scenario.name(),
                chooser.name(),
                seed,
                counts.succeeded() + counts.failures(),
                counts.failures(),
                counts.failuresEver(),
                counts.succeeded() / counts.measuredS(),
                counts.meanMs(),
                counts.latenciesUs(),
                counts.sessionsDone(),
                counts.sessionsBroken(),
                counts.sessionsRefused(),
                engine.retries(),
                nodes,
                new RunSeries(counts.periodS(), completed, list(counts.failedByPeriod())),
                law,
                engine.nowNs() / 1e9);
    }

    private static List<Integer> list(int[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }
}
