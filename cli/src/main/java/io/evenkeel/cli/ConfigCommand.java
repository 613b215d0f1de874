// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.ConfigOption;
import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.cli.terminal.MissingCommand;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.JsonSchema;
import io.evenkeel.config.file.SettingsFile;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evenkeel config}: the possible content of a configuration file, and the settings that a file comes to. */
@Command(name = "config", description = "Show a configuration as it is in force.", mixinStandardHelpOptions = true)
final class ConfigCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw MissingCommand.of(spec, "Which subcommand?");
    }

    @Command(
            name = "show",
            description = "Print a configuration with its defaults, where each value comes from, and no secrets.",
            mixinStandardHelpOptions = true)
    void show(@Mixin ConfigOption config) {
        PrintWriter out = spec.commandLine().getOut();
        try {
            out.print(SettingsFile.open(config.path()).show());
            out.flush();
        } catch (SettingsException e) {
            throw new CommandException(ExitCode.BAD_CONFIG, config.path() + " cannot be used\n" + e.render());
        }
    }

    @Command(
            name = "schema",
            description = "Print the JSON Schema (draft-07) of the configuration file, for editors.",
            mixinStandardHelpOptions = true)
    void schema() {
        PrintWriter out = spec.commandLine().getOut();
        out.print(JsonSchema.text());
        out.flush();
    }
}
