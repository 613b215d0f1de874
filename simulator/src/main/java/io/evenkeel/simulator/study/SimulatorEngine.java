// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.study;

import io.evenkeel.simulator.Chooser;
import io.evenkeel.simulator.NodeRun;
import io.evenkeel.simulator.Oracle;
import io.evenkeel.simulator.Run;
import io.evenkeel.simulator.Simulator;
import io.evenkeel.simulator.scenario.OpenLoad;
import io.evenkeel.simulator.scenario.Scenario;
import java.util.List;

/** The simulator, as studies use it. */
final class SimulatorEngine implements StudyEngine {

    /**
     * The two that every scenario allows: the third keeps requests back for a free core, so it must not be used where
     * servers wait for a database, and where it may be used it is still a policy that no dispatcher can have.
     */
    private static final List<Oracle> REFERENCES = List.of(Oracle.SHORTEST_EXPECTED_DELAY, Oracle.CENTRAL_QUEUE);

    @Override
    public RunFigures run(Scenario scenario, StudiedPolicy policy, long seed) {
        Run run = Simulator.run(scenario, policy.chooser(), seed);
        double measuredS = scenario.measuredMs() / 1000;
        return new RunFigures(
                run.requests(),
                run.failures(),
                run.failureShare(),
                run.throughputPerSecond(),
                run.meanMs(),
                run.p50Ms(),
                run.p99Ms(),
                run.p999Ms(),
                run.sessionsDone() / measuredS,
                run.sessionsBroken() / measuredS,
                run.sessionsRefused() / measuredS,
                run.nodes().stream().map(NodeRun::share).toList());
    }

    @Override
    public Reference reference(Scenario scenario, long seed) {
        double throughput = 0;
        double p99Ms = Double.POSITIVE_INFINITY;
        boolean someLeave = scenario.load() instanceof OpenLoad open && open.patienceMs() > 0;
        for (Oracle oracle : REFERENCES) {
            Run run = Simulator.run(scenario, Chooser.oracle(oracle), seed);
            throughput = Math.max(throughput, run.throughputPerSecond());
            p99Ms = Math.min(p99Ms, run.p99Ms());
            if (someLeave) {
                Run admitting = Simulator.run(scenario.admitting(), Chooser.oracle(oracle), seed);
                throughput = Math.max(throughput, admitting.throughputPerSecond());
                p99Ms = Math.min(p99Ms, admitting.p99Ms());
            }
        }
        return new Reference(throughput, p99Ms);
    }
}
