// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Draws a node at random in proportion to its weight: {@code P(node) = weight * warmShare / sum}.
 *
 * <p>Knows nothing and needs nothing, so it cannot be wrong for long; but at high load some node always has a longer
 * queue than it needs, because draws come in runs. Cost: O(n), two passes.
 *
 * <p>Source: paper 1, section 3.2.1, TAPR-01 (1/N without weights).
 */
final class RandomPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "random",
            "Draws a node at random, in proportion to the weights.",
            "P(node) = weight * warmShare / sum over eligible nodes",
            "paper 1, section 3.2.1, TAPR-01",
            PolicyType.Needs.NOTHING,
            List.of(),
            settings -> new RandomPolicy(settings.random()));

    private final RandomGenerator random;

    private RandomPolicy(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        int count = nodes.count();
        double total = 0;
        for (int k = 0; k < count; k++) {
            total += share(nodes.at(k), nodes);
        }
        double left = random.nextDouble() * total;
        for (int k = 0; k < count - 1; k++) {
            left -= share(nodes.at(k), nodes);
            if (left < 0) {
                return nodes.at(k);
            }
        }
        return nodes.at(count - 1);
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        return "drawn at random, in proportion to the weights";
    }

    private static double share(int slot, Nodes nodes) {
        return nodes.weight(slot) * nodes.warmShare(slot);
    }
}
