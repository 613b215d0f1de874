// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.levels;

import io.evenkeel.lab.experiment.CellIndex;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.ExperimentProgress;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.ExperimentTable;
import io.evenkeel.lab.experiment.Figure;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measured;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.Pairs;
import io.evenkeel.lab.experiment.PaperDifference;
import io.evenkeel.lab.experiment.Policies;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.Stage;
import io.evenkeel.lab.experiment.Threshold;
import io.evenkeel.lab.experiment.light.Period;
import io.evenkeel.lab.testbed.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Three equal application servers at 20, 50 and 80 % of what they can serve, and a surge from 5 to 80 % onto servers
 * that have just started.
 *
 * <p>A policy that sends idle servers unequal shares looks no worse at a steady light load; the surge then meets
 * servers whose code was never run. Loads are shares of what the servers of this run answered at most, so that they
 * mean the same on every machine.
 */
public final class LevelsExperiment implements Experiment {

    /** The name by which users choose the experiment. */
    public static final String ID = "levels";

    static final String STEADY = ID + "-steady";
    static final String SURGE = ID + "-surge";

    /** Unit of the loads. */
    static final String OF_CAPACITY = "% of capacity";

    /** Arrivals a second that were asked for. */
    static final String RATE = "ratePerSecond";

    static final String OURS = "headroom";
    static final String LEAST_CONNECTIONS = "least-connections";

    /** The load before the surge, and after it, in % of the capacity. */
    static final double BEFORE = 5;

    static final double AFTER = 80;

    private static final List<Double> STEPS = List.of(20.0, 50.0, AFTER);
    private static final List<String> POLICIES = List.of("round-robin", LEAST_CONNECTIONS, OURS);

    /** Mean response time after the surge, of that of least connections, at most. */
    private static final double MOST_MEAN = 1.3;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Three equal application servers at steady loads and after a surge";
    }

    @Override
    public String source() {
        return "this project";
    }

    @Override
    public String shows() {
        return "Whether headroom costs anything where nothing is scarce, against round robin and least connections; and what a surge onto servers that"
                + " have just started brings.";
    }

    @Override
    public List<ExperimentScenario> scenarios() {
        return List.of(
                new ExperimentScenario(STEADY, "three equal servers at a steady load"),
                new ExperimentScenario(SURGE, "three servers that have just started; the load goes from 5 to 80 %"));
    }

    @Override
    public List<CellKey> cells(ExperimentChoice choice) {
        if (choice.users() > 0) {
            throw new IllegalArgumentException("levels has arrivals a second and no users to choose");
        }
        Policies.checkVariants(choice.variants(), List.of());
        List<String> policies = Policies.chosen(choice.policies(), POLICIES);
        List<CellKey> cells = new ArrayList<>();
        for (String scenario : choice.wanted(scenarios())) {
            List<Double> steady = choice.pace() == Pace.GLANCE ? STEPS.subList(0, 1) : STEPS;
            for (double load : scenario.equals(SURGE) ? List.of(AFTER) : steady) {
                policies.forEach(
                        policy -> cells.add(new CellKey(scenario, policy, "", new LoadLevel(load, OF_CAPACITY))));
            }
        }
        return cells;
    }

    @Override
    public Map<String, String> settings(ExperimentChoice choice) {
        LevelsPace pace = LevelsPace.of(choice.pace());
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("servers", LevelsStage.SERVERS + " x " + choice.server().title() + ", agent in the application");
        settings.put("capacity", "what " + LevelsStage.USERS + " users without think time get from compiled servers");
        settings.put("arrivals", "Poisson");
        settings.put(
                "steady",
                pace.warmUp().toMillis() + " ms, then measured for "
                        + pace.hold().toMillis() + " ms");
        settings.put(
                "surge",
                "new servers for each run; 5 % for " + pace.before().toMillis() + " ms, then measured for "
                        + pace.hold().toMillis() + " ms");
        settings.put("database", "a round trip of " + Workload.ROUND_TRIP.toMillis() + " ms away");
        settings.put("work", new TreeMap<>(Workload.PROPERTIES).toString());
        return settings;
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                Figure.count(Measurement.REQUESTS, "requests"),
                Figure.count(Measurement.FAILURES, "failed"),
                Figure.mean(RATE, "asked/s", 0),
                Figure.mean(Measurement.THROUGHPUT, "answers/s", 1),
                Figure.mean(Measurement.MEAN, "mean ms", 1),
                Figure.mean(Measurement.P50, "p50 ms", 1),
                Figure.mean(Period.P95, "p95 ms", 1),
                Figure.mean(Measurement.P99, "p99 ms", 1));
    }

    @Override
    public List<PaperDifference> differences() {
        return List.of();
    }

    @Override
    public Stage open(ExperimentScenario scenario, ExperimentChoice choice, ExperimentProgress progress)
            throws ExperimentException {
        return new LevelsStage(scenario.name().equals(SURGE), choice, progress);
    }

    @Override
    public Published published(CellKey key) {
        return Published.NOTHING;
    }

    @Override
    public List<Claim> claims(List<CellResult> cells) {
        return List.of();
    }

    @Override
    public List<ExperimentTable> tables(List<CellResult> cells) {
        return Pairs.table(
                        OURS,
                        cells,
                        List.of(Figure.mean(Measurement.MEAN, "mean", 3), Figure.mean(Measurement.P99, "p99", 3)))
                .stream()
                .toList();
    }

    @Override
    public List<Threshold> thresholds(List<CellResult> results) {
        List<Threshold> thresholds = new ArrayList<>();
        results.stream()
                .filter(cell -> cell.key().policy().equals(OURS))
                .forEach(cell -> thresholds.add(new Threshold(
                        cell.key().scenario(),
                        "%s fails no request at %s: %d of %d failed"
                                .formatted(OURS, cell.key().load().text(), cell.failures(), cell.requests()),
                        cell.failures() == 0)));
        CellIndex cells = new CellIndex(results);
        cells.find(SURGE, OURS, "")
                .ifPresent(ours -> cells.find(SURGE, LEAST_CONNECTIONS, "")
                        .map(theirs ->
                                Measured.ratio(ours, theirs, Measurement.MEAN).value())
                        .ifPresent(ratio -> thresholds.add(new Threshold(
                                SURGE,
                                String.format(
                                        Locale.ROOT,
                                        "the mean of %s is at most %.1f of that of %s: %.3f",
                                        OURS,
                                        MOST_MEAN,
                                        LEAST_CONNECTIONS,
                                        ratio),
                                ratio <= MOST_MEAN))));
        return thresholds;
    }
}
