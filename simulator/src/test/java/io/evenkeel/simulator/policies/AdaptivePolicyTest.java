// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AdaptivePolicyTest {

    private final Trial trial = new Trial("adaptive", 2);

    @Test
    void takesTurnsBelowTheThreshold() {
        trial.nodes.inFlight(0, 1).inFlight(1, 6);

        assertThat(trial.choices(4)).isEqualTo("ABAB");
        assertThat(trial.score(0)).isNaN();
    }

    @Test
    void choosesTheFewestConnectionsFromTheThresholdOn() {
        trial.nodes.inFlight(0, 1).inFlight(1, 7);

        assertThat(trial.choices(3)).isEqualTo("AAA");
        assertThat(trial.score(1)).isEqualTo(7);
    }

    /** Busy from a mean of 4, quiet below 4 * 0.75 = 3. */
    @Test
    void doesNotFlap() {
        trial.nodes.inFlight(0, 1).inFlight(1, 7);
        assertThat(trial.choices(1)).isEqualTo("A");

        trial.nodes.inFlight(1, 5);
        assertThat(trial.choices(3)).as("a mean of 3 is still busy").isEqualTo("AAA");

        trial.nodes.inFlight(1, 4);
        assertThat(trial.choices(4)).as("2.5 is quiet").isEqualTo("ABAB");
    }

    @Test
    void thresholdAndHysteresisCanBeSet() {
        Trial eager = new Trial("adaptive", 2, Map.of("threshold", 1.0, "hysteresis", 0.0));
        eager.nodes.inFlight(0, 2);

        assertThat(eager.choices(2)).isEqualTo("BB");
    }
}
