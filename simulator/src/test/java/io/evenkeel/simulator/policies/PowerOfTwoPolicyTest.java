// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PowerOfTwoPolicyTest {

    @Test
    void oneOfTwoNodesIsAlwaysTheBetterOne() {
        Trial trial = new Trial("power-of-two", 2);
        trial.nodes.inFlight(0, 5).inFlight(1, 4);

        assertThat(trial.counts(100)).containsExactly(0, 100);
    }

    /** Of five nodes 0 to 4 deep, the k-th best wins with (5 - k) of the 10 pairs: 0.4, 0.3, 0.2, 0.1, 0. */
    @Test
    void winsAsOftenAsPairsSay() {
        Trial trial = new Trial("power-of-two", 5);
        for (int slot = 0; slot < 5; slot++) {
            trial.nodes.inFlight(slot, slot);
        }

        int[] counts = trial.counts(40_000);

        for (int slot = 0; slot < 5; slot++) {
            double share = (4 - slot) / 10.0;
            double fiveSigma = 5 * Math.sqrt(40_000 * share * (1 - share));
            assertThat((double) counts[slot]).isCloseTo(40_000 * share, within(fiveSigma));
        }
    }

    /** (0 + 1) / 4 and even (2 + 1) / 4 is less than (0 + 1) / 1. */
    @Test
    void weightsTellIdleNodesApart() {
        Trial trial = new Trial("power-of-two", 2);
        trial.nodes.weight(0, 4).inFlight(0, 2);

        assertThat(trial.counts(100)).containsExactly(100, 0);
    }
}
