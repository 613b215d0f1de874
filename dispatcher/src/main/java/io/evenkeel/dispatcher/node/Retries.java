// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.overload.RetryBudget;
import org.jspecify.annotations.Nullable;

/** Further attempts of a cluster's tasks, and the budget they count against. Inside the cluster's gate. */
final class Retries {

    private final Placement placement;
    private final RetryBudget budget;
    private long total;
    private Evidence left = Evidence.NONE;

    Retries(Placement placement, double budgetShare, long nowNs) {
        this.placement = placement;
        this.budget = new RetryBudget(budgetShare, nowNs);
    }

    /** A task came for the first time. */
    void came(long nowNs) {
        budget.deposit(nowNs);
    }

    void share(double newShare) {
        budget.share(newShare);
    }

    /** Retries that were made. */
    long total() {
        return total;
    }

    /** The evidence of the last {@link #reassign} about the node that the task was taken from. */
    Evidence left() {
        return left;
    }

    /**
     * Gives a retry a node where it was not tried.
     *
     * @param from the node that the task is taken from once it has another one; null when it has none any more
     * @param elapsedNs on {@code from}
     * @return a slot, already counted in flight, or {@link Assignment#NO_OTHER} or {@link Assignment#NO_BUDGET}, and
     * then nothing has changed
     */
    int reassign(PendingTask task, @Nullable Node from, Outcome outcome, long elapsedNs) {
        left = Evidence.NONE;
        if (!placement.mayGo(task)) {
            return Assignment.NO_OTHER;
        }
        if (!budget.allows(task.nowNs())) {
            return Assignment.NO_BUDGET;
        }
        int before = task.memo();
        task.memo(0);
        int slot = placement.pick(task);
        int memo = task.memo();
        task.memo(before);
        if (slot < 0) {
            return Assignment.NO_OTHER;
        }
        if (from != null) {
            left = placement.end(task, from, outcome, elapsedNs, false);
        }
        task.memo(memo);
        placement.begin(task, slot);
        budget.withdraw();
        total++;
        return slot;
    }
}
