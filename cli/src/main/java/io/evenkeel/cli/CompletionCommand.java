// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel completion}: the script that lets a shell complete commands and options. */
@Command(
        name = "completion",
        description = "Print a completion script for a shell.",
        mixinStandardHelpOptions = true,
        footer = {"", "For this session:  source <(evenkeel completion bash)"})
final class CompletionCommand implements Runnable {

    /** Shells with a script. */
    enum Shell {
        BASH,
        ZSH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Asked for so that other shells are refused: one script serves both, because zsh loads bash's completions. */
    @SuppressWarnings("UnusedVariable")
    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    private Shell shell;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        CommandSpec root = spec.root();
        root.commandLine().getOut().println(AutoComplete.bash(root.name(), root.commandLine()));
        spec.commandLine().getOut().flush();
    }
}
