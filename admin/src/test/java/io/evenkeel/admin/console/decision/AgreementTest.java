// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AgreementTest {

    /**
     * 81 of 263 is the worked example of Newcombe (1998), table I: 0.2553 to 0.3662; so is 15 of 148: 0.0624 to 0.1605.
     */
    @Test
    void theIntervalIsWilsons() {
        assertThat(Agreement.of(81, 263).low()).isCloseTo(0.2553, within(0.00005));
        assertThat(Agreement.of(81, 263).high()).isCloseTo(0.3662, within(0.00005));
        assertThat(Agreement.of(15, 148).low()).isCloseTo(0.0624, within(0.00005));
        assertThat(Agreement.of(15, 148).high()).isCloseTo(0.1605, within(0.00005));
        assertThat(Agreement.of(0, 20).low()).isZero();
        assertThat(Agreement.of(0, 20).high()).isCloseTo(0.1611, within(0.00005));
    }

    @Test
    void fewChoicesSayLittle() {
        assertThat(Agreement.of(3, 3).share()).isEqualTo("100 %");
        assertThat(Agreement.of(3, 3).interval()).isEqualTo("44 to 100 %");
        assertThat(Agreement.of(0, 0).share()).isEqualTo("–");
        assertThat(Agreement.of(0, 0).interval()).isEmpty();
    }

    @Test
    void allAndNoneAreSaidOfAllAndNoneOnly() {
        assertThat(Agreement.of(99_999, 100_000).share()).isEqualTo("99.9 %");
        assertThat(Agreement.of(1, 100_000).share()).isEqualTo("0.1 %");
        assertThat(Agreement.of(0, 9).share()).isEqualTo("0 %");
        assertThat(Agreement.of(973, 1000).share()).isEqualTo("97.3 %");
    }
}
