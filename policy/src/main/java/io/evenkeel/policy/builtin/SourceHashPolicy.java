// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.Rotation;
import java.util.List;

/**
 * Sends a client's address always to the same node: rendezvous hashing with bounded load.
 *
 * <pre>
 * u      = hash(clientKey, node key), uniform in (0, 1)
 * chosen = greatest ln(u) / (weight * warmShare)      of the nodes within the bound
 * bound  = factor * mean in flight + slack
 * </pre>
 *
 * Only the clients of a node move when it goes. They return when it comes back, a tenth of them at first while it is
 * cold. The node key is a hash of its name, so every dispatcher and every restart maps alike. A node over the bound
 * passes on what exceeds it, to the same second choice for a client. The slack keeps the handful of connections of one
 * browser together on an idle cluster. Clients without a known address take turns.
 *
 * <p>Fails with few clients or many behind one address: load follows the addresses up to the bound. Cost: O(n), two
 * passes; with unequal weights a logarithm for each node.
 *
 * <p>Source: paper 1, section 3.2.2, which hashes modulo N and so moves nearly every client when N changes; D. Thaler
 * and C. Ravishankar, "Using name-based mappings to increase hit rates", ToN 6(1), 1998; V. Mirrokni et al.,
 * "Consistent hashing with bounded loads", SODA 2018.
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

    private static final double TO_UNIT = 0x1.0p-53;

    private final double factor;
    private final double slack;
    private final Rotation circle = new Rotation();

    private SourceHashPolicy(PolicySettings settings) {
        factor = settings.option("factor");
        slack = settings.option("slack");
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        if (task.clientKey() == 0) {
            return circle.next(nodes);
        }
        int count = nodes.count();
        long inFlight = 0;
        boolean equal = true;
        double share = share(nodes.at(0), nodes);
        for (int k = 0; k < count; k++) {
            int slot = nodes.at(k);
            inFlight += nodes.inFlight(slot);
            equal &= share(slot, nodes) == share;
        }
        double bound = factor * inFlight / count + slack;
        int best = -1;
        double most = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < count; k++) {
            int slot = nodes.at(k);
            if (nodes.inFlight(slot) < bound) {
                double u = uniform(task.clientKey(), nodes.key(slot));
                double rank = equal ? u : StrictMath.log(u) / share(slot, nodes);
                if (rank > most) {
                    most = rank;
                    best = slot;
                }
            }
        }
        return best;
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        if (task.clientKey() == 0) {
            return "its turn, as the client's address is not known";
        }
        return rank(task, slot, nodes) >= most(task, nodes)
                ? "the client's address belongs to this node"
                : "the client's own node has as many tasks as the bound allows, and this one is its next";
    }

    private static double most(Task task, Nodes nodes) {
        double most = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < nodes.count(); k++) {
            most = Math.max(most, rank(task, nodes.at(k), nodes));
        }
        return most;
    }

    private static double rank(Task task, int slot, Nodes nodes) {
        return StrictMath.log(uniform(task.clientKey(), nodes.key(slot))) / share(slot, nodes);
    }

    private static double share(int slot, Nodes nodes) {
        return nodes.weight(slot) * nodes.warmShare(slot);
    }

    /** Mixes two keys to a number in (0, 1): the finisher of SplitMix64 over both. */
    private static double uniform(long client, long node) {
        long z = client * 0x9E3779B97F4A7C15L + node;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return (((z ^ (z >>> 31)) >>> 11) + 0.5) * TO_UNIT;
    }
}
