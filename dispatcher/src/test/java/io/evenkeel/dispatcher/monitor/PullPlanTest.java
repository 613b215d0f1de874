// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.AgentSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PullPlanTest {

    private static final long MS = 1_000_000;
    private static final long S = 1_000 * MS;
    private static final long NEVER = Long.MAX_VALUE;
    private static final AgentSettings EVERY_SECOND = AgentSettings.DEFAULTS;

    private final PullPlan plan = new PullPlan(new SplittableRandom(Long.getLong("seed", 1)));

    private long waitNs(long sinceUnaskedNs, long nowNs) {
        return plan.waitNs(EVERY_SECOND, S, sinceUnaskedNs, false, nowNs);
    }

    @Test
    void asksAtOnceAndThenEveryIntervalGiveOrTakeATenth() {
        assertThat(waitNs(NEVER, 5 * S)).isZero();
        List<Long> waits = new ArrayList<>();
        for (int k = 0; k < 200; k++) {
            plan.asked(5 * S);
            plan.answered();
            waits.add(waitNs(NEVER, 5 * S));
        }
        assertThat(waits).allMatch(wait -> wait >= 900 * MS && wait <= 1100 * MS);
        assertThat(waits.stream().distinct().count()).isGreaterThan(100);
    }

    @Test
    void asksSoonerWhileThereIsHaste() {
        plan.asked(5 * S);
        plan.answered();
        assertThat(plan.waitNs(EVERY_SECOND, 100 * MS, NEVER, false, 5 * S)).isBetween(90 * MS, 110 * MS);
        assertThat(plan.waitNs(EVERY_SECOND, 100 * MS, 20 * MS, false, 5 * S + 200 * MS))
                .as("a sample came unasked 20 ms ago")
                .isBetween(70 * MS, 90 * MS);
    }

    @Test
    void pausesWhileSamplesComeUnaskedButNotForEver() {
        plan.asked(0);
        plan.answered();
        long asked = 0;
        for (long now = 0; now <= 9 * S; now += 100 * MS) {
            assertThat(waitNs(50 * MS, now)).as("at %s", now).isPositive();
        }
        for (long now = 9 * S; asked == 0; now += 100 * MS) {
            asked = waitNs(50 * MS, now) == 0 ? now : 0;
        }
        assertThat(asked).isEqualTo(10 * S);
    }

    @Test
    void asksOnceUnaskedSamplesStop() {
        plan.asked(0);
        plan.answered();
        assertThat(waitNs(0, 5 * S)).isBetween(900 * MS, 1100 * MS);
        assertThat(waitNs(1100 * MS, 5 * S)).isZero();
    }

    @Test
    void waitsLongerAfterEachFailureUpToTheRetryTime() {
        long now = 0;
        List<Long> waitsMs = new ArrayList<>();
        for (int k = 0; k < 12; k++) {
            plan.asked(now);
            plan.failed(now);
            long wait = waitNs(NEVER, now);
            waitsMs.add(wait / MS);
            now += wait;
        }
        long[] nominal = {500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000, 60_000};
        for (int k = 0; k < nominal.length; k++) {
            assertThat(waitsMs.get(k))
                    .as("after failure %s", k + 1)
                    .isBetween(nominal[k] * 9 / 10, nominal[k] * 11 / 10);
        }
    }

    @Test
    void aNodeThatShowsLifeIsNotLeftAloneForAMinute() {
        for (int k = 0; k < 10; k++) {
            plan.asked(0);
            plan.failed(0);
        }
        assertThat(plan.waitNs(EVERY_SECOND, S, NEVER, true, 0)).isBetween(4500 * MS, 5500 * MS);
    }

    @Test
    void aPauseOfThreeSecondsCostsNoMinute() {
        long now = 0;
        while (now < 3 * S) {
            plan.asked(now);
            plan.failed(now + 500 * MS);
            now += 500 * MS + waitNs(NEVER, now + 500 * MS);
        }
        assertThat(now).isLessThan(6 * S);
    }

    @Test
    void anUnaskedSampleEndsTheRowOfFailures() {
        for (int k = 0; k < 10; k++) {
            plan.asked(0);
            plan.failed(0);
        }
        assertThat(plan.failing()).isTrue();
        assertThat(waitNs(S / 2, S)).isLessThanOrEqualTo(600 * MS);
        assertThat(plan.failing()).isFalse();
    }
}
