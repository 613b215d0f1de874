// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.Figure;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.Stage;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One cell of each experiment except {@code jqostd}, which has {@code JqostdIT}. */
@Tag("thorough")
@Tag("alone")
final class ExperimentsIT {

    @ParameterizedTest
    @CsvSource({"scaling, 1", "redal, 1", "broker, 1", "levels, 0", "hybrid, 0", "overload, 1", "memory, 0"})
    void aCellMeasuresEveryFigureOfItsTable(String id, int scenarioIndex) throws Exception {
        Experiment experiment = Experiments.find(id).orElseThrow();
        ExperimentScenario scenario = experiment.scenarios().get(scenarioIndex);
        ExperimentChoice choice =
                ExperimentChoice.all(Pace.GLANCE).only(List.of(scenario.name()), List.of("round-robin"));
        CellKey cell = experiment.cells(choice).get(0);

        try (Stage stage = experiment.open(scenario, choice, line -> {})) {
            stage.start();
            Measurement measured = stage.run(cell, 0, 1);

            assertThat(measured.figure(Measurement.REQUESTS)).isPositive();
            assertThat(measured.figure(Measurement.FAILURES)).isZero();
            for (Figure figure : experiment.figures()) {
                assertThat(measured.figures()).containsKey(figure.name());
            }
        }
    }
}
