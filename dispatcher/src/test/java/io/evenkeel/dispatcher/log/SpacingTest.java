// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines about something that goes on. */
class SpacingTest {

    private final Spacing lines = new Spacing(10);

    /** The clock of a loop may stand anywhere, below 0 too. */
    @ParameterizedTest
    @ValueSource(longs = {0, -5, Long.MAX_VALUE - 3})
    void letsTheFirstPassAndThenOneInATime(long beganNs) {
        assertThat(lines.passes(beganNs)).isTrue();
        assertThat(lines.passes(beganNs)).isFalse();
        assertThat(lines.passes(beganNs + 9)).isFalse();
        assertThat(lines.passes(beganNs + 10)).isTrue();
        assertThat(lines.passes(beganNs + 19)).as("since the last that passed").isFalse();
    }

    @Test
    void letsTheNextPassWhenWhatWentOnIsOver() {
        lines.passes(1);
        lines.clear();

        assertThat(lines.passes(2)).isTrue();
        assertThat(lines.passes(3)).isFalse();
    }
}
