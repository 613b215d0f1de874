// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.headroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ServiceTimesTest {

    private static final long S = 1_000_000_000;

    private final ServiceTimes times = new ServiceTimes(4);

    private void teach(int slot, double ms) {
        times.join(slot, 0);
        for (int i = 0; i < 8; i++) {
            times.answered(slot, ms, 0);
        }
    }

    @Test
    void probationEndsWithTheMedianOfTheFirstEight() {
        times.join(0, 0);
        double[] first = {900, 400, 12, 10, 11, 13, 9, 8};
        for (double ms : first) {
            assertThat(times.onProbation(0)).isTrue();
            times.answered(0, ms, 0);
        }

        assertThat(times.onProbation(0)).isFalse();
        assertThat(times.anyOnProbation()).isFalse();
        assertThat(times.of(0)).as("8 9 10 11 | 12 13 400 900").isEqualTo(11);
    }

    @Test
    void aNewNodeTakesTheMedianOfThoseThatAreKnown() {
        teach(0, 5);
        teach(1, 9);
        teach(2, 30);
        times.join(3, 0);

        assertThat(times.of(3)).isEqualTo(9);
    }

    /** Gains: at once 0.01; after 4 s 1 - exp(-2) = 0.864665. */
    @Test
    void oldEstimatesGiveWayFaster() {
        teach(0, 10);
        times.answered(0, 20, 0);
        assertThat(times.of(0)).isCloseTo(10.1, within(1e-12));

        times.answered(0, 20, 4 * S);
        assertThat(times.of(0)).isCloseTo(10.1 + 0.8646647167633873 * 9.9, within(1e-12));
    }

    /** 1 - exp(-x) comes to 0.01 at x = 0.01005, 20.1 ms; after 30 ms it is 0.0148880604. */
    @Test
    void aBusyNodeLearnsAHundredthFromEachAnswer() {
        long[] afterMs = {20, 30};
        double[] gains = {0.01, 0.014888060396937353};
        for (int i = 0; i < gains.length; i++) {
            teach(i, 10);
            times.answered(i, 20, 1_000_000 * afterMs[i]);
            assertThat(times.of(i)).as("after %d ms", afterMs[i]).isCloseTo(10 + 10 * gains[i], within(1e-12));
        }
    }

    /** The sample is at most 3 times the greater of its own 10 ms and the median, 20 ms: 10 + 0.01 (60 - 10). */
    @Test
    void aLongTaskIsNotASlowNode() {
        teach(0, 10);
        teach(1, 20);
        teach(2, 30);
        times.answered(0, 5_000, 0);
        assertThat(times.of(0)).isCloseTo(10.5, within(1e-12));
        assertThat(times.speedCubed(0)).isCloseTo(1 / (10.5 * 10.5 * 10.5), within(1e-15));
    }

    @Test
    void faultsAreForgivenWithAnswersAndWithTime() {
        teach(0, 10);
        teach(1, 10);
        for (int i = 0; i < 50; i++) {
            times.failed(0, 0);
        }
        assertThat(times.of(0)).isEqualTo(640);

        times.doubt(0, 1, 30 * S + 1);
        assertThat(times.of(0)).as("halved in 30 s").isCloseTo(320, within(1e-9));

        times.answered(0, 10, 32 * S);
        assertThat(times.of(0)).isLessThan(20);
    }

    @Test
    void aClusterThatFailsAsAWholeStaysFinite() {
        teach(0, 10);
        for (int i = 0; i < 100_000; i++) {
            times.failed(0, i);
            times.compare();
        }

        assertThat(times.of(0)).isEqualTo(640);
    }

    @Test
    void anAnswerThatComesAfterTheNodeLeftIsNotCounted() {
        teach(0, 10);
        times.leave(0);
        times.answered(0, 999, S);
        times.failed(0, S);

        assertThat(times.of(0)).isEqualTo(10);
    }

    @Test
    void aTaskInNoTimeAtAllKeepsTheEstimateAboveZero() {
        teach(0, 0);

        assertThat(times.of(0)).isPositive();
    }
}
