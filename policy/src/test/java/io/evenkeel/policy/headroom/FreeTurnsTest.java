// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.headroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FreeTurnsTest {

    private final FreeTurns turns = new FreeTurns(64);

    private String rounds(int count, double... weights) {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < count; i++) {
            turns.begin();
            for (int slot = 0; slot < weights.length; slot++) {
                turns.offer(slot, weights[slot]);
            }
            letters.append((char) ('A' + turns.take()));
        }
        return letters.toString();
    }

    @Test
    void interleavesByWeight() {
        assertThat(rounds(10, 2, 2, 1)).isEqualTo("ABCABABCAB");
    }

    /** The same shares whatever the scale: what was earned while all were slow is worth no less when all are fast. */
    @Test
    void scaleDoesNotMatter() {
        rounds(7, 2e-9, 1e-9);
        assertThat(rounds(9, 2e9, 1e9).chars().filter(letter -> letter == 'A').count())
                .isBetween(5L, 7L);
    }

    @Test
    void aNodeThatWasAwayGetsNoMoreThanItsTurns() {
        rounds(100, 1, 1, 1);
        rounds(100, 1, 1);
        assertThat(rounds(9, 1, 1, 1).chars().filter(letter -> letter == 'C').count())
                .isBetween(2L, 4L);
    }

    @Test
    void lets32TakePart() {
        turns.begin();
        for (int slot = 0; slot < 64; slot++) {
            turns.offer(slot, 1);
        }
        assertThat(turns.count()).isEqualTo(32);
        assertThat(turns.share(31)).isEqualTo(1 / 32.0, within(1e-12));
        assertThat(turns.share(32)).isZero();
    }
}
