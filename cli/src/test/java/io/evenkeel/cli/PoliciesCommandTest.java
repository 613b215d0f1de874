// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.terminal.ExitCode;
import org.junit.jupiter.api.Test;

final class PoliciesCommandTest {

    @Test
    void csvHasAHeadingLine() {
        CommandLineRun run = CommandLineRun.of("policies", "-o", "csv");

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).startsWith("name,needs,summary\r\n");
    }

    @Test
    void anUnknownPolicyIsAFailureThatSaysSo() {
        CommandLineRun run = CommandLineRun.of("policies", "no-such-policy");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("no-such-policy");
        assertThat(run.out()).isEmpty();
    }
}
