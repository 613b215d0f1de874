// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AdmittedShareTest {

    private static final double MS = 1e6;

    private final AdmittedShare share = new AdmittedShare();

    /** So many looks, each with 100 sessions of which some are refused because the share allows no more. */
    private void looks(int count, int refused, double waitMs) {
        for (int look = 0; look < count; look++) {
            for (int session = 0; session < 100; session++) {
                if (session < refused) {
                    share.refused(true);
                } else {
                    share.admitted();
                }
            }
            share.look(waitMs * MS);
        }
    }

    @Test
    void fallsWhileTasksWaitForTooLongAndRisesWhileTheyDoNot() {
        looks(40, 5, 300);
        double low = share.value();
        assertThat(low).isLessThan(0.80);
        looks(20, 5, 10);
        assertThat(share.value()).isGreaterThan(low);
    }

    @Test
    void risesOnlyWhileItKeepsSessionsOut() {
        looks(200, 0, 0);
        assertThat(share.value()).isEqualTo(0.90);
        share.refused(false);
        share.look(0);
        assertThat(share.value()).as("refused by the probability").isEqualTo(0.90);
        share.refused(true);
        share.look(0);
        assertThat(share.value()).isCloseTo(0.9025, within(1e-9));
    }

    /** A wait of 50 ms is short where one session in twenty is refused, and long where it is every second one. */
    @Test
    void theMoreAreRefusedTheShorterIsTheWait() {
        AdmittedShareTest busy = new AdmittedShareTest();
        looks(200, 5, 50);
        busy.looks(200, 50, 50);
        assertThat(share.value()).isGreaterThan(0.95);
        assertThat(busy.share.value()).isLessThan(0.80);
    }

    @Test
    void aimsAtThirtyMillisecondsAtLeast() {
        looks(200, 100, 29);
        double before = share.value();
        looks(100, 100, 29);
        assertThat(share.value()).isGreaterThan(before);
        looks(200, 100, 31);
        before = share.value();
        looks(100, 100, 31);
        assertThat(share.value()).isLessThan(before);
    }

    @Test
    void hasBounds() {
        looks(1_000, 50, 5_000);
        assertThat(share.value()).isEqualTo(0.5);
        looks(2_000, 50, 0);
        assertThat(share.value()).isEqualTo(1);
    }

    @Test
    void fallsByOneHundredthOfTheCapacityInALookAtMost() {
        looks(1, 50, 5_000);
        assertThat(share.value()).isCloseTo(0.89, within(1e-9));
    }

    /** After a night, a node that hung in the evening is forgotten. */
    @Test
    void comesBackWhileNobodyIsKeptOut() {
        looks(200, 50, 5_000);
        assertThat(share.value()).isEqualTo(0.5);
        looks(400, 0, 0);
        assertThat(share.value()).isEqualTo(0.90);
    }

    @Test
    void forgetsWhatItLearned() {
        looks(200, 50, 5_000);
        share.reset();
        assertThat(share.value()).isEqualTo(0.90);
        share.look(0);
        assertThat(share.value()).as("nobody is kept out").isEqualTo(0.90);
    }

    /** A look in which nobody came says nothing about how many are refused. */
    @Test
    void remembersRefusalsWhileNobodyComes() {
        looks(200, 50, 0);
        for (int look = 0; look < 100; look++) {
            share.look(50 * MS);
        }
        assertThat(share.value()).as("aims at 30 ms still").isLessThan(0.95);
    }
}
