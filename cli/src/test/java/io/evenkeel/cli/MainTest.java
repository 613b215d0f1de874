// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.terminal.ExitCode;
import org.junit.jupiter.api.Test;

final class MainTest {

    @Test
    void saysWhichCommandsThereAreWhenNoneIsGiven() {
        CommandLineRun run = CommandLineRun.of();

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("Which command?", "policies", "version");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void refusesAnUnknownOptionWithOneThatIsLike() {
        CommandLineRun run = CommandLineRun.of("version", "--outptu=json");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--outptu=json", "--output", "Try 'evenkeel version --help'.");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void refusesAnUnknownCommandWithOneThatIsLike() {
        CommandLineRun run = CommandLineRun.of("polices");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("polices", "policies");
    }

    @Test
    void helpIsData() {
        CommandLineRun run = CommandLineRun.of("--help");

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("Usage: evenkeel", "policies");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void versionIsThatOfTheBuild() {
        CommandLineRun run = CommandLineRun.of("version", "-o", "json");

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .containsPattern("\"version\":\"\\d+\\.\\d+\\.\\d+")
                .contains("\"java\":");
        assertThat(CommandLineRun.of("--version").out()).startsWith("evenkeel ").doesNotContain("$");
    }

    @Test
    void completionNamesEveryCommand() {
        CommandLineRun run = CommandLineRun.of("completion", "bash");

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("complete -F", "policies", "version", "--output");
    }
}
