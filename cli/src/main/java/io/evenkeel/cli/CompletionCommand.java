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
            "For this session:  source <(evenkeel completion bash)",
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
        // zsh loads bash's completions, and the script sees to it
        String script = shell == Shell.FISH ? FishCompletion.of(program) : BashCompletion.of(program);
        program.getOut().print(script);
        program.getOut().flush();
    }
}
