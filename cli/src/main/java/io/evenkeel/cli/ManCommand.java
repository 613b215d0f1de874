// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evenkeel man}: the manual page, for those who make packages. */
@Command(
        name = "man",
        description = "Print the manual page of all commands.",
        hidden = true,
        mixinStandardHelpOptions = true,
        footer = {"", "To read it:  evenkeel man | man -l -"})
final class ManCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().getOut().print(ManPage.of(spec.root(), VersionCommand.number()));
        spec.commandLine().getOut().flush();
    }
}
