// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.Rendezvous;
import io.evenkeel.policy.load.Rotation;
import java.util.List;

/**
 * Sends a client's address always to the same node: rendezvous hashing with bounded load.
 *
 * <p>{@link Rendezvous} has the rule. The slack keeps the handful of connections of one browser together on an idle
 * cluster. Clients without a known address take turns.
 *
 * <p>Fails with few clients or many behind one address: load follows the addresses up to the bound. Cost: O(n), two
 * passes; with unequal weights a logarithm for each node.
 *
 * <p>Source: paper 1, section 3.2.2, which hashes modulo N and so moves nearly every client when N changes.
 */
final class SourceHashPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "source-hash",
            "Keeps each client address on one node, within a bound on load.",
            "greatest ln(hash(client, node)) / weight among nodes with inFlight < factor * mean + slack",
            "paper 1, section 3.2.2; rendezvous hashing, bounded load",
            PolicyType.Needs.NOTHING,
            List.of(
                    new Parameter(
                            "factor",
                            Parameter.Kind.NUMBER,
                            1,
                            1000,
                            1.25,
                            "how many times the mean number of tasks a node may have before clients spill over"),
                    new Parameter(
                            "slack",
                            Parameter.Kind.NUMBER,
                            1,
                            1e6,
                            8,
                            "tasks on top of that, so that one client alone is not split")),
            SourceHashPolicy::new);

    private final Rendezvous hash;
    private final Rotation circle = new Rotation();

    private SourceHashPolicy(PolicySettings settings) {
        hash = new Rendezvous(settings.option("factor"), settings.option("slack"));
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        return task.clientKey() == 0 ? circle.next(nodes) : hash.choose(task.clientKey(), nodes);
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        if (task.clientKey() == 0) {
            return "its turn, as the client's address is not known";
        }
        return hash.isFirst(task.clientKey(), slot, nodes)
                ? "the client's address belongs to this node"
                : "the client's own node has as many tasks as the bound allows, and this one is its next";
    }
}
