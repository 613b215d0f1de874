// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.reported.Reported;
import io.evenkeel.policy.reported.ReportedTurns;
import java.util.List;

/**
 * Nodes take turns in proportion to the CPU they have left: weight {@code max(0.05, 1 - CPU_SHARE)}, evenly
 * interleaved.
 *
 * <p>The administrator's weight and slow start are factors on top of it. The least weight keeps a few tasks coming to a
 * node that is full, so that it is seen when it is not. A sample is fresh for two periods, then drifts to the mean of
 * the others, and after five counts as none; a node without a figure has no turn while any node has one
 * ({@link Reported}). Turns do not pile up on one node, so nothing is added for what was sent since the sample.
 *
 * <p>Fails as every rule that gives more to the idle without asking how big they are: a small idle node gets as much as
 * a big one, and next period it is the other way round. Cost: O(n).
 *
 * <p>Source: paper 1, section 3.2.3, dynamic WRR (a weight in proportion to the load reported) and TAPR-06; the paper
 * leaves the proportion open.
 */
final class DynamicWeightedRoundRobinPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "dynamic-weighted-round-robin",
            "Nodes take turns in proportion to the CPU they have left.",
            "turns in proportion to (1 - CPU_SHARE) * weight * warmShare, 1 - CPU_SHARE at least 0.05",
            "paper 1, section 3.2.3, TAPR-06",
            PolicyType.Needs.AGENT,
            List.of(Reported.PERIOD),
            DynamicWeightedRoundRobinPolicy::new);

    private static final double LEAST_WEIGHT = 0.05;

    private final Reported left;
    private final ReportedTurns turns;

    private DynamicWeightedRoundRobinPolicy(PolicySettings settings) {
        left = Reported.plain(settings);
        turns = new ReportedTurns(settings.maxNodes(), left);
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        return turns.choose(nodes, true, task.nowNs());
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        left.forget(slot);
        turns.forget(slot);
    }

    @Override
    public void onLeave(int slot, Nodes nodes, long nowNs) {
        left.forget(slot);
    }

    @Override
    public void onSample(int slot, Nodes nodes, long nowNs) {
        double cpu = Reported.orElse(nodes.sample(slot, Sample.CPU_SHARE), Double.NaN);
        left.read(slot, Math.max(LEAST_WEIGHT, 1 - cpu), Double.NaN, nodes, nowNs);
    }

    @Override
    public String reason(Task task, int slot, Nodes nodes) {
        String doubt = left.doubt(slot, task.nowNs());
        return doubt.isEmpty() ? "turns for " + Math.round(100 * left.aged(slot, task.nowNs())) + " % CPU left" : doubt;
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        return "its turn, in proportion to the CPU that nodes have left";
    }
}
