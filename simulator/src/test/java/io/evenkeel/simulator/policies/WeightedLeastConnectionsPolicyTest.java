// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WeightedLeastConnectionsPolicyTest {

    private final Trial trial = new Trial("weighted-least-connections", 2);

    /** 4 / 2 = 2 is less than 3 / 1; 7 / 2 = 3.5 is more. */
    @Test
    void dividesByTheWeight() {
        trial.nodes.weight(0, 2).inFlight(0, 4).inFlight(1, 3);
        assertThat(trial.choices(1)).isEqualTo("A");

        trial.nodes.inFlight(0, 7);
        assertThat(trial.choices(1)).isEqualTo("B");
    }

    @Test
    void tasksThatStayShareOutByWeight() {
        trial.nodes.weight(0, 2);
        for (int i = 0; i < 30; i++) {
            trial.nodes.start(trial.choose());
        }

        assertThat(trial.nodes.inFlight(0)).isEqualTo(20);
        assertThat(trial.nodes.inFlight(1)).isEqualTo(10);
    }

    @Test
    void idleNodesTakeWeightedTurns() {
        trial.nodes.weight(0, 2);

        assertThat(trial.choices(6)).isEqualTo("ABAABA");
    }

    /** 1 / (4 * 0.1) = 2.5 is more than 2. */
    @Test
    void aColdNodeHasLessWeight() {
        trial.nodes.weight(0, 4).warmShare(0, 0.1).inFlight(0, 1).inFlight(1, 2);

        assertThat(trial.choices(1)).isEqualTo("B");
        assertThat(trial.score(0)).isEqualTo(2.5);
    }
}
