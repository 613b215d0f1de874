// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.InFlight;
import io.evenkeel.policy.load.LeastLoad;
import java.util.List;

/**
 * Chooses the node with the fewest active connections of this dispatcher and those joined with it: least
 * {@code (inFlight + tunnels + peersInFlight) / warmShare}, equals take turns.
 *
 * <p>A connection is active while it carries a task: for TCP, and where whole client connections are assigned, from
 * connect to close; for HTTP requests while one is in flight, and what became a tunnel by a 101 until it ends. Idle
 * pooled connections do not count: they are not work, and a node that happens to have none would draw every request
 * until it had as many as the others.
 *
 * <p>Blind to capacity (a slow node gets as many as a fast one, only not more) and to dispatchers that are not
 * joined; a node that fails at once always looks idle. Cost: O(n).
 *
 * <p>Source: paper 1, section 3.2.3, TAPR-09 (active connections); paper 2, chapter 7.
 */
final class LeastConnectionsPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "least-connections",
            "Chooses the node with the fewest active connections.",
            "least (inFlight + tunnels) / warmShare; equals take turns",
            "paper 1, section 3.2.3, TAPR-09",
            PolicyType.Needs.NOTHING,
            List.of(),
            settings -> new LeastConnectionsPolicy());

    private final InFlight load = new InFlight();
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
