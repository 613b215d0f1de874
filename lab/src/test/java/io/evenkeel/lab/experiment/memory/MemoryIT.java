// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.Stage;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pages of the sample application through a cache with half the memory, whole and packed. */
@Tag("thorough")
class MemoryIT {

    private final MemoryExperiment memory = new MemoryExperiment();

    @Test
    void variantsDivideTheMemoryOfTheCacheBeforeTrade() throws Exception {
        ExperimentScenario trade = memory.scenarios().get(1);
        ExperimentChoice choice = ExperimentChoice.all(Pace.GLANCE).only(List.of(trade.name()), List.of());
        List<CellKey> half = memory.cells(choice).stream()
                .filter(cell -> cell.load().amount() == 50)
                .toList();

        try (Stage stage = memory.open(trade, choice, line -> {})) {
            stage.start();
            for (CellKey cell : half) {
                Measurement seen = stage.run(cell, 0, 1);
                boolean isPlain = cell.variant().equals(PackingVariant.PLAIN);
                assertThat(seen.figure(Measurement.FAILURES)).as(cell.slug()).isZero();
                assertThat(seen.figure(MemoryExperiment.HITS)).as(cell.slug()).isBetween(0.05, 1.0);
                assertThat(seen.figure(MemoryExperiment.PACKED_SHARE) == 0)
                        .as(cell.slug())
                        .isEqualTo(isPlain);
                assertThat(seen.figure(MemoryExperiment.PACKED_HITS) == 0)
                        .as(cell.slug())
                        .isEqualTo(isPlain);
            }
        }
    }
}
