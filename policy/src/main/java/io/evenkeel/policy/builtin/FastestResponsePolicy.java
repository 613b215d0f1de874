// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.LeastLoad;
import io.evenkeel.policy.load.RecentMean;
import java.util.List;

/**
 * Chooses the node whose tasks took the least time on average over the last window: least
 * {@code mean(elapsed) / warmShare}.
 *
 * <p>A node where nothing ended within the window is tried with one task at a time, so no node is starved forever by
 * one slow start: each gets at least one task a window. Equals take turns.
 *
 * <p>It herds. The mean is of tasks that have ended, so everything goes to the node that was fastest, until the
 * tasks piled up there end slowly; then everything goes to the next. Paper 1 found it last of twelve (table 15). It is
 * here to be compared with. Cost: O(n).
 *
 * <p>Source: paper 1, section 3.2.3, TAPR-08, where the window is one second.
 */
final class FastestResponsePolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "fastest-response",
            "Chooses the node that was fastest over the last window; herds, kept for comparison.",
            "least mean(elapsed over the window) / warmShare; nodes without an answer in the window get one task at a time",
            "paper 1, section 3.2.3, TAPR-08",
            PolicyType.Needs.NOTHING,
            List.of(new Parameter(
                    "window", Parameter.Kind.DURATION, 0.01, 3600, 1, "how far back finished tasks count")),
            FastestResponsePolicy::new);

    private final RecentMean load;
    private final LeastLoad least;

    private FastestResponsePolicy(PolicySettings settings) {
        load = new RecentMean(settings.maxNodes(), Math.round(settings.option("window") * 1e9));
        least = new LeastLoad(load);
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        return least.choose(nodes, task.nowNs());
    }

    @Override
    public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
        load.onFinish(task, slot, outcome, elapsedNs);
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        load.onJoin(slot);
    }

    @Override
    public boolean inherits(Policy before) {
        if (before instanceof FastestResponsePolicy other) {
            load.inherit(other.load);
            return true;
        }
        return false;
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        return load.of(slot, nodes, task.nowNs());
    }
}
