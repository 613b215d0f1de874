// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.content;

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
 * Sends requests for the same host and path always to the same node, so that each node caches its part of the content:
 * rendezvous hashing with bounded load.
 *
 * <p>{@link Rendezvous} has the rule. The query is not part of the hash. Requests without a known path take turns.
 *
 * <p>Fails where nothing is cached: it then is a random choice by path, and load follows the most wanted paths up to
 * the bound, however slow their node is. A path that is wanted more than one node can serve spills over to a second one
 * only while the bound is exceeded. Cost: O(n), two passes; with unequal weights a logarithm for each node.
 *
 * <p>Source: paper 1, appendix A.1.1, URL hash, which knows no load and may saturate a server; the bound is ours.
 */
final class UriHashPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "uri-hash",
            "Keeps each path on one node, for its cache, within a bound on load.",
            "greatest ln(hash(host and path, node)) / weight among nodes with inFlight < factor * mean + slack",
            "paper 1, appendix A.1.1; rendezvous hashing, bounded load",
            PolicyType.Needs.HTTP,
            List.of(
                    new Parameter(
                            "factor",
                            Parameter.Kind.NUMBER,
                            1,
                            1000,
                            1.25,
                            "how many times the mean number of tasks a node may have before paths spill over"),
                    new Parameter(
                            "slack",
                            Parameter.Kind.NUMBER,
                            1,
                            1e6,
                            8,
                            "tasks on top of that, so that a path is not split while nodes have little to do")),
            UriHashPolicy::new);

    private final Rendezvous hash;
    private final Rotation circle = new Rotation();

    private UriHashPolicy(PolicySettings settings) {
        hash = new Rendezvous(settings.option("factor"), settings.option("slack"));
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        return task.contentKey() == 0 ? circle.next(nodes) : hash.choose(task.contentKey(), nodes);
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        if (task.contentKey() == 0) {
            return "its turn, as the path is not known";
        }
        return hash.isFirst(task.contentKey(), slot, nodes)
                ? "the path belongs to this node"
                : "the path's own node has as many tasks as the bound allows, and this one is its next";
    }
}
