// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisTest {

    @ParameterizedTest
    @CsvSource({"1.31, 0.5, 1.5", "97, 20, 100", "100, 20, 100", "0.004, 0.001, 0.004", "0, 0.2, 1"})
    void stepsAreRoundNumbersAndTheLastIsBeyondTheGreatest(double greatest, double step, double last) {
        Axis axis = Axis.fromNought(greatest, 0, 100);
        assertThat(axis.step()).isCloseTo(step, Offset.offset(1e-12));
        assertThat(axis.to()).isCloseTo(last, Offset.offset(1e-12));
    }

    @Test
    void labelsHaveTheDigitsOfTheStep() {
        assertThat(Axis.fromNought(1.31, 0, 1).label(0.5)).isEqualTo("0.5");
        assertThat(Axis.fromNought(970, 0, 1).label(200)).isEqualTo("200");
    }

    @Test
    void valuesBeyondTheEndStayOnTheAxis() {
        Axis axis = Axis.fromNought(10, 50, 150);
        assertThat(axis.pixel(5)).isEqualTo(100);
        assertThat(axis.pixel(99)).isEqualTo(150);
    }
}
