// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.simulator.scenario.file.ScenarioFile;
import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import io.evenkeel.simulator.study.Cell;
import io.evenkeel.simulator.study.PolicyChoice;
import io.evenkeel.simulator.study.Study;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The same cells in the simulator, where it has a scenario of the same name. */
public final class Simulated {

    /** No cell at all. */
    public static final Simulated NOTHING = new Simulated(Map.of());

    /** Runs of each cell. */
    static final int SEEDS = 3;

    private final Map<CellKey, Cell> cells;

    private Simulated(Map<CellKey, Cell> cells) {
        this.cells = cells;
    }

    /** Simulates what was measured; some seconds of computing. */
    public static Simulated of(Experiment experiment, List<CellResult> results) throws InterruptedException {
        Map<CellKey, Cell> cells = new LinkedHashMap<>();
        PolicyCatalog catalog = PolicyCatalog.load();
        for (String scenario :
                results.stream().map(cell -> cell.key().scenario()).distinct().toList()) {
            List<CellKey> keys = results.stream()
                    .map(CellResult::key)
                    .filter(key -> key.scenario().equals(scenario)
                            && key.load().unit().equals("users")
                            && experiment.isSimulated(key))
                    .toList();
            if (ScenarioFiles.names().contains(scenario) && !keys.isEmpty()) {
                for (int users : keys.stream()
                        .mapToInt(key -> (int) key.load().amount())
                        .distinct()
                        .toArray()) {
                    ScenarioFile file = ScenarioFiles.shipped(scenario).withUsers(users);
                    List<CellKey> own = keys.stream()
                            .filter(key -> key.load().amount() == users)
                            .toList();
                    List<PolicyChoice> policies = own.stream()
                            .map(CellKey::policy)
                            .distinct()
                            .map(policy -> PolicyChoice.parse(policy, catalog))
                            .toList();
                    int threads = Runtime.getRuntime().availableProcessors();
                    for (Cell cell : new Study(List.of(file), policies, SEEDS, 1, threads).run((runs, of) -> {})) {
                        own.stream()
                                .filter(key -> key.policy().equals(cell.policy()))
                                .forEach(key -> cells.put(key, cell));
                    }
                }
            }
        }
        return new Simulated(cells);
    }

    /** The simulated cell; nothing when there is none. */
    Optional<Cell> find(CellKey key) {
        return Optional.ofNullable(cells.get(key));
    }

    boolean isEmpty() {
        return cells.isEmpty();
    }
}
