// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClassTurnsTest {

    /** Gives away places while the same classes wait; the number that each class got. */
    private static int[] give(ClassTurns turns, int places, int... waiting) {
        int[] got = new int[waiting.length];
        for (int place = 0; place < places; place++) {
            turns.begin();
            int first = turns.next(waiting);
            turns.served(first, waiting);
            got[first]++;
        }
        return got;
    }

    @Test
    void sharesAreKeptAndWhatIsLeftGoesByPriority() {
        ClassTurns turns = new ClassTurns(new double[] {0.3, 0.2, 0}, new int[] {0, 0, 5});
        assertThat(give(turns, 1000, 1, 1, 1)).containsExactly(299, 200, 501);
    }

    @Test
    void aClassWithoutAShareAndPriorityGetsWhatNobodyElseWants() {
        ClassTurns turns = new ClassTurns(new double[] {0.5, 0}, new int[] {1, 0});
        assertThat(give(turns, 10, 1, 1)).containsExactly(10, 0);
        assertThat(give(turns, 10, 0, 1)).containsExactly(0, 10);
    }

    @Test
    void whatAClassGotAloneIsNotHeldAgainstIt() {
        ClassTurns turns = new ClassTurns(new double[] {0.5, 0.5}, new int[] {0, 0});
        assertThat(give(turns, 100, 1, 0)).containsExactly(100, 0);
        assertThat(give(turns, 10, 1, 1)).containsExactly(5, 5);
    }

    @Test
    void aClassInWhichNobodyWaitsSavesNothingUp() {
        ClassTurns turns = new ClassTurns(new double[] {0.9, 0.1}, new int[] {0, 0});
        give(turns, 100, 0, 1);
        assertThat(give(turns, 100, 1, 1)[1]).isBetween(9, 11);
    }

    @Test
    void theNextClassIsToldWhenTheFirstCannotBeServed() {
        ClassTurns turns = new ClassTurns(new double[] {0, 0, 0}, new int[] {3, 2, 1});
        int[] waiting = {1, 1, 0};
        turns.begin();
        assertThat(turns.next(waiting)).isZero();
        assertThat(turns.next(waiting)).isEqualTo(1);
        assertThat(turns.next(waiting)).isEqualTo(-1);
        turns.begin();
        assertThat(turns.next(waiting)).isZero();
    }

    /** Tasks that wait for a node of their own may wait while places are given to others. */
    @Test
    void aClassThatCouldNotBeServedForLongDoesNotKeepOutTheOthersThen() {
        ClassTurns turns = new ClassTurns(new double[] {0.5, 0.5}, new int[] {0, 0});
        int[] waiting = {1, 1};
        for (int place = 0; place < 1000; place++) {
            turns.served(1, waiting);
        }
        assertThat(give(turns, 20, 1, 1)[1]).isGreaterThanOrEqualTo(8);
    }

    /** Whatever the mix: nobody falls behind its share by more than a place for each class. */
    @Test
    void aShareIsNeverLateByMoreThanThePlacesOfTheOthers() {
        double[] shares = {0.5, 0.3, 0.15, 0.05};
        ClassTurns turns = new ClassTurns(shares, new int[] {0, 0, 9, 0});
        int[] waiting = {1, 1, 1, 1};
        int[] got = new int[shares.length];
        for (int places = 1; places <= 10_000; places++) {
            turns.begin();
            int first = turns.next(waiting);
            turns.served(first, waiting);
            got[first]++;
            for (int k = 0; k < shares.length; k++) {
                assertThat((double) got[k]).isGreaterThan(places * shares[k] - shares.length);
            }
        }
    }
}
