// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A node that always has as many tasks as it may, and shares its processors among them. */
class LearnedLimitsTest {

    private static final double NS_PER_MS = 1e6;

    private final LearnedLimits limits = new LearnedLimits(2);
    private final SplittableRandom random = new SplittableRandom(Long.getLong("seed", 1));
    private double cores = 16;
    private double workMs = 10;

    /** The time of an answer with so many tasks in flight, between half and one and a half times the mean. */
    private long elapsedNs(int inFlight) {
        double meanMs = workMs * Math.max(1, inFlight / cores);
        return Math.round(meanMs * (0.5 + random.nextDouble()) * NS_PER_MS);
    }

    private int full(int answers) {
        for (int i = 0; i < answers; i++) {
            int inFlight = limits.limit(0);
            limits.ended(0, true, elapsedNs(inFlight), inFlight);
        }
        return limits.limit(0);
    }

    @Test
    void findsWhatTheNodeCanDo() {
        assertThat(full(20_000)).isBetween(20, 50);
    }

    @Test
    void aNodeThatSlowsDownGetsLessAndGetsItBack() {
        int before = full(20_000);
        cores = 4;
        int slow = full(20_000);
        assertThat(slow).isLessThan(before / 2).isBetween(4, 16);
        cores = 16;
        assertThat(full(20_000)).isGreaterThan(20);
    }

    /** Every answer is more work, and nothing waits: fewer tasks at a time would only waste processors. */
    @Test
    void answersThatAreMoreWorkDoNotKeepTheLimitLow() {
        full(20_000);
        workMs = 80;
        assertThat(full(40_000)).isGreaterThan(16);
    }

    @Test
    void aLimitThatIsNotUsedDoesNotGrow() {
        for (int i = 0; i < 10_000; i++) {
            limits.ended(0, true, elapsedNs(3), 3);
        }
        assertThat(limits.limit(0)).isEqualTo(LearnedLimits.FIRST);
    }

    @Test
    void failuresThatComeFastEarnNothing() {
        int before = full(20_000);
        for (int i = 0; i < 2_000; i++) {
            limits.ended(0, false, 1_000, limits.limit(0));
        }
        assertThat(limits.limit(0)).isLessThan(before);
    }

    @Test
    void nodesAreLearnedApartAndForgotten() {
        full(20_000);
        assertThat(limits.limit(1)).isEqualTo(LearnedLimits.FIRST);
        limits.forget(0);
        assertThat(limits.limit(0)).isEqualTo(LearnedLimits.FIRST);
        assertThat(limits.baseNs(0)).isZero();
    }
}
