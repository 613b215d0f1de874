// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report;

import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.report.plot.ImageCanvas;
import io.evenkeel.lab.report.plot.Plot;
import io.evenkeel.lab.report.plot.SvgCanvas;
import io.evenkeel.lab.result.ResultException;
import io.evenkeel.lab.result.ResultFolder;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Makes the reports of a result folder. Stateless. */
public final class Report {

    /** The page's name in the folder. */
    public static final String PAGE = "report.html";

    private Report() {}

    /** Reads a folder. */
    public static Findings read(ResultFolder folder, Experiment experiment, SimulatedCells simulated)
            throws ResultException {
        List<CellResult> cells = folder.results(experiment);
        return new Findings(
                experiment,
                folder.manifest(),
                cells,
                experiment.claims(cells),
                experiment.thresholds(cells),
                folder.unitsLeft(),
                folder.losses(),
                simulated);
    }

    /**
     * Writes {@value #PAGE}, {@code plots/*.svg} and, where this Java can paint, {@code plots/*.png}.
     *
     * @return words about files that could not be written; empty when all are there
     */
    public static String write(ResultFolder folder, Findings findings) throws ResultException {
        folder.write(PAGE, new ReportPage(findings).write());
        String missing = "";
        for (String scenario : findings.scenarios()) {
            for (Map.Entry<String, Plot> plot :
                    Plots.of(scenario, findings.in(scenario)).entrySet()) {
                String name = "plots/" + scenario + "-" + plot.getKey();
                folder.write(name + ".svg", SvgCanvas.file(plot.getValue()));
                try {
                    folder.write(name + ".png", ImageCanvas.png(plot.getValue()));
                } catch (IOException e) {
                    missing = "no PNG plots: " + e.getMessage();
                }
            }
        }
        return missing;
    }

    /** The page's text, for callers without a folder. */
    static String page(Findings findings) {
        return new ReportPage(findings).write();
    }
}
