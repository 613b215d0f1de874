// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.lab.experiment.ConfidenceInterval;
import org.junit.jupiter.api.Test;

class NumbersTest {

    @Test
    void intervalsOfSmallSharesAreInPartsOfAHundred() {
        assertThat(Numbers.interval(new ConfidenceInterval(0.002, 0.0005, 0.01, 3)))
                .isEqualTo("0.050 % to 1.00 %");
        assertThat(Numbers.interval(new ConfidenceInterval(1.2, 1.1, 1.3, 3))).isEqualTo("1.10 to 1.30");
    }

    /** For example Kendall's tau of orders that are nearly reversed. */
    @Test
    void whatIsBelowNothingIsNoShare() {
        assertThat(Numbers.interval(new ConfidenceInterval(-0.6, -0.8, -0.4, 3)))
                .isEqualTo("-0.80 to -0.40");
    }

    @Test
    void oneRunHasNoInterval() {
        assertThat(Numbers.interval(ConfidenceInterval.single(0.5, 1))).isEqualTo("one run, no interval");
    }
}
