// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeastRequestsPolicyTest {

    private final Trial trial = new Trial("least-requests", 3);

    /** 1 + 5 = 6, 3 + 0 = 3, 2 + 2 = 4. */
    @Test
    void countsTheRequestsOfOtherDispatchers() {
        trial.nodes
                .inFlight(0, 1)
                .othersInFlight(0, 5)
                .inFlight(1, 3)
                .inFlight(2, 2)
                .othersInFlight(2, 2);

        assertThat(trial.choices(2)).isEqualTo("BB");
        assertThat(trial.score(2)).isEqualTo(4);
    }

    @Test
    void equalsTakeTurns() {
        assertThat(trial.choices(6)).isEqualTo("ABCABC");
    }
}
