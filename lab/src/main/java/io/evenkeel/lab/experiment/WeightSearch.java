// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an operator would do by hand: tries weights for the smaller node and keeps the best.
 *
 * <p>Fewest failed requests first, then most good answers. The steps are the small ratios people write: 1:1, 3:2, 2:1, 3:1 and 4:1.
 */
final class WeightSearch {

    static final List<Double> WEIGHTS = List.of(1.0, 0.667, 0.5, 0.333, 0.25);

    private WeightSearch() {}

    /** A short run with a weight. */
    interface Trial {
        Run with(double weight) throws ExperimentException, InterruptedException;
    }

    /** Does one trial for each weight and returns the best of them. */
    static double best(Trial trial) throws ExperimentException, InterruptedException {
        @Nullable Run best = null;
        Comparator<Run> order = Comparator.comparingLong(Run::failures)
                .thenComparing(
                        Comparator.comparingDouble(Run::throughputPerSecond).reversed());
        for (double weight : WEIGHTS) {
            Run run = trial.with(weight);
            if (best == null || order.compare(run, best) < 0) {
                best = run;
            }
        }
        return best == null ? 1 : best.lastWeight();
    }
}
