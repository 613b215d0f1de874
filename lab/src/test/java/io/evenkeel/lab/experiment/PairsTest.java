// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.lab.run.FakeExperiment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The fake's policy b answers 200 a second and one more for each seed, the others 100. */
class PairsTest {

    private static final List<Figure> THROUGHPUT = List.of(Figure.mean(Measurement.THROUGHPUT, "throughput", 2));

    private static CellResult cell(String scenario, String policy, long... seeds) {
        List<CellResult.UnitResult> units = Arrays.stream(seeds)
                .mapToObj(seed -> new CellResult.UnitResult((int) seed, seed, FakeExperiment.measurement(policy, seed)))
                .toList();
        return new CellResult(FakeExperiment.cell(scenario, policy), units, Published.NOTHING);
    }

    private static List<List<String>> rows(CellResult... cells) {
        return Pairs.table("b", List.of(cells), THROUGHPUT).stream()
                .flatMap(table -> table.rows().stream())
                .toList();
    }

    @Test
    void everyOtherPolicyOfTheScenarioIsARow() {
        List<List<String>> rows = rows(
                cell("fake-one", "a", 0),
                cell("fake-one", "b", 0),
                cell("fake-one", FakeExperiment.NASTY, 0),
                cell("fake-two", "a", 0));
        assertThat(rows)
                .containsExactly(
                        List.of("fake-one", "3 users", "a", "0", "0", "2.00"),
                        List.of("fake-one", "3 users", FakeExperiment.NASTY, "0", "5.00 %", "2.00"));
    }

    @Test
    void severalRunsHaveAnInterval() {
        // 200/100 and 210/110: mean 1.9545, s = 0.0643, so the reach is 12.7062 x 0.0643 / sqrt(2) = 0.5776
        assertThat(rows(cell("fake-one", "a", 0, 10), cell("fake-one", "b", 0, 10))
                        .get(0))
                .endsWith("1.95 (1.38 to 2.53)");
    }

    @Test
    void aPolicyAloneHasNoTable() {
        assertThat(Stream.of(rows(cell("fake-one", "b", 0)), rows(cell("fake-one", "a", 0))))
                .allSatisfy(rows -> assertThat(rows).isEmpty());
    }
}
