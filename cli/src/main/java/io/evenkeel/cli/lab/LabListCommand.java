// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.lab;

import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import io.evenkeel.lab.experiment.Jqostd;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evenkeel lab list}: the experiments and their scenarios. */
@Command(name = "list", description = "List the experiments and their scenarios.", mixinStandardHelpOptions = true)
final class LabListCommand implements Runnable {

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        Rows rows = new Rows("experiment", "scenario", "what");
        Jqostd.scenarios().forEach(scenario -> rows.add(Jqostd.ID, scenario.name(), scenario.what()));
        rows.print(spec.commandLine().getOut(), output.format());
    }
}
