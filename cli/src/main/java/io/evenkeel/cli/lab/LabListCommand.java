// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.lab;

import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import io.evenkeel.lab.Experiments;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentScenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evenkeel lab list}: the experiments, their scenarios, and their missing parts. */
@Command(
        name = "list",
        description = "List the experiments, their scenarios, and the parts that are missing.",
        mixinStandardHelpOptions = true)
final class LabListCommand implements Runnable {

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        Rows rows = new Rows("experiment", "source", "scenario", "what", "missing");
        for (Experiment experiment : Experiments.all()) {
            for (ExperimentScenario scenario : experiment.scenarios()) {
                String missing = String.join("; ", experiment.missing());
                rows.add(
                        experiment.id(),
                        experiment.source(),
                        scenario.name(),
                        scenario.what(),
                        missing.isEmpty() ? null : missing);
            }
        }
        rows.print(spec.commandLine().getOut(), output.format());
    }
}
