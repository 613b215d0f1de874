// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.terminal.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabCommandTest {

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
            lab run jqostd --users 0               | --users takes 1 to 1000
            """)
    void whatMakesNoSenseIsRefusedBeforeAnythingStarts(String line, String message) {
        CommandLineRun run = CommandLineRun.of(line.split(" +"));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message);
    }
}
