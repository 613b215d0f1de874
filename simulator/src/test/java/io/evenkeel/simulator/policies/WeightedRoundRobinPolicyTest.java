// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WeightedRoundRobinPolicyTest {

    private final Trial trial = new Trial("weighted-round-robin", 3);

    /** The control of paper 1. */
    @Test
    void interleavesTwoTwoOne() {
        trial.nodes.weight(0, 2).weight(1, 2);

        assertThat(trial.choices(10)).isEqualTo("ABCABABCAB");
    }

    /** By hand: 5,1,1 → A; 3,2,2 → A; 1,3,3 → B; 6,-3,4 → A; 4,-2,5 → C; 9,-1,-1 → A; 7,0,0 → A. */
    @Test
    void spreadsTheTurnsOfAHeavyNode() {
        trial.nodes.weight(0, 5);

        assertThat(trial.choices(7)).isEqualTo("AABACAA");
    }

    @Test
    void equalWeightsAreRoundRobin() {
        assertThat(trial.choices(6)).isEqualTo("ABCABC");
    }

    @Test
    void aColdNodeGetsATenthOfItsTurns() {
        trial.nodes.eligible(2, false).warmShare(1, 0.1);

        assertThat(trial.counts(110)).containsExactly(100, 10, 0);
    }

    @Test
    void aNewOwnerOfASlotStartsEven() {
        trial.nodes.weight(0, 9);
        trial.choices(5);
        trial.nodes.join(0).join(1).join(2);
        for (int slot = 0; slot < 3; slot++) {
            trial.policy.onJoin(slot, trial.nodes, 0);
        }

        assertThat(trial.choices(3)).isEqualTo("ABC");
    }
}
