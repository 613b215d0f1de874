// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code evenkeel help}: the help of a command, or the list of all commands. */
@Command(
        name = "help",
        description = "Show the help of a command, such as 'help node drain'; the list of all without one.",
        mixinStandardHelpOptions = true)
final class HelpCommand implements Runnable {

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The command, and its subcommand if it has any.")
    private List<String> path = List.of();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        CommandLine command = spec.root().commandLine();
        for (String word : path) {
            CommandLine next = command.getSubcommands().get(word);
            if (next == null) {
                throw new UnmatchedArgumentException(command, List.of(word));
            }
            command = next;
        }
        command.usage(spec.commandLine().getOut());
    }
}
