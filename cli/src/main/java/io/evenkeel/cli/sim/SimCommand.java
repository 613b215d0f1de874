// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.sim;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
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
        throw new ParameterException(
                spec.commandLine(),
                "Which command? There are: "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
