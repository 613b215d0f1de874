// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.lab.Experiments;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.result.Machine;
import io.evenkeel.lab.result.Manifest;
import io.evenkeel.lab.result.ResultFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabCommandTest {

    private static final String MISSED = "headroom fails no request: 500 of 1000 failed";

    @Test
    void everyScenarioIsListedWithItsExperiment() {
        CommandLineRun run = CommandLineRun.of("lab", "list", "-o", "csv");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out().lines())
                .startsWith("experiment,source,scenario,what,missing")
                .anySatisfy(line -> assertThat(line)
                        .startsWith("jqostd,\"paper 1, chapter 6\",jqostd-threads,\"the third server has 6 workers"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lab                                    | Which command? There are: list, run, report, compare
            lab run other                          | there is no experiment 'other'; there are: jqostd, scaling, redal, broker
            lab run jqostd --scenario heaps        | there is no scenario 'heaps'; there are: jqostd-baseline,
            lab run jqostd --policy best           | there is no policy 'best'; there are:
            lab run jqostd --quick --full          | are mutually exclusive
            lab run jqostd --server apache         | there is no server 'apache'; there are: tomcat, jetty,
            lab run jqostd --variant udp           | there is no variant 'udp'; there are: http, tcp, best
            lab run jqostd --policy headroom --variant tcp | nothing is left of the experiment
            lab run jqostd --users 0               | --users takes 1 to 1000, not 0
            lab run jqostd --users 20000           | --users takes 1 to 1000, not 20000
            lab run hybrid --users 100001          | --users takes 1 to 100000, not 100001
            lab run jqostd --repeat -1             | --repeat takes 1 to 100, not -1
            """)
    void whatMakesNoSenseIsRefusedBeforeAnythingStarts(String line, String message) {
        CommandLineRun run = CommandLineRun.of(line.split(" +"));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message);
    }

    /** The same figures that a quick run judges mean nothing here. */
    @Test
    void aGlanceJudgesNoFigure(@TempDir Path folder) throws Exception {
        CommandLineRun run = report(Pace.GLANCE, 500, folder);

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.err()).contains("quick run").doesNotContain(MISSED);
    }

    @Test
    void aQuickRunJudgesItsFigures(@TempDir Path folder) throws Exception {
        CommandLineRun run = report(Pace.QUICK, 500, folder);

        assertThat(run.exitCode()).isEqualTo(ExitCode.THRESHOLD);
        assertThat(run.err()).contains("MISSED", MISSED);
    }

    @Test
    void aGlanceThatSawNothingWorkSaysSo(@TempDir Path folder) throws Exception {
        CommandLineRun run = report(Pace.GLANCE, 1000, folder);

        assertThat(run.exitCode()).isEqualTo(ExitCode.THRESHOLD);
        assertThat(run.err()).contains("MISSED", "jqostd-heap: headroom (http) answered no request");
    }

    /** Of a result in which all cells are alike. */
    private static CommandLineRun report(Pace pace, long failures, Path folder) throws Exception {
        ExperimentChoice choice = ExperimentChoice.all(pace).only(List.of("jqostd-heap"), List.of("headroom"));
        Experiment experiment = Experiments.find("jqostd").orElseThrow();
        Manifest.Session session =
                new Manifest.Session("2026-01-01T00:00:00Z", "evenkeel lab run", "evenkeel", Machine.here());
        ResultFolder results = ResultFolder.prepare(folder.resolve("run"), experiment, choice, session);
        Histogram times = new Histogram(3);
        times.recordValue(1000);
        Measurement failing = new Measurement(
                Measurement.figures(1000, failures, 10, times),
                Map.of(),
                times,
                List.of(),
                List.of(),
                List.of(),
                Map.of());
        for (CellKey cell : experiment.cells(choice)) {
            results.keep(cell, new CellResult.UnitResult(0, 1, failing));
        }

        return CommandLineRun.of("lab", "report", results.path().toString(), "--no-simulation");
    }

    @Test
    void aPlaceWhereNoFolderCanBeIsSaidInWords() {
        CommandLineRun run = CommandLineRun.of("lab", "run", "redal", "--glance", "--out", "/dev/null");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).isEqualTo("evenkeel: /dev/null cannot be written: a file is in its place\n");
    }
}
