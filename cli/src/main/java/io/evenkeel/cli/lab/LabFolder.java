// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.lab;

import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.lab.Experiments;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentProgress;
import io.evenkeel.lab.report.Findings;
import io.evenkeel.lab.report.Report;
import io.evenkeel.lab.report.SimulatedCells;
import io.evenkeel.lab.result.ResultException;
import io.evenkeel.lab.result.ResultFolder;
import java.nio.file.Path;

/** A result folder with the experiment that it is of. */
record LabFolder(ResultFolder folder, Experiment experiment) {

    /** Opens a folder that is there. */
    static LabFolder open(Path dir) throws ResultException {
        ResultFolder folder = ResultFolder.open(dir);
        String id = folder.manifest().experiment();
        return new LabFolder(
                folder,
                Experiments.find(id)
                        .orElseThrow(() -> CommandException.failed(
                                dir + " is a result of '" + id + "', which this version does not have")));
    }

    /** The findings of the folder. */
    Findings findings(boolean isSimulated) throws ResultException, InterruptedException {
        SimulatedCells simulated = isSimulated
                ? SimulatedCells.of(experiment, folder.manifest().choice(), folder.results(experiment))
                : SimulatedCells.NOTHING;
        return Report.read(folder, experiment, simulated);
    }

    /** Writes everything that is made from the units, and prints the places. */
    Findings write(boolean isSimulated, ExperimentProgress progress) throws ResultException, InterruptedException {
        Findings findings = findings(isSimulated);
        folder.writeCells(experiment, findings.cells());
        String missing = Report.write(folder, findings);
        if (!missing.isEmpty()) {
            progress.say(missing);
        }
        progress.say("the report is " + folder.path().resolve(Report.PAGE));
        return findings;
    }
}
