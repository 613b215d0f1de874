// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.run.FakeExperiment;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFolderTest {

    private static final ExperimentChoice CHOICE = ExperimentChoice.all(Pace.QUICK);
    private static final CellKey CELL = FakeExperiment.cell("fake-one", "a");

    private final FakeExperiment experiment = new FakeExperiment();

    @TempDir
    private Path temporary;

    private ResultFolder prepare(ExperimentChoice choice) throws ResultException {
        Manifest.Session session =
                new Manifest.Session("now", "evenkeel lab run fake", "1", new Machine(2, "", 0, "none", "17", 0.5));
        return ResultFolder.prepare(temporary.resolve("out"), experiment, choice, session);
    }

    @Test
    void aUnitComesBackAsItWas() throws Exception {
        Measurement seen = FakeExperiment.measurement("a", 3);
        prepare(CHOICE).keep(CELL, new CellResult.UnitResult(0, 3, seen));

        CellResult back =
                ResultFolder.open(temporary.resolve("out")).results(experiment).get(0);
        assertThat(back.key()).isEqualTo(CELL);
        CellResult.UnitResult unit = back.units().get(0);
        assertThat(unit.seed()).isEqualTo(3);
        assertThat(unit.measurement().figures()).isEqualTo(seen.figures());
        assertThat(unit.measurement().nodes()).isEqualTo(seen.nodes());
        assertThat(unit.measurement().series()).isEqualTo(seen.series());
        assertThat(unit.measurement().traces()).isEqualTo(seen.traces());
        assertThat(unit.measurement().failures()).isEqualTo(seen.failures());
        assertThat(unit.measurement().notes()).isEqualTo(seen.notes());
        assertThat(unit.measurement().latencyUs()).isEqualTo(seen.latencyUs());
    }

    @Test
    void otherSettingsAreRefusedAndNamed() throws Exception {
        prepare(CHOICE);
        assertThatThrownBy(() -> prepare(ExperimentChoice.all(Pace.FULL).repeated(1, 9)))
                .isInstanceOf(ResultException.class)
                .hasMessageContaining(
                        "measured under other settings: pace was 'quick' and is 'full', seed was '1' and is '9'")
                .hasMessageContaining("take another --out");
    }

    @Test
    void moreCellsAndRepeatsAreAddedInTheirOrder() throws Exception {
        prepare(CHOICE.only(List.of("two"), List.of("b")));
        prepare(CHOICE.only(List.of("one"), List.of("a")).repeated(3, 1));
        Manifest manifest = ResultFolder.open(temporary.resolve("out")).manifest();
        assertThat(manifest.cells()).containsExactly(CELL, FakeExperiment.cell("fake-two", "b"));
        assertThat(manifest.repeats()).isEqualTo(3);
        assertThat(manifest.sessions()).hasSize(2);
    }

    @Test
    void whatWasHalfWrittenDoesNotCount() throws Exception {
        ResultFolder result = prepare(CHOICE);
        Path half = result.path().resolve("units").resolve(CELL.slug() + "_1.part");
        Files.createDirectories(half);
        Files.writeString(half.resolve("figures.json"), "{");
        assertThat(result.has(CELL, 0)).isFalse();
        prepare(CHOICE);
        assertThat(half).doesNotExist();
    }

    @Test
    void aDamagedUnitIsNamedWithTheRemedy() throws Exception {
        ResultFolder result = prepare(CHOICE);
        result.keep(CELL, new CellResult.UnitResult(0, 1, FakeExperiment.measurement("a", 1)));
        Files.writeString(
                result.path().resolve("units").resolve(CELL.slug() + "_1").resolve("figures.json"), "{");
        assertThatThrownBy(() -> result.results(experiment))
                .hasMessageContaining(CELL.slug() + "_1 is damaged")
                .hasMessageContaining("remove it");
    }

    @Test
    void aFolderOfSomethingElseIsLeftAlone() throws Exception {
        Path other = Files.createDirectories(temporary.resolve("out"));
        Files.writeString(other.resolve("letter.txt"), "dear");
        assertThatThrownBy(() -> prepare(CHOICE)).hasMessageContaining("is not a result folder");
        assertThat(other).isDirectoryContaining("glob:**letter.txt");
    }

    @Test
    void freshFoldersCountUp() throws Exception {
        assertThat(ResultFolder.fresh(temporary, "fake")).isEqualTo(temporary.resolve("fake-1"));
        Files.createDirectories(temporary.resolve("fake-1"));
        assertThat(ResultFolder.fresh(temporary, "fake")).isEqualTo(temporary.resolve("fake-2"));
    }

    @Test
    void cellsAreWrittenWithTheSurfacesKeys() throws Exception {
        ResultFolder result = prepare(CHOICE);
        result.keep(CELL, new CellResult.UnitResult(0, 3, FakeExperiment.measurement("a", 3)));
        result.writeCells(experiment, result.results(experiment));
        assertThat(result.path().resolve("cells.csv"))
                .content()
                .startsWith("scenario,users,policy,variant,load,failureShare,throughputPerSecond,meanMs,p50Ms,p99Ms,"
                        + "oracleThroughputPerSecond,oracleP99Ms,published,verdict,");
        assertThat(result.path().resolve("cells.json"))
                .content()
                .contains("\"published\" : {", "\"where\" : \"table 1\"");
    }

    @Test
    void arrivalsThatWaitForNobodyAreNoUsers() {
        CellKey open = new CellKey("fake-one", "a", "", LoadLevel.perSecond(120));
        CellResult cell = new CellResult(
                open, List.of(new CellResult.UnitResult(0, 1, FakeExperiment.measurement("a", 1))), Published.NOTHING);
        Map<String, ?> object = CellFiles.object(cell, List.of(), experiment.figures());
        assertThat(object.get("users")).isEqualTo(BigDecimal.ZERO);
        assertThat(object.get("load")).isEqualTo("120 /s");
    }
}
