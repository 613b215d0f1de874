// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.scaling;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.light.Period;
import io.evenkeel.planner.theory.Mm1;
import io.evenkeel.planner.theory.Mmk;
import io.evenkeel.planner.theory.RoundRobin;
import java.util.LinkedHashMap;
import java.util.Map;

/** The figures of queueing theory for equal servers with the measured μ. Stateless. */
final class Theory {

    private Theory() {}

    /** The figures of a cell that come from μ, per ms; the saturated cell measures its own. */
    static Map<String, Double> figures(CellKey cell, Measurement measured, int servers, double perMs) {
        Map<String, Double> figures = new LinkedHashMap<>();
        if (cell.variant().equals(ScalingCells.SATURATED)) {
            double served = measured.figure(Period.SERVED);
            figures.put(
                    Scaling.SERVICE, 1000 / (Double.isNaN(served) ? measured.figure(Measurement.THROUGHPUT) : served));
            return figures;
        }
        double arrivalsPerMs = cell.load().amount() / 1000;
        figures.put(Scaling.SERVICE, 1 / perMs);
        figures.put(Scaling.RATE, cell.load().amount());
        if (!cell.scenario().equals(Scaling.UNEQUAL)) {
            put(
                    figures,
                    Scaling.MM1,
                    Mm1.separate(arrivalsPerMs, perMs, servers).meanMs());
            put(figures, Scaling.MMK, new Mmk(arrivalsPerMs, perMs, servers).meanMs());
            put(figures, Scaling.EKD1, new RoundRobin(arrivalsPerMs, perMs, servers, 0).meanMs());
        }
        return figures;
    }

    /** Puts a figure of the theory; NaN for overloaded servers. */
    private static void put(Map<String, Double> figures, String name, double value) {
        figures.put(name, Double.isFinite(value) ? value : Double.NaN);
    }
}
