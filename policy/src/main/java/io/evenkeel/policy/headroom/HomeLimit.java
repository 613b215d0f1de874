// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.headroom;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Task;

/**
 * The rule for sessions whose node takes no further work: they stay while its score is at most four times the best. A
 * session that leaves is lost unless it is replicated, so a node that merely does worse than an idle one keeps its own.
 */
public final class HomeLimit {

    private static final double WORST = 4.0;

    private HomeLimit() {}

    /**
     * True when a task stays at its home: it has one, and no node that may take the task has less than a quarter of the
     * home's score. No allocation.
     */
    public static boolean keeps(Policy policy, Task task, Nodes nodes) {
        int home = nodes.home();
        if (home < 0) {
            return false;
        }
        double limit = policy.score(task, home, nodes) / WORST;
        for (int k = 0; k < nodes.count(); k++) {
            if (policy.score(task, nodes.at(k), nodes) < limit) {
                return false;
            }
        }
        return true;
    }
}
