// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RandomPolicyTest {

    /** Binomial with N = 40000: 5 σ is at most 5 sqrt(40000 * 0.25) = 500. */
    private static final int DRAWS = 40_000;

    private static final int FIVE_SIGMA = 500;

    @Test
    void drawsInProportionToWeights() {
        Trial trial = new Trial("random", 2);
        trial.nodes.weight(0, 3);

        assertThat(trial.counts(DRAWS)[0]).isCloseTo(30_000, within(FIVE_SIGMA));
    }

    @Test
    void givesAColdNodeATenthOfItsShare() {
        Trial trial = new Trial("random", 2);
        trial.nodes.warmShare(1, 0.1);

        assertThat(trial.counts(DRAWS)[1]).isCloseTo(DRAWS / 11, within(FIVE_SIGMA));
    }

    @Test
    void drawsOnlyEligibleNodes() {
        Trial trial = new Trial("random", 3);
        trial.nodes.eligible(1, false);

        assertThat(trial.counts(1000)[1]).isZero();
    }
}
