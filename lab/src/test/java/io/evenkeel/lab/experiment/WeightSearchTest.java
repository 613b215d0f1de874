// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeightSearchTest {

    @Test
    void everyWeightIsTriedOnce() throws Exception {
        List<Double> tried = new ArrayList<>();
        WeightSearch.best(weight -> {
            tried.add(weight);
            return Runs.run("weighted-round-robin", weight, 1000, 0);
        });
        assertThat(tried).isEqualTo(WeightSearch.WEIGHTS);
    }

    @Test
    void theMostThroughputWins() throws Exception {
        double best = WeightSearch.best(weight ->
                Runs.run("weighted-round-robin", weight, 1000 - (long) (100 * Math.abs(weight - 0.5)), 0));
        assertThat(best).isEqualTo(0.5);
    }

    @Test
    void aFailedRequestOutweighsAnyThroughput() throws Exception {
        double best = WeightSearch.best(
                weight -> Runs.run("weighted-round-robin", weight, weight == 1.0 ? 5000 : 1000, weight > 0.3 ? 4 : 0));
        assertThat(best).isEqualTo(0.25);
    }
}
