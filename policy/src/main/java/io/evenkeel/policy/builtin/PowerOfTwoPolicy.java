// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.TwoChoices;
import io.evenkeel.policy.load.WithOneMore;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Draws two nodes and chooses the less loaded: lesser {@code (inFlight + 1) / (weight * warmShare)}.
 *
 * <p>Nearly as even as asking every node, at constant cost, and many dispatchers do not herd because they draw
 * different pairs. With few nodes it often misses the best one (with three, one time in three); it sees no speed beyond
 * the weights. Cost: O(1).
 *
 * <p>Source: M. Mitzenmacher, TPDS 12(10), 2001; weights as in Envoy's least-request balancer.
 */
final class PowerOfTwoPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "power-of-two",
            "Draws two nodes at random and chooses the less loaded.",
            "lesser (inFlight + 1) / (weight * warmShare) of two",
            "Mitzenmacher, The power of two choices, TPDS 2001",
            PolicyType.Needs.NOTHING,
            List.of(),
            settings -> new PowerOfTwoPolicy(settings.random()));

    private final WithOneMore load = new WithOneMore();
    private final TwoChoices two;

    private PowerOfTwoPolicy(RandomGenerator random) {
        two = new TwoChoices(load, random);
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        return two.choose(nodes, task.nowNs());
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        return load.of(slot, nodes, task.nowNs());
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        return nodes.count() == 1 ? "the only node that may take it" : "the less loaded of two randomly drawn nodes";
    }
}
