// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EstimateTest {

    @Test
    void theIntervalIsStudentsT() {
        // mean 3, standard deviation sqrt(2.5), t(0.975, 4) = 2.7764: 2.7764 * sqrt(2.5 / 5)
        Estimate estimate = Estimate.of(1, 2, 3, 4, 5);
        assertThat(estimate.mean()).isEqualTo(3);
        assertThat(estimate.plusMinus()).isCloseTo(1.9633, within(1e-4));
    }

    @Test
    void oneRunTellsNothingAboutOthers() {
        assertThat(Estimate.of(7).mean()).isEqualTo(7);
        assertThat(Estimate.of(7).plusMinus()).isNaN();
    }

    @Test
    void runsThatAgreeLeaveNoDoubt() {
        assertThat(Estimate.of(0, 0, 0).plusMinus()).isZero();
    }
}
