// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.lab.experiment.ConfidenceInterval;
import io.evenkeel.lab.report.Comparison.SpeedVerdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {

    @ParameterizedTest
    @CsvSource({"1.2, 1.1, 1.3, FASTER", "0.8, 0.7, 0.9, SLOWER", "1.2, 0.9, 1.6, SAME", "1.01, 1.005, 1.015, FASTER"})
    void theIntervalDecidesWhereThereIsOne(double ratio, double low, double high, SpeedVerdict verdict) {
        assertThat(Comparison.verdict(new ConfidenceInterval(ratio, low, high, 5)))
                .isEqualTo(verdict);
    }

    @Test
    void singleRunsDifferOnlyByMoreThanNoise() {
        assertThat(Comparison.verdict(ConfidenceInterval.single(1.04, 1))).isEqualTo(SpeedVerdict.SAME);
        assertThat(Comparison.verdict(ConfidenceInterval.single(1.06, 1))).isEqualTo(SpeedVerdict.FASTER);
        assertThat(Comparison.verdict(ConfidenceInterval.single(0.9, 1))).isEqualTo(SpeedVerdict.SLOWER);
    }

    @Test
    void whoAnsweredNothingIsNotTheSame() {
        assertThat(Comparison.verdict(ConfidenceInterval.ratio(List.of(100.0), List.of())))
                .isEqualTo(SpeedVerdict.UNKNOWN);
    }
}
