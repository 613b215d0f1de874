// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.collect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SlidingDifferenceTest {

    private static final long MS = 1_000_000;

    private final SlidingDifference difference = new SlidingDifference(2, 1_000 * MS);

    @Test
    void oneReadingIsNothingToCompare() {
        add(0, 5, 5);

        assertThat(difference.ready()).isFalse();
    }

    @Test
    void looksBackOverItsSpanWhenReadingsAreDense() {
        for (int i = 0; i <= 50; i++) {
            add(100L * i, 10L * i, 3L * i);
        }

        assertThat(difference.spanNs()).isEqualTo(1_000 * MS);
        assertThat(difference.of(0)).isEqualTo(100);
        assertThat(difference.of(1)).isEqualTo(30);
        assertThat(difference.sum()).isEqualTo(130);
    }

    @Test
    void looksBackToTheLastReadingWhenTheyAreRare() {
        add(0, 0, 0);
        add(5_000, 50, 0);
        add(10_000, 170, 0);

        assertThat(difference.spanNs()).isEqualTo(5_000 * MS);
        assertThat(difference.of(0)).isEqualTo(120);
    }

    @Test
    void looksBackAsFarAsThereIs() {
        add(0, 1, 0);
        add(100, 3, 0);
        add(200, 9, 0);

        assertThat(difference.of(0)).isEqualTo(8);
    }

    @Test
    void aCounterThatWentBackHasNotGrown() {
        add(0, 100, 0);
        add(1_000, 3, 7);

        assertThat(difference.of(0)).isZero();
        assertThat(difference.sum()).isEqualTo(7);
    }

    private void add(long ms, long first, long second) {
        long[] slot = difference.slot();
        slot[0] = first;
        slot[1] = second;
        difference.add(ms * MS);
    }
}
