// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueueRuleTest {

    private static final long MS = 1_000_000;

    private final QueueRule rule = new QueueRule(200 * MS, 0);

    private boolean lateAt(long ms, long oldestWaitMs) {
        rule.look(ms * MS, oldestWaitMs * MS);
        return rule.late();
    }

    @Test
    void isInTimeWhileTheOldestIsWithinTheTarget() {
        assertThat(lateAt(100, 200)).isFalse();
        assertThat(rule.longestNs(600 * MS)).isEqualTo(600 * MS);
    }

    @Test
    void isLateWhenTheOldestWaitsLongerAndDropsAtTwiceTheTarget() {
        assertThat(lateAt(99, 201)).as("before the first look is due").isFalse();
        assertThat(lateAt(100, 201)).isTrue();
        assertThat(rule.longestNs(600 * MS)).isEqualTo(400 * MS);
        assertThat(rule.longestNs(300 * MS)).isEqualTo(300 * MS);
    }

    @Test
    void oneThatWasServedInTimeIsEnoughForAnInterval() {
        rule.served(150 * MS, false);
        rule.served(300 * MS, false);
        assertThat(lateAt(100, 350)).isFalse();
        rule.served(300 * MS, false);
        assertThat(lateAt(200, 350)).isTrue();
    }

    @Test
    void recoversAtALookWhenTheOldestIsWithinTheTargetAgain() {
        lateAt(100, 300);
        assertThat(lateAt(199, 10)).as("between two looks").isTrue();
        assertThat(lateAt(200, 10)).isFalse();
    }

    @Test
    void recoversWhenTheLastWasServedOrNobodyIsLeft() {
        lateAt(100, 300);
        rule.served(300 * MS, true);
        assertThat(lateAt(200, 300)).isFalse();
        lateAt(300, 300);
        rule.empty();
        assertThat(rule.late()).isFalse();
    }

    @Test
    void withoutATargetIsNeverLate() {
        QueueRule inOrder = new QueueRule(0, 0);
        inOrder.look(1000 * MS, 900 * MS);
        assertThat(inOrder.late()).isFalse();
        assertThat(inOrder.nextLookNs(0, 600 * MS)).isEqualTo(600 * MS);
    }

    @Test
    void takesAnotherTargetAtWork() {
        lateAt(100, 300);
        rule.target(0);
        assertThat(rule.late()).isFalse();
        rule.target(50 * MS);
        assertThat(lateAt(200, 60)).isTrue();
    }

    @Test
    void asksForALookTenTimesASecondAndWhenTheOldestIsOut() {
        assertThat(rule.nextLookNs(0, 600 * MS)).isEqualTo(100 * MS);
        assertThat(rule.nextLookNs(0, 60 * MS)).isEqualTo(60 * MS);
        assertThat(rule.nextLookNs(150 * MS, 600 * MS))
                .as("a look that is overdue")
                .isEqualTo(150 * MS + 1);
    }
}
