// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The option {@code -o} of commands that print data; mixed into them with picocli's {@code @Mixin}. */
public final class OutputOption {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "Form of the data: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private OutputFormat format = OutputFormat.TABLE;

    public OutputFormat format() {
        return format;
    }

    /** The writer for words about the data: beside it for people, stderr when a script reads the data. */
    public PrintWriter words(CommandSpec command) {
        return format == OutputFormat.TABLE
                ? command.commandLine().getOut()
                : command.commandLine().getErr();
    }
}
