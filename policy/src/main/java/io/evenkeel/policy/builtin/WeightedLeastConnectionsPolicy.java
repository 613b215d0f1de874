// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.InFlightPerWeight;
import io.evenkeel.policy.load.SmoothTurns;
import java.util.List;

/**
 * Chooses the node with the fewest active connections for its weight: least {@code inFlight / (weight * warmShare)}.
 *
 * <p>Equals take weighted turns. Most choices on a quiet cluster are between idle nodes, which are all equal at 0;
 * weights count there as well. {@code least-connections} defines an active connection.
 *
 * <p>As good as its weights: with right ones on one dispatcher it is hard to beat, with wrong ones it fills the node
 * that is rated too high. Cost: O(n), two passes.
 *
 * <p>Source: paper 1, section 3.2.3, TAPR-10 (connections as a part of capacity).
 */
final class WeightedLeastConnectionsPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "weighted-least-connections",
            "Chooses the node with the fewest active connections for its weight.",
            "least inFlight / (weight * warmShare); equals take weighted turns",
            "paper 1, section 3.2.3, TAPR-10",
            PolicyType.Needs.NOTHING,
            List.of(),
            settings -> new WeightedLeastConnectionsPolicy(settings.maxNodes()));

    private final InFlightPerWeight load = new InFlightPerWeight();
    private final SmoothTurns turns;

    private WeightedLeastConnectionsPolicy(int maxNodes) {
        turns = new SmoothTurns(maxNodes);
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        long nowNs = task.nowNs();
        int count = nodes.count();
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < count; k++) {
            least = Math.min(least, load.of(nodes.at(k), nodes, nowNs));
        }
        for (int k = 0; k < count; k++) {
            int slot = nodes.at(k);
            if (load.of(slot, nodes, nowNs) <= least) {
                turns.offer(slot, nodes.weight(slot) * nodes.warmShare(slot));
            }
        }
        return turns.take();
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        turns.forget(slot);
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        return load.of(slot, nodes, task.nowNs());
    }
}
