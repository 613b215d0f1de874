// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.terminal.ExitCode;
import org.junit.jupiter.api.Test;

class DemoCommandTest {

    @Test
    void argumentsAreCheckedBeforeAnythingStarts() {
        CommandLineRun policy = CommandLineRun.of("demo", "--policy", "fuzzy");
        assertThat(policy.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(policy.err()).contains("there is no policy 'fuzzy'", "headroom", "round-robin");

        assertThat(CommandLineRun.of("demo", "--visitors", "1000").exitCode()).isEqualTo(ExitCode.USAGE);

        CommandLineRun length = CommandLineRun.of("demo", "--for", "soon");
        assertThat(length.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(length.err()).contains("'soon' is not a time");
    }

    @Test
    void breaksAndFoldersAreCheckedBeforeAnythingStarts() {
        CommandLineRun kind = CommandLineRun.of("demo", "--break", "frieze");
        assertThat(kind.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(kind.err()).contains("--break", "there is no kind 'frieze'; there are freeze, heap, pool");

        CommandLineRun two = CommandLineRun.of("demo", "--break", "freeze@5s", "--break", "heap@8s");
        assertThat(two.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(two.err()).contains("--break heap:10s@8s begins while freeze:10s@5s still lasts", "heap:10s@15s");

        CommandLineRun folder = CommandLineRun.of("demo", "--folder", "no/such/folder");
        assertThat(folder.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(folder.err()).contains("there is no folder no/such/folder; make it first");
    }
}
