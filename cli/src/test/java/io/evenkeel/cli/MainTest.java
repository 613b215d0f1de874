// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.cli.terminal.StandardOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    void namesAWrongOptionRatherThanTheOneThatIsMissingByIt() {
        CommandLineRun run = CommandLineRun.of("run", "--confg", "shop.yaml");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("Unknown options: '--confg'", "--config").doesNotContain("Missing");
        assertThat(CommandLineRun.of("run").err()).contains("Missing required option: '--config=FILE'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"validate shop.yaml", "run shop.yaml", "status shop.yml", "node drain shop/vcn1 shop.yaml"})
    void aConfigurationWithoutItsOptionIsToldTheOption(String line) {
        CommandLineRun run = CommandLineRun.of(line.split(" "));

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        String file = line.substring(line.lastIndexOf(' ') + 1);
        assertThat(run.err()).contains("'" + file + "'", "Did you mean '-c " + file + "'?");
    }

    @Test
    void anotherWordTooManyIsNotTakenForAConfiguration() {
        assertThat(CommandLineRun.of("validate", "shop").err()).doesNotContain("-c shop");
        assertThat(CommandLineRun.of("validate", "-c", "a.yaml", "b.yaml").err())
                .contains("b.yaml")
                .doesNotContain("-c b.yaml");
        assertThat(CommandLineRun.of("version", "shop.yaml").err()).doesNotContain("-c shop");
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

    /** An example that is broken into two lines cannot be copied. */
    @Test
    void theExamplesOfLoadAreWholeLines() {
        assertThat(CommandLineRun.of("load", "--help").out().lines())
                .contains(
                        "evenkeel load 127.0.0.1:9090/ --rate 200/s --expect 'p99<200ms,failures=0'",
                        "evenkeel load 127.0.0.1:9090/trade --mix buy --users 30 --ramp 3/10s --for 2m");
    }

    @Test
    void helpShowsACommandASubcommandOrAll() {
        CommandLineRun all = CommandLineRun.of("help");

        assertThat(all.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(all.out()).isEqualTo(CommandLineRun.of("--help").out()).doesNotContain("names");
        assertThat(CommandLineRun.of("help", "status").out())
                .isEqualTo(CommandLineRun.of("status", "--help").out())
                .contains("Usage: evenkeel status");
        assertThat(CommandLineRun.of("help", "node", "drain").out())
                .isEqualTo(CommandLineRun.of("node", "drain", "--help").out())
                .contains("--force-after");
    }

    @Test
    void helpOnAnUnknownCommandNamesOneThatIsLike() {
        CommandLineRun run = CommandLineRun.of("help", "stauts");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("stauts", "status");
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "load, 'Users, arrivals and time:', --ramp, 'Servers of https:', --insecure",
        "plan, 'A node, and a request on it:', --jdbc-ms, 'The running dispatcher:', --admin"
    })
    void helpGroupsManyOptions(String command, String first, String option, String second, String other) {
        String text = CommandLineRun.of("help", command).out();

        assertThat(text).containsSubsequence("--help", "\n" + first + "\n", option, "\n" + second + "\n", other);
        assertThat(Pattern.compile("(?m)^ +(-., )?" + option + "\\b")
                        .matcher(text)
                        .results())
                .as("each option once")
                .hasSize(1);
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

    /** zsh takes a file of its folders for a command by the first line, and completes before it has run the rest. */
    @Test
    void zshGetsAFileForItsFolderOfFunctions() {
        CommandLineRun run = CommandLineRun.of("completion", "zsh");

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .startsWith("#compdef evenkeel\n")
                .contains("complete -F _complete_evenkeel_names", "_bash_complete -o default")
                .doesNotContain("alias compopt");
    }

    @Test
    void fishGetsALineForEachCommandAndOption() {
        CommandLineRun run = CommandLineRun.of("completion", "fish");

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out().lines())
                .contains(
                        "complete -c evenkeel -f -n '__fish_use_subcommand' -a run -d 'Run the dispatcher in the"
                                + " foreground'",
                        "complete -c evenkeel -n '__evenkeel_at run' -s c -l config -r -F -d 'The configuration file'",
                        "complete -c evenkeel -n '__evenkeel_at node drain' -l wait -d 'Return when nothing is in"
                                + " flight on the node any more, at no joined dispatcher'",
                        "complete -c evenkeel -f -n '__evenkeel_at node weight' -a '(__evenkeel_names nodes)'",
                        "complete -c evenkeel -f -n '__evenkeel_at completion' -a 'bash zsh fish'",
                        "complete -c evenkeel -f -n '__evenkeel_at explain' -a '(__evenkeel_names clusters)'")
                .anyMatch(line -> line.contains("'__evenkeel_at status' -s o -l output -r -f -a 'table json csv'"))
                .noneMatch(line -> line.contains("-a names"));
    }
}
