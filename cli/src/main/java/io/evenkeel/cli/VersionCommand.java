// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evenkeel version}: this program's version and what it runs on. */
@Command(name = "version", description = "Print the version.", mixinStandardHelpOptions = true)
final class VersionCommand implements Runnable, IVersionProvider {

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        new Rows("version", "java", "system")
                .add(
                        number(),
                        System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")",
                        System.getProperty("os.name") + " " + System.getProperty("os.arch"))
                .print(spec.commandLine().getOut(), output.format());
    }

    @Override
    public String[] getVersion() {
        return new String[] {"evenkeel " + number()};
    }

    /** The version of the program. */
    static String number() {
        Properties properties = new Properties();
        try (InputStream in = VersionCommand.class.getResourceAsStream("version.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
