// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.List;

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
}
