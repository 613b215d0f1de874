// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.jqostd;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.lab.experiment.Measurement;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class WeightSearchTest {

    private static Measurement seen(double failures, double throughput) {
        Map<String, Double> figures = Map.of(Measurement.FAILURES, failures, Measurement.THROUGHPUT, throughput);
        return new Measurement(figures, Map.of(), new Histogram(3), List.of(), List.of(), List.of(), Map.of());
    }

    @Test
    void fewestFailuresComeFirst() throws Exception {
        assertThat(WeightSearch.best(weight -> seen(weight > 0.3 ? 1 : 0, 100 * weight)))
                .isEqualTo(0.25);
    }

    @Test
    void amongEqualsTheMostAnswersDecide() throws Exception {
        assertThat(WeightSearch.best(weight -> seen(0, weight == 0.5 ? 200 : 100)))
                .isEqualTo(0.5);
    }
}
