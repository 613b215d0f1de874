// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.sim;

import io.evenkeel.cli.terminal.MissingCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evenkeel sim}: the simulator. */
@Command(
        name = "sim",
        description = "Simulate policies in scenarios, the papers' and your own.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {SimListCommand.class, SimShowCommand.class, SimRunCommand.class})
public final class SimCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw MissingCommand.of(spec, "Which command?");
    }
}
