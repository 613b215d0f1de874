// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TierShareTest {

    /** The best share is 45 %: what is saved falls with the distance from it. */
    @Test
    void climbsToTheShareThatSavesMost() {
        TierShare share = new TierShare(null);
        for (int k = 0; k < 50; k++) {
            share.next(1 - Math.abs(share.share() - 0.45));
        }

        assertThat(share.share()).isCloseTo(0.45, Offset.offset(0.11));
    }

    @Test
    void staysBetweenItsBounds() {
        TierShare share = new TierShare(null);
        double gain = 0;
        for (int k = 0; k < 30; k++) {
            gain += 1;
            assertThat(share.next(gain)).isBetween(0.05, 0.8);
        }
    }

    @Test
    void staysWhileNothingIsSaved() {
        TierShare share = new TierShare(null);
        share.next(0.5);
        double shareInUse = share.next(0);
        for (int k = 0; k < 30; k++) {
            assertThat(share.next(0)).isEqualTo(shareInUse);
        }
        assertThat(share.next(0.5)).as("it moves again").isNotEqualTo(shareInUse);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "-0.1", "NaN", "half", ""})
    void aGivenShareIsBetweenZeroAndOne(String fixed) {
        assertThatThrownBy(() -> TierShare.parse(fixed))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("evenkeel.cache.packed-share is '" + fixed + "' and must be a number from 0.0 to 1.0");
    }

    @Test
    void aGivenShareStays() {
        TierShare share = new TierShare(TierShare.parse("0.75"));
        share.next(0.5);
        assertThat(share.next(0.1)).isEqualTo(0.75);
        assertThat(share.orElse(0.25)).isEqualTo(0.75);
        assertThat(new TierShare(null).orElse(0.25)).isEqualTo(0.25);
    }

    @Test
    void aPackedHitIsWorthTheFetchLessTheTimeToUnpack() {
        assertThat(TierShare.gain(10, 0, 20, 1000, 100)).isEqualTo(0.5);
        assertThat(TierShare.gain(0, 10, 20, 1000, 100)).isEqualTo(0.45);
        assertThat(TierShare.gain(0, 10, 20, 1000, 5000)).isZero();
        assertThat(TierShare.gain(0, 10, 0, 1000, 0)).isZero();
    }
}
