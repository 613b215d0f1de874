// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.jqostd;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.ExperimentProgress;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Stage;
import io.evenkeel.lab.server.AgentWay;
import io.evenkeel.lab.server.NodeCapacity;
import io.evenkeel.lab.server.NodePlan;
import io.evenkeel.lab.testbed.FrontSettings;
import io.evenkeel.lab.testbed.Testbed;
import io.evenkeel.lab.testbed.Testbeds;
import io.evenkeel.lab.testbed.Trial;
import io.evenkeel.lab.testbed.Workload;
import io.evenkeel.load.Ramp;
import io.evenkeel.simulator.chance.Distribution;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The three servers of a scenario.
 *
 * <p>Thirty users must be able to fill a server's 12 workers and 12 places, and the third server's half must be the
 * narrowest place of the cluster; {@link Workload} says how.
 */
final class JqostdStage implements Stage {

    private static final String THIRD = "vcn3";
    private static final String ANY = "round-robin";

    /** The paper's 2:2:1. */
    private static final double PAPERS_WEIGHT = 0.5;

    private final ExperimentScenario scenario;
    private final ExperimentChoice choice;
    private final JqostdPace pace;
    private final ExperimentProgress progress;
    private final Testbeds testbeds;
    private boolean isUsed;
    private @Nullable Double bestWeight;

    JqostdStage(ExperimentScenario scenario, ExperimentChoice choice, ExperimentProgress progress)
            throws ExperimentException {
        this.scenario = scenario;
        this.choice = choice;
        this.pace = JqostdPace.of(choice.pace());
        this.progress = progress;
        this.testbeds = new Testbeds(this::testbed);
    }

    private Testbed testbed() throws ExperimentException {
        NodeCapacity full = Jqostd.capacity();
        return new Testbed(
                List.of(node("vcn1", full), node("vcn2", full), node(THIRD, Jqostd.third(scenario.name()))),
                Workload.ROUND_TRIP,
                Workload.PROPERTIES);
    }

    private NodePlan node(String name, NodeCapacity capacity) {
        return new NodePlan(name, capacity, choice.server(), AgentWay.IN_WAR);
    }

    @Override
    public void start() throws ExperimentException, InterruptedException {
        testbeds.present().start();
        testbeds.present().run(trial(FrontSettings.http(ANY, Map.of()), Ramp.NONE, pace.warmUp(), choice.seed()));
    }

    private Trial trial(FrontSettings front, Ramp ramp, Duration hold, long seed) {
        return new Trial(front, choice.usersOr(Jqostd.USERS), Distribution.parse(pace.session()), ramp, hold, seed);
    }

    @Override
    public Measurement run(CellKey cell, int repeat, long seed) throws ExperimentException, InterruptedException {
        if (isUsed && pace.freshServers()) {
            testbeds.renew();
            start();
        }
        isUsed = true;
        double weight = weight(cell);
        Map<String, Double> weights = Map.of(THIRD, weight);
        FrontSettings front = cell.variant().equals(Jqostd.TCP)
                ? FrontSettings.tcp(cell.policy(), weights)
                : FrontSettings.http(cell.policy(), weights);
        Measurement seen = testbeds.present().run(trial(front, pace.ramp(), pace.hold(), seed));
        Map<String, String> notes = new LinkedHashMap<>(seen.notes());
        notes.put("weights", text(weight));
        return new Measurement(
                seen.figures(), seen.nodes(), seen.latencyUs(), seen.series(), seen.failures(), seen.traces(), notes);
    }

    private double weight(CellKey cell) throws ExperimentException, InterruptedException {
        if (cell.variant().equals(Jqostd.BEST)) {
            return best();
        }
        return cell.policy().startsWith("weighted-") ? PAPERS_WEIGHT : 1;
    }

    /** The weights that did best, as people write them. */
    private static String text(double third) {
        return third == PAPERS_WEIGHT
                ? "2:2:1"
                : "1:1:" + BigDecimal.valueOf(third).stripTrailingZeros().toPlainString();
    }

    private double best() throws ExperimentException, InterruptedException {
        Double known = bestWeight;
        if (known != null) {
            return known;
        }
        double best = 1;
        if (!Jqostd.third(scenario.name()).equals(Jqostd.capacity())) {
            best = WeightSearch.best(weight -> testbeds.present()
                    .run(trial(
                            FrontSettings.http(Jqostd.WEIGHTED, Map.of(THIRD, weight)),
                            JqostdPace.TRIAL_RAMP,
                            pace.trial(),
                            choice.seed())));
            progress.say(scenario.name() + ": the best weights are " + text(best));
        }
        bestWeight = best;
        return best;
    }

    @Override
    public void close() {
        testbeds.close();
    }
}
