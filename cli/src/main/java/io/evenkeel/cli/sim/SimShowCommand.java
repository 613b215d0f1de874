// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.sim;

import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel sim show}: a scenario's file, to be copied and changed. */
@Command(
        name = "show",
        description = "Print the file of a scenario, to copy and change: evenkeel sim show fleet > mine.yaml",
        mixinStandardHelpOptions = true)
final class SimShowCommand implements Runnable {

    @Parameters(paramLabel = "NAME", description = "A scenario, as 'sim list' names it.")
    private String name = "";

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            out.print(ScenarioFiles.shipped(name).text());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
        out.flush();
    }
}
