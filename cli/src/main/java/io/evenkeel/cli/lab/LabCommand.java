// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.lab;

import io.evenkeel.cli.terminal.MissingCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evenkeel lab}: experiments. */
@Command(
        name = "lab",
        description = "Repeat published experiments on real servers.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {LabListCommand.class, LabRunCommand.class, LabReportCommand.class, LabCompareCommand.class})
public final class LabCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw MissingCommand.of(spec, "Which command?");
    }
}
