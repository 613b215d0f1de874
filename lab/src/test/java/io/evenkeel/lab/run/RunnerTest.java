// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.result.Machine;
import io.evenkeel.lab.result.Manifest;
import io.evenkeel.lab.result.ResultException;
import io.evenkeel.lab.result.ResultFolder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerTest {

    private static final ExperimentChoice TWO = ExperimentChoice.all(Pace.QUICK)
            .only(List.of("one"), List.of("a", "b"))
            .repeated(2, 7);

    private final FakeExperiment experiment = new FakeExperiment();

    @TempDir
    private Path folder;

    private ResultFolder prepared(ExperimentChoice choice) throws ResultException {
        Machine machine = new Machine(2, "", 0, "none", "17", 0);
        return ResultFolder.prepare(
                folder.resolve("result"), experiment, choice, new Manifest.Session("now", "test", "1", machine));
    }

    private boolean run(ExperimentChoice choice) throws Exception {
        try (Runner runner = new Runner(experiment, choice, prepared(choice), line -> {})) {
            return runner.run();
        }
    }

    @Test
    void cellsTakeTurnsAndEachRepeatBeginsWithAnother() throws Exception {
        assertThat(run(TWO)).isTrue();
        assertThat(experiment.journal)
                .containsExactly("open fake-one", "start", "a 0 7", "b 0 7", "b 1 8", "a 1 8", "close");
    }

    @Test
    void serversAreSharedByAScenarioAndNotBeyond() throws Exception {
        assertThat(run(ExperimentChoice.all(Pace.QUICK).only(List.of(), List.of("a"))))
                .isTrue();
        assertThat(experiment.journal)
                .containsExactly(
                        "open fake-one", "start", "a 0 1", "close", "open fake-two", "start", "a 0 1", "close");
    }

    @Test
    void whatIsThereIsNotRunAgain() throws Exception {
        run(TWO.only(List.of("one"), List.of("a")));
        experiment.journal.clear();
        assertThat(run(TWO)).isTrue();
        assertThat(experiment.journal).containsExactly("open fake-one", "start", "b 0 7", "b 1 8", "close");
        experiment.journal.clear();
        assertThat(run(TWO)).isTrue();
        assertThat(experiment.journal).isEmpty();
    }

    @Test
    void stoppingKeepsWhatWasMeasured() throws Exception {
        ResultFolder result = prepared(TWO);
        Runner runner = new Runner(experiment, TWO, result, line -> {});
        experiment.meanwhile = () -> {
            if (experiment.journal.contains("b 0 7")) {
                runner.close();
            }
        };
        assertThat(runner.run()).isFalse();
        assertThat(experiment.journal).containsExactly("open fake-one", "start", "a 0 7", "b 0 7", "close");
        assertThat(result.unitsLeft()).isEqualTo(2);
        assertThat(result.losses()).as("a stop is no loss").isEmpty();
        assertThat(result.results(experiment)).extracting(CellResult::runs).containsExactly(1, 1);
    }

    @Test
    void aUnitThatFailsIsTriedOnceMoreOnFreshServers() throws Exception {
        experiment.failing = "b";
        experiment.failures = 1;
        assertThat(run(TWO.repeated(1, 7))).isTrue();
        assertThat(experiment.journal)
                .containsExactly(
                        "open fake-one", "start", "a 0 7", "close", "open fake-one", "start", "b 0 7", "close");
    }

    @Test
    void aUnitThatFailsTwiceIsNotedAndTheOthersGoOn() throws Exception {
        experiment.failing = "a";
        experiment.failures = 2;
        assertThat(run(TWO.repeated(1, 7))).isFalse();
        ResultFolder result = ResultFolder.open(folder.resolve("result"));
        assertThat(result.losses()).containsExactly("fake-one_a_any_3-users, run 1: no luck");
        assertThat(result.results(experiment)).hasSize(1);
    }
}
