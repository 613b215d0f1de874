// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code -c} of commands that read a configuration; mixed into them with picocli's {@code @Mixin}. */
public final class ConfigOption {

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            required = true,
            description = "The configuration file.")
    private Path path;

    public Path path() {
        return path;
    }
}
