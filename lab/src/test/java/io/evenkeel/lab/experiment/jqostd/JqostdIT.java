// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.jqostd;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.report.Report;
import io.evenkeel.lab.report.SimulatedCells;
import io.evenkeel.lab.result.Machine;
import io.evenkeel.lab.result.Manifest;
import io.evenkeel.lab.result.ResultFolder;
import io.evenkeel.lab.run.Runner;
import io.evenkeel.lab.server.ServerType;
import io.evenkeel.lab.testbed.RunRecorder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@Tag("thorough")
class JqostdIT {

    private final Jqostd experiment = new Jqostd();

    @TempDir
    private Path temporary;

    private ResultFolder prepared(ExperimentChoice choice) throws Exception {
        Manifest.Session session = new Manifest.Session("now", "test", "1", Machine.here());
        return ResultFolder.prepare(temporary.resolve("out"), experiment, choice, session);
    }

    @Test
    void everyCellHasWhatItsUsersAndTheDispatcherSaw() throws Exception {
        ExperimentChoice choice = new ExperimentChoice(
                Pace.GLANCE,
                12,
                List.of("all"),
                List.of("round-robin", "headroom"),
                List.of(),
                1,
                7,
                ServerType.TOMCAT);
        ResultFolder folder = prepared(choice);
        try (Runner runner = new Runner(experiment, choice, folder, line -> {})) {
            assertThat(runner.run()).isTrue();
        }
        List<CellResult> cells = folder.results(experiment);
        assertThat(cells)
                .extracting(cell -> cell.key().text())
                .containsExactly("round-robin (tcp)", "round-robin (http)", "headroom (http)");
        assertThat(cells).allSatisfy(cell -> {
            assertThat(cell.failures()).as("12 users do not fill any node").isZero();
            assertThat(cell.throughputPerSecond().value()).isPositive();
            assertThat(cell.mean(Measurement.P50).value())
                    .as("requests wait for a database that is far away")
                    .isGreaterThan(10);
            assertThat(cell.mean(RunRecorder.WT1).value()).isPositive();
            assertThat(cell.mean(RunRecorder.CONNECTIONS).value()).isBetween(6.0, 24.0);
            assertThat(cell.nodes(Measurement.SHARE)).containsOnlyKeys("vcn1", "vcn2", "vcn3");
            Measurement seen = cell.units().get(0).measurement();
            assertThat(seen.traces()).isNotEmpty();
            assertThat(seen.series()).isNotEmpty();
        });
        assertThat(cells.get(2).mean(RunRecorder.SLOWDOWN).value()).isGreaterThanOrEqualTo(1);
        assertThat(cells.get(2).nodes(Measurement.SAMPLE_AGE)).hasSize(3);
        Report.write(folder, Report.read(folder, experiment, SimulatedCells.NOTHING));
        assertThat(folder.path().resolve(Report.PAGE)).content().contains("round-robin (tcp)", "</html>");
    }

    @Test
    void closingEndsItWhereverItIs() throws Exception {
        ExperimentChoice choice = ExperimentChoice.all(Pace.QUICK).only(List.of("threads"), List.of("headroom"));
        ResultFolder folder = prepared(choice);
        Runner runner = new Runner(experiment, choice, folder, line -> {});
        CompletableFuture<Void> closing = CompletableFuture.runAsync(
                runner::close, CompletableFuture.delayedExecutor(1500, TimeUnit.MILLISECONDS));
        assertThat(runner.run()).isFalse();
        assertThat(closing).succeedsWithin(Duration.ofSeconds(40));
        assertThat(folder.unitsLeft()).isOne();
    }
}
