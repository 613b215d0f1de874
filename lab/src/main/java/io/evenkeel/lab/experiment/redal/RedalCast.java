// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.redal;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.light.FrontPlan;
import io.evenkeel.lab.experiment.light.LightRun;
import io.evenkeel.lab.experiment.light.LightStage;
import io.evenkeel.lab.experiment.light.Period;
import io.evenkeel.lab.experiment.light.Placing;
import io.evenkeel.lab.experiment.light.ServerDemand;
import io.evenkeel.lab.server.light.LightPlan;
import io.evenkeel.lab.server.light.WorkLaw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The run of each cell, and the figures that are read from it. */
final class RedalCast implements LightStage.Cast {

    /** Use of the busiest server's processor, figure 10 of the paper. */
    static final String HIGHEST = "highestUtilisation";

    static final String THINK = "exponential(1200ms)";

    private static final int WORKERS = 64;
    private static final int QUEUE = 256;

    private final Pace pace;

    RedalCast(Pace pace) {
        this.pace = pace;
    }

    /**
     * Length of a session; sessions are short in short runs, so that they come and go within one; their spread is the
     * same.
     */
    static String length(Pace pace) {
        return pace == Pace.FULL ? "inverse-gaussian(40, 0.54)" : "inverse-gaussian(5, 0.54)";
    }

    static Duration warmUp(Pace pace) {
        return switch (pace) {
            case GLANCE -> Duration.ofMillis(500);
            case QUICK -> Duration.ofSeconds(5);
            case FULL -> Duration.ofMinutes(1);
        };
    }

    static Duration hold(Pace pace) {
        return switch (pace) {
            case GLANCE -> Duration.ofMillis(1500);
            case QUICK -> Duration.ofSeconds(6);
            case FULL -> Duration.ofMinutes(2);
        };
    }

    @Override
    public LightRun run(CellKey cell) {
        int servers = servers(cell);
        int sessions = (int) Math.round(cell.load().amount() * servers);
        ServerDemand demand = new ServerDemand.UserDemand(sessions, THINK, length(pace));
        return new LightRun(
                plans(servers),
                policy(cell),
                cell.variant().equals(RedalCells.REQUEST) ? Placing.REQUEST : Placing.SESSION,
                demand,
                warmUp(pace),
                hold(pace),
                fronts(cell.variant()));
    }

    private static FrontPlan fronts(String variant) {
        return switch (variant) {
            case RedalCells.JOINED -> new FrontPlan(3, true, false);
            case RedalCells.APART -> new FrontPlan(3, false, false);
            case RedalCells.JOINED_UNEVEN -> new FrontPlan(3, true, true);
            case RedalCells.APART_UNEVEN -> new FrontPlan(3, false, true);
            default -> FrontPlan.ONE;
        };
    }

    private static int servers(CellKey cell) {
        return switch (cell.scenario()) {
            case Redal.FIVE -> 5;
            case Redal.TWENTY -> 20;
            default -> 10;
        };
    }

    /** A policy with its options. */
    private static String policy(CellKey cell) {
        if (cell.scenario().equals(Redal.BEHIND_THREE)) {
            return "{name: redal, alpha: 0.9}";
        }
        return switch (cell.variant()) {
            case RedalCells.ALPHA_5 -> "{name: redal, alpha: 0.5}";
            case RedalCells.ALPHA_9 -> "{name: redal, alpha: 0.9}";
            default -> cell.policy();
        };
    }

    private static List<LightPlan> plans(int servers) {
        WorkLaw law = new SessionWork();
        List<LightPlan> plans = new ArrayList<>();
        for (int i = 1; i <= servers; i++) {
            plans.add(new LightPlan("app" + i, 1, 1, WORKERS, QUEUE, law));
        }
        return plans;
    }

    @Override
    public Map<String, Double> read(CellKey cell, Measurement measured) {
        double highest = measured.nodes().values().stream()
                .mapToDouble(node -> node.getOrDefault(Period.UTILISATION, Double.NaN))
                .max()
                .orElse(Double.NaN);
        return Map.of(HIGHEST, highest, Redal.ALL_SESSIONS, cell.load().amount() * servers(cell));
    }
}
