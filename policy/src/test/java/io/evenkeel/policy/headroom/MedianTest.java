// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.headroom;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MedianTest {

    private static final long SEED = Long.getLong("seed", 1);

    @Test
    void isTheLowerMedian() {
        assertThat(Median.of(new double[] {7}, 1)).isEqualTo(7);
        assertThat(Median.of(new double[] {9, 1}, 2)).isEqualTo(1);
        assertThat(Median.of(new double[] {9, 1, 5}, 3)).isEqualTo(5);
        assertThat(Median.of(new double[] {4, 4, 4, 1}, 4)).isEqualTo(4);
    }

    @Test
    void leavesOutWhatIsBeyondTheCount() {
        assertThat(Median.of(new double[] {2, 3, 1, 99, 99}, 3)).isEqualTo(2);
    }

    @Test
    void agreesWithSorting() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 2_000; round++) {
            double[] values = random.doubles(1 + random.nextInt(40))
                    .map(value -> Math.floor(value * 20))
                    .toArray();
            double[] sorted = values.clone();
            Arrays.sort(sorted);

            assertThat(Median.of(values, values.length))
                    .as("seed %d, round %d", SEED, round)
                    .isEqualTo(sorted[(sorted.length - 1) / 2]);
        }
    }
}
