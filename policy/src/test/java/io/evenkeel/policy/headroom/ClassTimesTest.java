// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.headroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ClassTimesTest {

    private static final Offset<Double> EXACT = within(1e-9);
    private static final long S = 1_000_000_000;

    private final ClassTimes classes = new ClassTimes();

    private void answers(int count, int requestClass, double cost) {
        for (int i = 0; i < count; i++) {
            classes.answered(requestClass, cost);
        }
    }

    /** 90 pages of 0.5 and 10 reports of 5.5 have a mean of 1. */
    @Test
    void anAnswerCountsBesideThoseOfItsClass() {
        answers(90, 1, 0.5);
        answers(30, 2, 5.5);
        answers(60, 0, 0.5);
        classes.compare(S);

        double mean = (150 * 0.5 + 30 * 5.5) / 180;
        assertThat(classes.relative(1, 10)).isEqualTo(10 * mean / 0.5, EXACT);
        assertThat(classes.relative(2, 110)).isEqualTo(110 * mean / 5.5, EXACT);
        assertThat(classes.relative(0, 10)).as("those of no class are one").isEqualTo(10 * mean / 0.5, EXACT);
    }

    @Test
    void oneClassAloneIsAsItIs() {
        answers(30, 0, 3);
        answers(30, 0, 1e-3);
        classes.compare(S);

        assertThat(classes.relative(0, 7)).isEqualTo(7, EXACT);
    }

    @Test
    void believesAClassFromTwentyAnswersOn() {
        answers(1000, 1, 1);
        answers(19, 2, 50);
        classes.compare(S);
        assertThat(classes.relative(2, 50)).isEqualTo(50);

        classes.answered(2, 50);
        classes.compare(S);
        assertThat(classes.relative(2, 50)).isLessThan(2.5);
    }

    /** A client that sends a body slowly decides how long its request takes. */
    @Test
    void oneAnswerCostsAHundredTimesTheMeanAtMost() {
        answers(1000, 1, 1);
        answers(20, 2, 12_000);
        classes.compare(S);

        double mean = (1000 + 20 * 100) / 1020.0;
        assertThat(classes.relative(1, 1)).isEqualTo(mean, EXACT);
        assertThat(classes.relative(2, 100)).isEqualTo(mean, EXACT);
    }

    /** After 5 minutes what was has a weight of 1 / e. */
    @Test
    void aClassThatBecameDearIsFoundOut() {
        answers(1000, 1, 1);
        answers(1000, 2, 1);
        classes.compare(S);
        classes.compare(301 * S);
        answers(1000, 1, 1);
        answers(1000, 2, 4);
        classes.compare(301 * S);

        double old = Math.exp(-1);
        double expensive = (old + 4) / (old + 1);
        assertThat(classes.relative(2, 1)).isEqualTo((1 + expensive) / 2 / expensive, EXACT);
    }
}
