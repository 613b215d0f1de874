// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/** A word that a command does not know, and that is the name of a configuration file without its option. */
final class ConfigurationWord {

    private static final String OPTION = "-c";

    private ConfigurationWord() {}

    /**
     * The first such word; none when the command takes no configuration or has one already.
     *
     * @param args all words of the command line
     */
    static Optional<String> among(List<String> unknown, CommandLine command, String[] args) {
        boolean takesOne = command.getCommandSpec().findOption(OPTION) != null
                && List.of(args).stream().noneMatch(arg -> arg.startsWith(OPTION) || arg.startsWith("--config"));
        return takesOne
                ? unknown.stream()
                        .filter(word -> word.endsWith(".yaml") || word.endsWith(".yml"))
                        .findFirst()
                : Optional.empty();
    }
}
