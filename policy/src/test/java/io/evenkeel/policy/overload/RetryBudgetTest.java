// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RetryBudgetTest {

    private static final long S = 1_000_000_000L;

    private static int spend(RetryBudget budget, long nowNs) {
        int made = 0;
        while (made < 1_000_000 && budget.allows(nowNs)) {
            budget.withdraw();
            made++;
        }
        return made;
    }

    private static void deposit(RetryBudget budget, int tasks, long nowNs) {
        for (int i = 0; i < tasks; i++) {
            budget.deposit(nowNs);
        }
    }

    @Test
    void allowsTheShareOfRecentTasksAndTheReserve() {
        RetryBudget budget = new RetryBudget(0.2, 0);
        deposit(budget, 1000, S / 2);
        assertThat(spend(budget, S / 2)).isEqualTo(200 + 10);
    }

    @Test
    void allowsTenASecondOnAQuietCluster() {
        RetryBudget budget = new RetryBudget(0.2, 0);
        assertThat(spend(budget, 0)).isEqualTo(10);
        assertThat(spend(budget, S / 2)).isEqualTo(5);
        assertThat(spend(budget, S / 2)).isZero();
    }

    @Test
    void forgetsTasksAfterTenSeconds() {
        RetryBudget budget = new RetryBudget(0.2, 0);
        deposit(budget, 1000, S / 2);
        assertThat(spend(budget, 11 * S)).isEqualTo(10);
    }

    @Test
    void doesNotSaveUpAQuietHour() {
        RetryBudget budget = new RetryBudget(0.2, 0);
        for (int second = 0; second < 3600; second++) {
            deposit(budget, 100, second * S);
        }
        int allowed = spend(budget, 3600 * S);
        assertThat(allowed)
                .as("retries at once after an hour of 100 tasks a second")
                .isBetween(180 + 10, 200 + 10);
    }

    @Test
    void countsTasksThatCameJustBeforeTheFirstRetry() {
        RetryBudget budget = new RetryBudget(0.2, 0);
        deposit(budget, 500, 3600 * S);
        assertThat(spend(budget, 3600 * S)).isEqualTo(100 + 10);
    }

    @Test
    void survivesTimeThatStepsBack() {
        RetryBudget budget = new RetryBudget(0.2, 5 * S);
        deposit(budget, 100, 5 * S);
        deposit(budget, 100, 5 * S - 1000);
        assertThat(spend(budget, 5 * S - 2000)).isEqualTo(40 + 10);
    }

    @Test
    void followsANewShare() {
        RetryBudget budget = new RetryBudget(0.2, 0);
        deposit(budget, 100, 0);
        budget.share(0);
        assertThat(spend(budget, 0)).isEqualTo(10);
    }
}
