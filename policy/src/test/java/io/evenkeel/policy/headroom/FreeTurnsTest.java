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
            letters.append((char) ('A' + turns.take(0)));
        }
        return letters.toString();
    }

    private static long count(String letters, char node) {
        return letters.chars().filter(letter -> letter == node).count();
    }

    @Test
    void eachGetsItsShareByWeightAndTheBestWhatIsLeft() {
        String turns = rounds(1000, 2, 2, 1);

        assertThat(count(turns, 'B')).isBetween(397L, 401L);
        assertThat(count(turns, 'C')).isBetween(197L, 201L);
        assertThat(turns).startsWith("AAB").doesNotContain("AAAA").doesNotContain("CC");
    }

    /** The same shares whatever the scale: what was earned while all were slow is worth no less when all are fast. */
    @Test
    void scaleDoesNotMatter() {
        rounds(7, 2e-9, 1e-9);
        assertThat(count(rounds(9, 2e9, 1e9), 'A')).isBetween(5L, 7L);
    }

    @Test
    void aNodeThatWasAwayGetsNoMoreThanItsTurns() {
        rounds(100, 1, 1, 1);
        rounds(100, 1, 1);
        assertThat(count(rounds(9, 1, 1, 1), 'C')).isBetween(2L, 4L);
    }

    /** B gets a tenth of the tasks by its score, more than the eleventh that turns would give it. */
    @Test
    void aNodeThatGetsItsShareAnywayTakesNoTurn() {
        for (int i = 0; i < 100; i++) {
            assertThat(rounds(9, 10, 1)).isEqualTo("AAAAAAAAA");
            turns.pay(1);
        }
    }

    /** After 1000 tasks B has paid four turns ahead: it earns five at a tenth a round. */
    @Test
    void nobodyPaysMoreThanFourTurnsAhead() {
        for (int i = 0; i < 1000; i++) {
            turns.pay(1);
        }
        assertThat(rounds(60, 9, 1).indexOf('B')).isBetween(49, 50);
    }

    /** A waits for a turn while B is better, and is the better one when the turn comes. */
    @Test
    void knowsThatTheBestWasOwedItsTurn() {
        turns.begin();
        turns.offer(0, 9);
        turns.offer(1, 1);
        assertThat(turns.take(1)).isEqualTo(1);
        assertThat(turns.owed()).isFalse();

        turns.begin();
        turns.offer(0, 9);
        turns.offer(1, 1);
        assertThat(turns.take(0)).isZero();
        assertThat(turns.owed()).isTrue();
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
