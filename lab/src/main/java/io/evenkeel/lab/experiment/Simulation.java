// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import io.evenkeel.simulator.scenario.file.ScenarioFile;
import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import java.util.Optional;

/**
 * The simulator's input for a cell.
 *
 * @param policy with its options, as {@code sim run --policy} takes it
 */
public record Simulation(ScenarioFile file, String policy) {

    /**
     * The scenario that comes with the program under the cell's name, with the cell's users; nothing when there is
     * none, or no users.
     */
    public static Optional<Simulation> shipped(CellKey key) {
        return key.load().unit().equals("users") && ScenarioFiles.names().contains(key.scenario())
                ? Optional.of(new Simulation(
                        ScenarioFiles.shipped(key.scenario())
                                .withUsers((int) key.load().amount()),
                        key.policy()))
                : Optional.empty();
    }
}
