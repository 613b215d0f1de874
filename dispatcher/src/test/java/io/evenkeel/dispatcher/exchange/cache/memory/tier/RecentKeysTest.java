// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory.tier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RecentKeysTest {

    @Test
    void knowsAKeyThatComesAgain() {
        RecentKeys keys = new RecentKeys(1 << 12);
        assertThat(keys.again(4711)).isFalse();
        assertThat(keys.again(4711 + (1 << 12))).as("another key of its place").isFalse();
        assertThat(keys.again(4711)).as("it was forgotten for the other one").isFalse();
        assertThat(keys.again(4711)).isTrue();
        assertThat(keys.again(0)).isFalse();
        assertThat(keys.again(0)).isTrue();
    }

    @Test
    void aFloodOfNewKeysIsNotTakenForKnownOnes() {
        RecentKeys keys = new RecentKeys(1 << 10);
        Random random = new Random(1);
        int known = 0;
        for (int k = 0; k < 100_000; k++) {
            known += keys.again(random.nextInt()) ? 1 : 0;
        }
        assertThat(known).isLessThan(10);
    }
}
