// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Against values from tables: t(0.975, 1) = 12.7062, t(0.975, 4) = 2.7764. */
class ConfidenceIntervalTest {

    private static final Offset<Double> CLOSE = Offset.offset(1e-3);

    @Test
    void theIntervalOfAMeanIsStudents() {
        // mean 3, s = sqrt(2.5), so the reach is 2.7764 sqrt(2.5 / 5) = 1.9632
        ConfidenceInterval five = ConfidenceInterval.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0));
        assertThat(five.value()).isCloseTo(3, CLOSE);
        assertThat(five.low()).isCloseTo(1.0368, CLOSE);
        assertThat(five.high()).isCloseTo(4.9632, CLOSE);
        // s = sqrt(2), so the reach is 12.7062 sqrt(2 / 2)
        assertThat(ConfidenceInterval.of(List.of(1.0, 3.0)).high()).isCloseTo(2 + 12.7062, CLOSE);
    }

    @Test
    void oneRunHasNoInterval() {
        ConfidenceInterval one = ConfidenceInterval.of(List.of(4.0));
        assertThat(one.value()).isEqualTo(4);
        assertThat(one.isKnown()).isFalse();
        assertThat(one.contains(4)).isFalse();
    }

    @Test
    void noRunHasNoFigure() {
        assertThat(ConfidenceInterval.of(List.of(Double.NaN)).value()).isNaN();
    }

    /** Wilson, z = 1.96: 0 of 10 gives 0 to 0.2775; 5 of 10 gives 0.2366 to 0.7634. */
    @Test
    void theIntervalOfAShareIsWilsons() {
        assertThat(ConfidenceInterval.share(0, 10, 1).low()).isZero();
        assertThat(ConfidenceInterval.share(0, 10, 1).high()).isCloseTo(0.2775, CLOSE);
        assertThat(ConfidenceInterval.share(5, 10, 1).low()).isCloseTo(0.2366, CLOSE);
        assertThat(ConfidenceInterval.share(5, 10, 1).high()).isCloseTo(0.7634, CLOSE);
        assertThat(ConfidenceInterval.share(0, 0, 1).value()).isNaN();
    }

    /** Logarithms 0 and 1 against 2 and 3: difference 2, variances 0.5, so t(0.975, 2) = 4.3027 times sqrt(0.5). */
    @Test
    void theIntervalOfARatioIsWelchs() {
        ConfidenceInterval ratio = ConfidenceInterval.ratio(List.of(1.0, Math.E), List.of(Math.exp(2), Math.exp(3)));
        assertThat(Math.log(ratio.value())).isCloseTo(2, CLOSE);
        assertThat(Math.log(ratio.low())).isCloseTo(2 - 4.3027 * Math.sqrt(0.5), CLOSE);
        assertThat(Math.log(ratio.high())).isCloseTo(2 + 4.3027 * Math.sqrt(0.5), CLOSE);
        assertThat(ConfidenceInterval.ratio(List.of(2.0), List.of(3.0)).isKnown())
                .isFalse();
    }

    @Test
    void aWideIntervalSupportsNothing() {
        assertThat(new ConfidenceInterval(1, 0.9, 1.1, 5).supports(1.05)).isTrue();
        assertThat(new ConfidenceInterval(1, 0.9, 1.1, 5).supports(1.2)).isFalse();
        assertThat(new ConfidenceInterval(1, 0.1, 1.9, 2).supports(1.05)).isFalse();
    }
}
