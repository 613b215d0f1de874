// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.jqostd;

import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.Measurement;
import java.util.List;

/**
 * A search as an operator would do it by hand: tries weights for the smaller node and keeps the best.
 *
 * <p>Fewest failed requests first, then most good answers. The steps are the small ratios people write: 1:1, 3:2, 2:1,
 * 3:1 and 4:1.
 */
final class WeightSearch {

    static final List<Double> WEIGHTS = List.of(1.0, 0.667, 0.5, 0.333, 0.25);

    private WeightSearch() {}

    /** A short run with a weight. */
    interface WeightTrial {
        Measurement with(double weight) throws ExperimentException, InterruptedException;
    }

    /** Does one trial for each weight and returns the best of them. */
    static double best(WeightTrial trial) throws ExperimentException, InterruptedException {
        double best = 1;
        double fewest = Double.POSITIVE_INFINITY;
        double most = 0;
        for (double weight : WEIGHTS) {
            Measurement seen = trial.with(weight);
            double failures = seen.figure(Measurement.FAILURES);
            double throughput = seen.figure(Measurement.THROUGHPUT);
            if (failures < fewest || (failures == fewest && throughput > most)) {
                best = weight;
                fewest = failures;
                most = throughput;
            }
        }
        return best;
    }
}
