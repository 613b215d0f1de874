// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.Rotation;
import java.util.List;

/**
 * Nodes take turns: A B C A B C.
 *
 * <p>One exact circle in slot order. A node that is filtered out for a choice loses its turn and no other node's turn
 * moves. Weights and slow start do not bend it; {@code weighted-round-robin} does that.
 *
 * <p>Fails when nodes or tasks are unequal: the slowest node fills up first, and turns keep coming. Cost: O(log n).
 *
 * <p>Source: paper 1, section 3.2.1, TAPR-02.
 */
final class RoundRobinPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "round-robin",
            "Nodes take turns in a fixed circle.",
            "next eligible node after the one chosen last",
            "paper 1, section 3.2.1, TAPR-02",
            PolicyType.Needs.NOTHING,
            List.of(),
            settings -> new RoundRobinPolicy());

    private final Rotation circle = new Rotation();

    @Override
    public int choose(Task task, Nodes nodes) {
        return circle.next(nodes);
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        return "its turn in the circle";
    }
}
