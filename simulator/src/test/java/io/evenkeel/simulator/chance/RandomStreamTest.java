// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RandomStreamTest {

    private static final long SEED = Long.getLong("seed", 1);

    /** The same place gives the same stream, and neighbours share nothing. */
    @Test
    void chanceHasAStreamForEachPlace() {
        RandomStream chance = new RandomStream(SEED);
        chance.at(SEED, 3, 4);
        long first = chance.nextLong();
        chance.at(SEED, 3, 5);
        assertThat(chance.nextLong()).isNotEqualTo(first);
        chance.at(SEED, 4, 4);
        assertThat(chance.nextLong()).isNotEqualTo(first);
        chance.at(SEED, 3, 4);
        assertThat(chance.nextLong()).isEqualTo(first);
    }
}
