// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.terminal.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabCommandTest {

    @Test
    void theFiveScenariosAreListed() {
        CommandLineRun run = CommandLineRun.of("lab", "list", "-o", "csv");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out().lines())
                .hasSize(6)
                .startsWith("experiment,scenario,what")
                .anySatisfy(line -> assertThat(line).isEqualTo("jqostd,jqostd-threads,the third has 6 workers"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lab                                    | Which command? There are: list, run
            lab run other                          | there is no experiment 'other'; there is: jqostd
            lab run jqostd --scenario heaps        | there is no scenario 'heaps'; there are: jqostd-baseline,
            lab run jqostd --policy best           | there is no policy 'best'; there are:
            lab run jqostd --quick --full          | --quick and --full exclude each other
            lab run jqostd --users 0               | --users takes 1 to 200
            """)
    void whatMakesNoSenseIsRefusedBeforeAnythingStarts(String line, String message) {
        CommandLineRun run = CommandLineRun.of(line.split(" +"));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message);
    }
}
