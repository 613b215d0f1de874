// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The error of a command that was called without one of its own commands, all of which it lists. */
public final class MissingCommand {

    private MissingCommand() {}

    /**
     * The error, to be thrown.
     *
     * @param question such as {@code Which command?}
     */
    public static ParameterException of(CommandSpec spec, String question) {
        String commands = spec.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(each -> !each.usageMessage().hidden())
                .map(CommandSpec::name)
                .collect(Collectors.joining(", "));
        return new ParameterException(spec.commandLine(), question + " There are: " + commands);
    }
}
