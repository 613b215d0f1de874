// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.InFlightEverywhere;
import io.evenkeel.policy.load.LeastLoad;
import java.util.List;

/**
 * Chooses the node with the fewest active requests of all dispatchers: least
 * {@code (inFlight + othersInFlight) / warmShare}, equals take turns.
 *
 * <p>Without agents the part of other dispatchers is what those tell that are joined, else 0, and the choice is that of
 * {@code least-connections}. With agents
 * it is as old as the last sample, while the own part is exact, so one dispatcher does not send a crowd to one node
 * because of an old sample; many dispatchers may.
 *
 * <p>Blind to capacity; a node that fails at once looks idle. Cost: O(n).
 *
 * <p>Source: paper 4, section 4: its HJ scheme, a count of active requests on each application instance.
 */
final class LeastRequestsPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "least-requests",
            "Chooses the node with the fewest active requests, those of other dispatchers included where known.",
            "least (inFlight + othersInFlight) / warmShare; equals take turns",
            "paper 4, section 4 (HJ)",
            PolicyType.Needs.NOTHING,
            List.of(),
            settings -> new LeastRequestsPolicy());

    private final InFlightEverywhere load = new InFlightEverywhere();
    private final LeastLoad least = new LeastLoad(load);

    @Override
    public int choose(Task task, Nodes nodes) {
        return least.choose(nodes, task.nowNs());
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        return load.of(slot, nodes, task.nowNs());
    }
}
