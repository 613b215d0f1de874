// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report;

import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.ExperimentTable;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.simulator.study.Cell;
import io.evenkeel.simulator.study.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The table that has the simulator's figures beside the measured ones. Stateless. */
final class Beside {

    private static final List<String> COLUMNS = List.of(
            "policy",
            "throughput /s",
            "simulated",
            "here of simulated",
            "mean ms",
            "simulated",
            "here of simulated",
            "p99 ms",
            "simulated",
            "failed",
            "simulated");

    private Beside() {}

    /** A row for each measured cell that the simulator has too; nothing when there is none. */
    static Optional<ExperimentTable> table(SimulatedCells simulated, List<CellResult> cells) {
        List<List<String>> rows = new ArrayList<>();
        for (CellResult cell : cells) {
            simulated.find(cell.key()).ifPresent(model -> rows.add(row(cell, model)));
        }
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(new ExperimentTable(
                        "The same in the simulator, " + SimulatedCells.SEEDS + " seeds", COLUMNS, rows));
    }

    private static List<String> row(CellResult cell, Cell model) {
        List<String> row = new ArrayList<>(List.of(cell.key().text()));
        pair(row, cell.throughputPerSecond().value(), model.throughputPerSecond());
        pair(row, cell.mean(Measurement.MEAN).value(), model.meanMs());
        row.add(Numbers.plain(cell.mean(Measurement.P99).value(), 0));
        row.add(Numbers.plain(model.p99Ms().mean(), 0));
        row.add(Numbers.percent(cell.failureShare().value()));
        row.add(Numbers.percent(model.failureShare().mean()));
        return row;
    }

    private static void pair(List<String> row, double measured, Estimate model) {
        row.add(Numbers.plain(measured, 1));
        row.add(Numbers.plain(model.mean(), 1));
        row.add(Numbers.plain(measured / model.mean(), 2));
    }
}
