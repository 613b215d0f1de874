// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel completion}: the script that lets a shell complete commands and options. */
@Command(
        name = "completion",
        description = "Print a completion script for a shell.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "For this session:  source <(evenkeel completion bash)       the same with zsh",
            "                   evenkeel completion fish | source",
            "",
            "Names of clusters and nodes are completed, too: those of the running dispatcher, else those of the file of -c."
        })
final class CompletionCommand implements Runnable {

    /** Shells with a script. */
    enum Shell {
        BASH,
        ZSH,
        FISH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    private Shell shell = Shell.BASH;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        CommandLine program = spec.root().commandLine();
        program.getOut()
                .print(
                        switch (shell) {
                            case BASH -> BashCompletion.of(program);
                            case ZSH -> BashCompletion.forZsh(program);
                            case FISH -> FishCompletion.of(program);
                        });
        program.getOut().flush();
    }
}
