// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.cli.terminal.StandardOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "version",
                "policies -o json",
                "completion bash",
                "config schema",
                "sim list -o csv",
                "sim show fleet",
                "lab list",
                "plan --service-ms 9.6 --rate 30/s"
            })
    void dataThatCannotBeWrittenIsAFailure(String line) {
        StringWriter err = new StringWriter();

        int exitCode = Main.execute(broken("No space left on device"), new PrintWriter(err, true), line.split(" "));

        assertThat(exitCode).isEqualTo(ExitCode.FAILED);
        assertThat(err).hasToString("evenkeel: the output could not be written: No space left on device\n");
    }

    /** As behind {@code | head}. */
    @Test
    void aReaderWhoHasEnoughIsNoFailure() {
        StringWriter err = new StringWriter();

        int exitCode = Main.execute(broken("Broken pipe"), new PrintWriter(err, true), "policies");

        assertThat(exitCode).isEqualTo(ExitCode.OK);
        assertThat(err.toString()).isEmpty();
    }

    private static StandardOutput broken(String why) {
        return new StandardOutput(new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException(why);
            }
        });
    }

    @Test
    void completionNamesEveryCommand() {
        CommandLineRun run = CommandLineRun.of("completion", "bash");

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("complete -F", "policies", "version", "--output");
    }
}
