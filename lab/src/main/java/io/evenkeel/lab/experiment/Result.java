// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an experiment has shown.
 *
 * @param cells in the order of scenarios and policies asked for
 * @param runs in the order they were made
 */
public record Result(List<Cell> cells, List<Run> runs, List<Goal> goals) {

    public Result {
        cells = List.copyOf(cells);
        runs = List.copyOf(runs);
        goals = List.copyOf(goals);
    }

    public boolean isHeld() {
        return goals.stream().allMatch(Goal::held);
    }

    /** The cell of the best hand-set weights in a scenario; null when that policy was not run. */
    public @Nullable Cell byHand(Scenario scenario) {
        return cells.stream()
                .filter(cell ->
                        cell.scenario().equals(scenario) && cell.policy().equals(Jqostd.BY_HAND))
                .findFirst()
                .orElse(null);
    }
}
