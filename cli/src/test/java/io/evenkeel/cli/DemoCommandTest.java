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
}
