// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.terminal.ExitCode;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class ManCommandTest {

    private static final String PAGE = CommandLineRun.of("man").out();

    @Test
    void isAPageOfTheProgramsVersion() {
        assertThat(CommandLineRun.of("man").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(PAGE).containsPattern("[.]TH EVENKEEL 1 \"\" \"Evenkeel \\d+\\.\\d+\\.\\d+");
        assertThat(PAGE).contains(".SH NAME\n.PP\nevenkeel \\- The load balancer");
    }

    @Test
    void describesEveryCommandThatHelpLists() {
        List<String> commands = Pattern.compile("^  ([a-z]+) ", Pattern.MULTILINE)
                .matcher(CommandLineRun.of("--help").out())
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(commands).contains("run", "node", "completion").doesNotContain("man");
        assertThat(commands).allSatisfy(name -> assertThat(PAGE).contains(".SS \"evenkeel " + name + "\"\n"));
        assertThat(PAGE).contains(".SS \"evenkeel node drain\"\n");
    }

    @Test
    void describesOptionsParametersAndExitCodes() {
        assertThat(PAGE)
                .contains(".TP\n\\fB\\-c\\fR, \\fB\\-\\-config\\fR=\\fIFILE\\fR\n")
                .contains(".TP\n\\fISHELL\\fR\nbash, zsh")
                .contains(".TP\n\\fB78\\fR\nthe configuration has errors\n")
                .contains("${file:");
    }

    /** A line that begins with a dot or an apostrophe would be a command to roff. */
    @Test
    void hasNoCommandsOfRoffButItsOwn() {
        assertThat(PAGE.lines().filter(line -> line.startsWith(".") || line.startsWith("'")))
                .allMatch(line -> line.matches("[.](TH|SH|SS|PP|TP|sp|br|nh|hy|\\\\\")( .*)?"));
    }

    @Test
    void leavesNoSignsOfFormats() {
        assertThat(PAGE).doesNotContain("%n", "%%", "$${", "@|");
    }
}
