// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.redal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Figure 4: throughput grows with load up to a peak, then no more. */
class ThroughputCurvesTest {

    private static final long S = 1_000_000_000L;
    private final ThroughputCurves curves = new ThroughputCurves(2);
    private long nowNs;

    ThroughputCurvesTest() {
        curves.begin(0);
    }

    /** 4 answers a second for each task in flight. */
    @Test
    void aNodeWhoseThroughputGrowsIsLight() {
        ramp();
        assertThat(curves.slope(0)).isEqualTo(4, within(1e-9));
        assertThat(curves.isHeavy(0)).isFalse();
        assertThat(curves.peak(0))
                .as("loads 8 and 9 are one point, seen six times")
                .isEqualTo(34, within(0.5));
    }

    /** The way up is remembered, but is not where the node is now; on the way down it is known at once. */
    @Test
    void aNodeBehindItsPeakIsHeavyAndLightAgainWhenItsLoadHasGone() {
        ramp();
        for (int k = 0; k < 20; k++) {
            slice(20 + k % 10, 60 - k % 10);
        }
        assertThat(curves.slope(0)).isEqualTo(-1, within(0.01));
        assertThat(curves.isHeavy(0)).isTrue();
        assertThat(curves.peak(0)).isEqualTo(60, within(2.0));

        for (int k = 0; k < 8; k++) {
            slice(4, 16);
        }
        assertThat(curves.slope(0)).isEqualTo(4, within(0.1));
        assertThat(curves.isHeavy(0)).isFalse();
    }

    private void ramp() {
        for (int load = 3; load <= 30; load++) {
            slice(load / 3, 4 * (load / 3));
        }
    }

    /** Exactly flat: the derivative is 0, and the node heavily loaded. */
    @Test
    void aFlatCurveIsHeavy() {
        for (int load = 10; load <= 14; load++) {
            slice(load, 40);
        }
        assertThat(curves.slope(0)).isZero();
        assertThat(curves.isHeavy(0)).isTrue();
    }

    @Test
    void aNodeIsLightAsLongAsNothingIsKnown() {
        assertThat(curves.isHeavy(0)).isFalse();
        for (int k = 0; k < 10; k++) {
            slice(5, 10);
        }
        assertThat(curves.slope(0)).as("the load has never changed").isNaN();
        assertThat(curves.isHeavy(0)).isFalse();
    }

    /** Load alternates between 0.6 and 0.7, answers between 5 and 4. */
    @Test
    void aNodeWithLessThanOneTaskIsLight() {
        for (int k = 0; k < 20; k++) {
            curves.changed(0, 1, nowNs);
            curves.changed(0, 0, nowNs + S * (6 + k % 2) / 10);
            answers(5 - k % 2);
            nowNs += S;
            curves.endSlice(2, nowNs);
        }
        assertThat(curves.slope(0)).isEqualTo(-10, within(1e-6));
        assertThat(curves.isHeavy(0)).isFalse();
    }

    /** 4 tasks for a quarter of a second are a load of 1; the other node's are its own. */
    @Test
    void loadIsTheMeanOverTime() {
        curves.changed(0, 4, nowNs);
        curves.changed(0, 0, nowNs + S / 4);
        answers(3);
        curves.endSlice(2, nowNs += S);
        curves.changed(0, 3, nowNs);
        answers(7);
        curves.endSlice(2, nowNs += S);

        assertThat(curves.slope(0)).as("far from (1, 3), alone").isNaN();
        for (int k = 0; k < 10; k++) {
            slice(2, 5);
        }
        assertThat(curves.slope(0)).as("from (1, 3) by (2, 5) to (3, 7)").isEqualTo(2, within(1e-9));
        assertThat(curves.slope(1)).isNaN();
    }

    @Test
    void forgetsANode() {
        aFlatCurveIsHeavy();
        curves.forget(0, 0, nowNs);

        assertThat(curves.slope(0)).isNaN();
        assertThat(curves.isHeavy(0)).isFalse();
    }

    private void slice(int load, int answered) {
        curves.changed(0, load, nowNs);
        answers(answered);
        nowNs += S;
        curves.endSlice(2, nowNs);
    }

    private void answers(int count) {
        for (int k = 0; k < count; k++) {
            curves.answered(0);
        }
    }
}
