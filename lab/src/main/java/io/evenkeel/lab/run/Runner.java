// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.run;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.ExperimentProgress;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Stage;
import io.evenkeel.lab.result.ResultException;
import io.evenkeel.lab.result.ResultFolder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An experiment under way: scenario after scenario, and in each the cells in turn, as often as asked.
 *
 * <p>Units that a result folder already has are not run again. Each repeat begins one cell further on, so that no cell
 * is always the first. A unit that fails is tried once more on fresh servers; then it is noted as lost and the others
 * go on. For one thread and one use; {@link #close} may come from any thread at any time, stops every process and makes
 * {@link #run} return with the units that are there.
 */
public final class Runner implements AutoCloseable {

    private final Experiment experiment;
    private final ExperimentChoice choice;
    private final ResultFolder folder;
    private final ExperimentProgress progress;
    private final Object lock = new Object();
    private final Object stopping = new Object();
    private @Nullable Stage stage;
    private boolean isClosed;
    private int left;

    public Runner(Experiment experiment, ExperimentChoice choice, ResultFolder folder, ExperimentProgress progress) {
        this.experiment = experiment;
        this.choice = choice;
        this.folder = folder;
        this.progress = progress;
    }

    /** A cell and the number of its run. */
    private record UnitKey(CellKey cell, int repeat) {}

    /**
     * Runs everything that is not there yet.
     *
     * @return true when nothing is left to do; false when it was stopped or units were lost
     * @throws ExperimentException when servers do not start at all
     */
    public boolean run() throws ExperimentException, ResultException, InterruptedException {
        List<CellKey> cells = experiment.cells(choice);
        left = missing(cells).size();
        if (left == 0) {
            progress.say("nothing is left to run");
        }
        boolean isWhole = true;
        for (ExperimentScenario scenario : experiment.scenarios()) {
            List<CellKey> own = cells.stream()
                    .filter(cell -> cell.scenario().equals(scenario.name()))
                    .toList();
            isWhole &= run(scenario, missing(own));
        }
        return isWhole;
    }

    private List<UnitKey> missing(List<CellKey> cells) {
        List<UnitKey> missing = new ArrayList<>();
        for (int repeat = 0; repeat < choice.repeats() && !cells.isEmpty(); repeat++) {
            List<CellKey> order = new ArrayList<>(cells);
            Collections.rotate(order, -(repeat % cells.size()));
            for (CellKey cell : order) {
                if (!folder.has(cell, repeat)) {
                    missing.add(new UnitKey(cell, repeat));
                }
            }
        }
        return missing;
    }

    private boolean run(ExperimentScenario scenario, List<UnitKey> units)
            throws ExperimentException, ResultException, InterruptedException {
        boolean isWhole = true;
        try {
            for (UnitKey unit : units) {
                isWhole &= run(scenario, unit);
                left--;
                if (isClosed()) {
                    return false;
                }
            }
        } finally {
            stopStage();
        }
        return isWhole;
    }

    private boolean run(ExperimentScenario scenario, UnitKey unit)
            throws ExperimentException, ResultException, InterruptedException {
        String why = "";
        for (int attempt = 0; attempt < 2 && !isClosed(); attempt++) {
            Stage ready = stage(scenario);
            if (ready == null) {
                return false;
            }
            try {
                long seed = choice.seed(unit.repeat());
                Measurement seen = ready.run(unit.cell(), unit.repeat(), seed);
                folder.keep(unit.cell(), new CellResult.UnitResult(unit.repeat(), seed, seen));
                say(unit, seen);
                return true;
            } catch (ExperimentException e) {
                why = String.valueOf(e.getMessage());
                stopStage();
            }
        }
        if (!isClosed()) {
            progress.say(unit.cell().slug() + " could not be measured: " + why);
            folder.lost(unit.cell(), unit.repeat(), why);
        }
        return false;
    }

    private void say(UnitKey unit, Measurement seen) {
        progress.say(String.format(
                Locale.ROOT,
                "%s: %s%s: %.0f requests, %.0f failed, %.0f/s, p99 %.0f ms; %d to go",
                unit.cell().scenario(),
                unit.cell().text(),
                choice.repeats() > 1 ? ", run " + (unit.repeat() + 1) + " of " + choice.repeats() : "",
                seen.figure(Measurement.REQUESTS),
                seen.figure(Measurement.FAILURES),
                seen.figure(Measurement.THROUGHPUT),
                seen.figure(Measurement.P99),
                left - 1));
    }

    /** The stage that is open, or a fresh one; null when it was closed meanwhile. */
    private @Nullable Stage stage(ExperimentScenario scenario) throws ExperimentException, InterruptedException {
        Stage fresh;
        synchronized (lock) {
            if (isClosed || stage != null) {
                return isClosed ? null : stage;
            }
            fresh = experiment.open(scenario, choice, progress);
            stage = fresh;
        }
        progress.say(scenario.name() + ": " + scenario.what());
        boolean isReady = false;
        try {
            fresh.start();
            isReady = true;
            return fresh;
        } catch (ExperimentException e) {
            if (isClosed()) {
                return null;
            }
            throw e;
        } finally {
            if (!isReady) {
                stopStage();
            }
        }
    }

    private boolean isClosed() {
        synchronized (lock) {
            return isClosed;
        }
    }

    /** Closes the stage; the second caller waits until the first has stopped everything. */
    private void stopStage() {
        synchronized (stopping) {
            Stage running;
            synchronized (lock) {
                running = stage;
                stage = null;
            }
            if (running != null) {
                running.close();
            }
        }
    }

    /** Stops; what was measured stays in the folder. */
    @Override
    public void close() {
        synchronized (lock) {
            isClosed = true;
        }
        stopStage();
    }
}
