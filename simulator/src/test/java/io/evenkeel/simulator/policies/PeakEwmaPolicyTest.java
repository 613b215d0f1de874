// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.policy.Outcome;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class PeakEwmaPolicyTest {

    private static final Offset<Double> NS = within(10.0);

    private final Trial trial = new Trial("peak-ewma", 2).at(0);

    @Test
    void costJumpsToAPeakAndFadesWithTime() {
        trial.run(0, 100);
        assertThat(trial.score(0)).isEqualTo(100e6, NS);

        trial.run(0, 200);
        assertThat(trial.score(0)).isEqualTo(200e6, NS);

        trial.at(10_000);
        assertThat(trial.score(0)).as("200 ms / e").isEqualTo(73_575_888.2, NS);
    }

    /** After 10 s, w = 1/e: 100 w + 20 (1 - w) = 36.787944 + 12.642411 = 49.430355 ms. */
    @Test
    void costComesDownSlowly() {
        trial.run(0, 100).at(10_000).run(0, 20);

        assertThat(trial.score(0)).isEqualTo(49_430_355.3, NS);
    }

    /** 10 ms * 4 is more than 30 ms * 1. */
    @Test
    void countsTasksInFlight() {
        trial.run(0, 10).run(1, 30);
        trial.nodes.inFlight(0, 3);

        assertThat(trial.counts(10)).containsExactly(0, 10);
    }

    @Test
    void aNodeWithoutHistoryIsTriedOnce() {
        trial.run(0, 1);
        assertThat(trial.counts(10)).containsExactly(0, 10);

        trial.start(1);
        assertThat(trial.counts(10)).containsExactly(10, 0);
    }

    @Test
    void failingFastDoesNotLookFast() {
        trial.run(0, 10).run(1, 15).run(0, Outcome.FAILED, 0.1);

        assertThat(trial.score(0)).isEqualTo(20e6, NS);
        assertThat(trial.counts(10)).containsExactly(0, 10);
    }
}
