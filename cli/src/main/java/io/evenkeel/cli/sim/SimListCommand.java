// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.sim;

import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evenkeel sim list}: the scenarios that come with the program. */
@Command(name = "list", description = "List the scenarios that come with the program.", mixinStandardHelpOptions = true)
final class SimListCommand implements Runnable {

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        Rows rows = new Rows("scenario", "servers", "load", "what");
        for (String name : ScenarioFiles.names()) {
            Scenario scenario = ScenarioFiles.shipped(name).scenario();
            rows.add(name, scenario.nodes(), scenario.loadInWords(), scenario.what());
        }
        rows.print(spec.commandLine().getOut(), output.format());
    }
}
