// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report;

import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.Threshold;
import io.evenkeel.lab.result.Manifest;
import java.util.List;

/**
 * The content of a report.
 *
 * @param unitsLeft units that were asked for and are not there
 * @param losses units that could not be measured, a line each
 */
public record Findings(
        Experiment experiment,
        Manifest manifest,
        List<CellResult> cells,
        List<Claim> claims,
        List<Threshold> thresholds,
        int unitsLeft,
        List<String> losses,
        SimulatedCells simulated) {

    public Findings {
        cells = List.copyOf(cells);
        claims = List.copyOf(claims);
        thresholds = List.copyOf(thresholds);
        losses = List.copyOf(losses);
    }

    /** The number of claims that have a verdict. */
    long count(ClaimVerdict verdict) {
        return claims.stream().filter(claim -> claim.verdict() == verdict).count();
    }

    /** The results of a scenario, in their order. */
    List<CellResult> in(String scenario) {
        return cells.stream()
                .filter(cell -> cell.key().scenario().equals(scenario))
                .toList();
    }

    /** Names of the scenarios there are results of. */
    List<String> scenarios() {
        return cells.stream().map(cell -> cell.key().scenario()).distinct().toList();
    }

    /** True when any cell was run more than once. */
    boolean hasIntervals() {
        return cells.stream().anyMatch(cell -> cell.runs() > 1);
    }
}
