// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.scaling;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.ExperimentProgress;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.light.LightRun;
import io.evenkeel.lab.experiment.light.LightStage;
import io.evenkeel.lab.experiment.light.LightTestbed;
import io.evenkeel.lab.experiment.light.Period;
import io.evenkeel.lab.experiment.light.Placing;
import io.evenkeel.lab.experiment.light.ServerDemand;
import io.evenkeel.lab.server.light.LightPlan;
import io.evenkeel.lab.server.light.RequestNeeds;
import io.evenkeel.lab.server.light.WorkLaw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The run of each cell, and the figures of theory for it.
 *
 * <p>The paper's request is the same PHP loop every time, 1 / 0.10413 ms. Its time slice on Linux is longer than that,
 * so requests are served one after the other: one worker here. Its queue is not named; 128 places, which was the
 * kernel's most, give the 1.2 s at which its curve flattens.
 */
final class ScalingCast implements LightStage.Cast {

    /** Requests that may wait. */
    static final int QUEUE = 128;

    /** Users who keep a server busy all the time. */
    static final int SATURATING = 8;

    /** The demand of these users. */
    static final ServerDemand SATURATED = new ServerDemand.UserDemand(SATURATING, "0", "");

    private static final RequestNeeds LOOP = new RequestNeeds(0, 9_603_000);
    private static final WorkLaw LAW = (request, random) -> LOOP;
    private static final List<Double> SPEEDS = List.of(1.0, 0.875, 0.75, 0.625, 0.5);

    private final Pace pace;
    private final long seed;
    private final ExperimentProgress progress;
    private double perMs = Double.NaN;

    ScalingCast(Pace pace, long seed, ExperimentProgress progress) {
        this.pace = pace;
        this.seed = seed;
        this.progress = progress;
    }

    static Duration warmUp(Pace pace) {
        return switch (pace) {
            case GLANCE -> Duration.ofMillis(300);
            case QUICK -> Duration.ofMillis(800);
            case FULL -> Duration.ofSeconds(10);
        };
    }

    static Duration hold(Pace pace) {
        return switch (pace) {
            case GLANCE -> Duration.ofMillis(700);
            case QUICK -> Duration.ofMillis(3500);
            case FULL -> Duration.ofMinutes(1);
        };
    }

    /** Measures μ, as the paper did before everything else. */
    @Override
    public void begin(LightTestbed testbed) throws ExperimentException, InterruptedException {
        Measurement measured = testbed.run(saturated(), seed);
        perMs = measured.figure(Period.SERVED) / 1000;
        progress.say(String.format(Locale.ROOT, "one server answers %.2f requests a second at most", perMs * 1000));
    }

    @Override
    public LightRun run(CellKey cell) {
        if (cell.variant().equals(ScalingCells.SATURATED)) {
            return saturated();
        }
        String process = cell.variant().equals(ScalingCells.CONSTANT) ? "constant" : "poisson";
        ServerDemand demand = new ServerDemand.Arrivals(cell.load().amount(), process);
        return new LightRun(plans(speeds(cell)), cell.policy(), Placing.REQUEST, demand, warmUp(pace), hold(pace));
    }

    private LightRun saturated() {
        return new LightRun(
                plans(List.of(1.0)), ScalingCells.RR, Placing.REQUEST, SATURATED, Duration.ofSeconds(1), hold(pace));
    }

    private static List<LightPlan> plans(List<Double> speeds) {
        List<LightPlan> plans = new ArrayList<>();
        for (double speed : speeds) {
            plans.add(new LightPlan("blade" + (plans.size() + 1), 1, speed, 1, QUEUE, LAW));
        }
        return plans;
    }

    private static List<Double> speeds(CellKey cell) {
        if (cell.scenario().equals(Scaling.UNEQUAL)) {
            return SPEEDS;
        }
        int servers = cell.scenario().equals(Scaling.ONE) ? 1 : ScalingCells.servers(cell.variant());
        return SPEEDS.subList(0, servers).stream().map(any -> 1.0).toList();
    }

    @Override
    public Map<String, Double> read(CellKey cell, Measurement measured) {
        return Theory.figures(cell, measured, speeds(cell).size(), perMs);
    }
}
