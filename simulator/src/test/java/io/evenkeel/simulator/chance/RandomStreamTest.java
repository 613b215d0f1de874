// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RandomStreamTest {

    private static final long SEED = Long.getLong("seed", 1);

    /** The same place gives the same stream, and neighbours share nothing. */
    @Test
    void chanceHasAStreamForEachPlace() {
        RandomStream random = new RandomStream(SEED);
        random.at(SEED, 3, 4);
        long first = random.nextLong();
        random.at(SEED, 3, 5);
        assertThat(random.nextLong()).isNotEqualTo(first);
        random.at(SEED, 4, 4);
        assertThat(random.nextLong()).isNotEqualTo(first);
        random.at(SEED, 3, 4);
        assertThat(random.nextLong()).isEqualTo(first);
    }
}
