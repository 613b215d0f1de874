// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.SmoothTurns;
import java.util.List;

/**
 * Nodes take turns in proportion to their weights, evenly interleaved: 2:2:1 gives A B C A B, never A A B B C.
 *
 * <p>Each choice, every eligible node earns {@code weight * warmShare}; the richest is chosen and pays what all earned.
 * A cold node so gets a tenth of its turns at first.
 *
 * <p>Fails when the weights are wrong or change with the work: it sees neither queues nor speed. Cost: O(n).
 *
 * <p>Source: paper 1, section 3.2.1, TAPR-03 (its control, with 2:2:1); the interleaving is nginx's.
 */
final class WeightedRoundRobinPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "weighted-round-robin",
            "Nodes take turns in proportion to their weights, evenly interleaved.",
            "earned += weight * warmShare; the richest is chosen and pays the sum",
            "paper 1, section 3.2.1, TAPR-03; smooth order as in nginx",
            PolicyType.Needs.NOTHING,
            List.of(),
            settings -> new WeightedRoundRobinPolicy(settings.maxNodes()));

    private final SmoothTurns turns;

    private WeightedRoundRobinPolicy(int maxNodes) {
        turns = new SmoothTurns(maxNodes);
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        int count = nodes.count();
        for (int k = 0; k < count; k++) {
            int slot = nodes.at(k);
            turns.offer(slot, nodes.weight(slot) * nodes.warmShare(slot));
        }
        return turns.take();
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        turns.forget(slot);
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        return "its turn, in proportion to the weights";
    }
}
