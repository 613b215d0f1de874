// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.Simulation;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.simulator.study.Cell;
import io.evenkeel.simulator.study.StudiedPolicy;
import io.evenkeel.simulator.study.Study;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The same cells in the simulator, where it has a scenario of the same name. */
public final class SimulatedCells {

    /** No cell at all. */
    public static final SimulatedCells NOTHING = new SimulatedCells(Map.of());

    /** Runs of each cell. */
    static final int SEEDS = 3;

    private final Map<CellKey, Cell> cells;

    private SimulatedCells(Map<CellKey, Cell> cells) {
        this.cells = cells;
    }

    /** Simulates what was measured; some seconds of computing. */
    public static SimulatedCells of(Experiment experiment, ExperimentChoice choice, List<CellResult> results)
            throws InterruptedException {
        Map<CellKey, Cell> cells = new LinkedHashMap<>();
        PolicyCatalog catalog = PolicyCatalog.load();
        int threads = Runtime.getRuntime().availableProcessors();
        for (CellResult result : results) {
            Simulation simulation = experiment.simulation(result.key(), choice).orElse(null);
            if (simulation != null) {
                List<StudiedPolicy> policies = List.of(StudiedPolicy.parse(simulation.policy(), catalog));
                Study study = new Study(List.of(simulation.file()), policies, SEEDS, 1, threads);
                study.run((runs, of) -> {}).forEach(cell -> cells.put(result.key(), cell));
            }
        }
        return new SimulatedCells(cells);
    }

    /** The simulated cell; nothing when there is none. */
    Optional<Cell> find(CellKey key) {
        return Optional.ofNullable(cells.get(key));
    }

    boolean isEmpty() {
        return cells.isEmpty();
    }
}
