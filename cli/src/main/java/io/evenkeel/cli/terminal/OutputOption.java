// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

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
}
