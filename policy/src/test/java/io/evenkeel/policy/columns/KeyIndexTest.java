// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.columns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeyIndexTest {

    private final KeyIndex index = new KeyIndex();

    /** Keys that differ in few bits, of either sign, so that many of them meet. */
    @Test
    void findsWhatAMapFinds() {
        SplittableRandom chance = new SplittableRandom(Long.getLong("seed", 1));
        Map<Long, Integer> expected = new HashMap<>();
        for (int slot = 0; slot < 2_000; slot++) {
            long key = (chance.nextInt(50) + 1L) << chance.nextInt(64);
            expected.putIfAbsent(key == 0 ? 1 : key, slot);
            index.put(key == 0 ? 1 : key, slot);
        }

        expected.forEach((key, slot) -> assertThat(index.get(key)).isEqualTo(slot));
        assertThat(index.get(0)).isEqualTo(-1);
        assertThat(index.get(Long.MAX_VALUE)).isEqualTo(-1);
    }

    @Test
    void forgetsAllKeys() {
        index.put(5, 1);
        index.clear();

        assertThat(index.get(5)).isEqualTo(-1);
        index.put(6, 2);
        assertThat(index.get(6)).isEqualTo(2);
    }

    @Test
    void theFirstSlotKeepsItsKey() {
        index.put(5, 1);
        index.put(5, 2);

        assertThat(index.get(5)).isEqualTo(1);
    }
}
