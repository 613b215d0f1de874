// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoundRobinPolicyTest {

    private final Trial trial = new Trial("round-robin", 3);

    @Test
    void takesStrictTurns() {
        assertThat(trial.choices(7)).isEqualTo("ABCABCA");
    }

    @Test
    void aNodeThatIsFilteredOutLosesItsTurnAndNobodyElseDoes() {
        assertThat(trial.choices(1)).isEqualTo("A");

        trial.nodes.eligible(1, false);
        assertThat(trial.choices(2)).isEqualTo("CA");

        trial.nodes.eligible(1, true);
        assertThat(trial.choices(4)).isEqualTo("BCAB");
    }

    @Test
    void aNewNodeComesAfterTheLastSlot() {
        assertThat(trial.choices(2)).isEqualTo("AB");

        trial.nodes.join(3);

        assertThat(trial.choices(4)).isEqualTo("CDAB");
    }

    @Test
    void weightsAndSlowStartDoNotBendTheCircle() {
        trial.nodes.weight(0, 5).warmShare(1, 0.1);

        assertThat(trial.choices(6)).isEqualTo("ABCABC");
    }
}
