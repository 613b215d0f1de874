// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.monitor.Freshness.FreshnessVerdict;
import org.junit.jupiter.api.Test;

class FreshnessTest {

    private static final long MS = 1_000_000;
    private static final long S = 1_000 * MS;

    /** The producer's time, far from the dispatcher's clock. */
    private static final long THEIRS = 1_700_000_000_000L;

    private final Freshness freshness = new Freshness();

    private FreshnessVerdict offer(long epoch, long sequence, long clockMs, long nowNs) {
        return freshness.offer(epoch, sequence, clockMs, nowNs);
    }

    @Test
    void takesHigherNumbersOnly() {
        assertThat(offer(1, 5, THEIRS, S)).isEqualTo(FreshnessVerdict.NEWER);
        assertThat(offer(1, 4, THEIRS - 10, S)).isEqualTo(FreshnessVerdict.OLDER);
        assertThat(offer(1, 5, THEIRS, S)).isEqualTo(FreshnessVerdict.SAME);
        assertThat(offer(1, 6, THEIRS + 10, S)).isEqualTo(FreshnessVerdict.NEWER);
    }

    @Test
    void takesARestartedProducerAtOnce() {
        offer(1, 500, THEIRS, S);
        assertThat(offer(2, 1, THEIRS + 10, S)).isEqualTo(FreshnessVerdict.NEWER);
        assertThat(offer(1, 501, THEIRS + 20, S)).as("a late one of before").isEqualTo(FreshnessVerdict.OLDER);
    }

    @Test
    void takesAnEarlierProducerOnceTheLaterOneIsQuiet() {
        offer(9, 500, THEIRS, S);
        assertThat(offer(3, 1, THEIRS, 2 * S)).isEqualTo(FreshnessVerdict.OLDER);
        assertThat(offer(3, 2, THEIRS, 12 * S)).as("its clock was set back").isEqualTo(FreshnessVerdict.NEWER);
    }

    @Test
    void takesLowerNumbersOnceTheHigherOnesAreQuiet() {
        offer(1, 500, THEIRS, S);
        assertThat(offer(1, 20, THEIRS + 5_000, 6 * S)).isEqualTo(FreshnessVerdict.OLDER);
        assertThat(offer(1, 26, THEIRS + 11_000, 12 * S))
                .as("restored from a snapshot")
                .isEqualTo(FreshnessVerdict.NEWER);
        assertThat(offer(1, 27, THEIRS + 12_000, 13 * S)).isEqualTo(FreshnessVerdict.NEWER);
        assertThat(offer(1, 27, THEIRS + 12_000, 30 * S)).as("frozen").isEqualTo(FreshnessVerdict.SAME);
    }

    @Test
    void takesSamplesWithoutNumbersAsTheyCome() {
        assertThat(offer(0, 0, 0, S)).isEqualTo(FreshnessVerdict.NEWER);
        assertThat(offer(0, 0, 0, S)).isEqualTo(FreshnessVerdict.NEWER);
        assertThat(freshness.takenNs(S + 5)).isEqualTo(S + 5);
    }

    @Test
    void seesThatADelayedSampleIsOld() {
        offer(1, 1, THEIRS, S);
        assertThat(freshness.takenNs(S)).as("nothing to compare with").isEqualTo(S);
        offer(1, 2, THEIRS + 1000, 2 * S + 300 * MS);
        assertThat(freshness.takenNs(2 * S + 300 * MS)).as("300 ms under way").isEqualTo(2 * S);
        offer(1, 3, THEIRS + 2100, 3 * S);
        assertThat(freshness.takenNs(3 * S)).as("faster than any").isEqualTo(3 * S);
        offer(1, 4, THEIRS + 3000, 4 * S);
        assertThat(freshness.takenNs(4 * S))
                .as("100 ms slower than the fastest")
                .isEqualTo(4 * S - 100 * MS);
    }

    @Test
    void forgetsAFastWayAfterTwoMinutesBecauseClocksDrift() {
        offer(1, 1, THEIRS + 500, 0);
        freshness.takenNs(0);
        long late = 0;
        for (int second = 1; second <= 200; second++) {
            offer(1, 1 + second, THEIRS + second * 1000L, second * S);
            late = second * S - freshness.takenNs(second * S);
        }
        assertThat(late).isZero();
    }

    @Test
    void noticesAClockThatWentBackAndMeasuresAnew() {
        offer(1, 1, THEIRS, S);
        freshness.takenNs(S);
        assertThat(offer(1, 2, THEIRS - 3_600_000, 2 * S)).isEqualTo(FreshnessVerdict.BACKWARDS);
        assertThat(offer(1, 3, THEIRS - 3_599_000, 3 * S)).isEqualTo(FreshnessVerdict.NEWER);
        assertThat(freshness.takenNs(3 * S)).isEqualTo(3 * S);
    }

    @Test
    void allowsAClockToBeSetRightByAMoment() {
        offer(1, 1, THEIRS, S);
        assertThat(offer(1, 2, THEIRS - 200, S)).isEqualTo(FreshnessVerdict.NEWER);
    }
}
