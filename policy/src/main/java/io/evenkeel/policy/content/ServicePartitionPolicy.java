// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.content;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.InFlightPerWeight;
import java.util.List;

/**
 * Sends requests for a service to the nodes that are for it, and of these to the one with the least to do.
 *
 * <pre>
 * partition   nodes whose services contain the request's service; a node of which nothing is said is for those
 *             requests that no rule fits
 * chosen      = least in flight / (weight * warmShare) in the partition; equals take turns
 * </pre>
 *
 * When no node of the partition is eligible, the request waits in the queue with {@code otherwise: wait}; by default it
 * goes to any other node, as all nodes of a cluster can serve all requests, if more slowly.
 *
 * <p>Fails when the load is not shared as the nodes are: a partition with too much to do stays so while others are
 * idle. Where a service may never reach other nodes, routes to two clusters do the same. Cost: O(n).
 *
 * <p>Source: paper 1, appendix A.1.1, service partitioning, which knows no load; to choose in the partition is ours.
 */
final class ServicePartitionPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "service-partition",
            "Sends requests for a service to the nodes that are for it.",
            "least (in flight / weight) of the nodes that serve the request's service; else of any, or wait",
            "paper 1, appendix A.1.1",
            PolicyType.Needs.HTTP,
            List.of(Parameter.choice(
                    "otherwise",
                    List.of("any", "wait"),
                    "any",
                    "what a request does while no node that is for its service may take it")),
            ServicePartitionPolicy::new);

    private final boolean waits;
    private final InFlightPerWeight load = new InFlightPerWeight();
    private int last = -1;

    private ServicePartitionPolicy(PolicySettings settings) {
        waits = settings.chose("otherwise", 1);
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        int slot = least(task.service(), nodes, task.nowNs());
        if (slot < 0 && !waits) {
            slot = least(-1, nodes, task.nowNs());
        }
        last = slot < 0 ? last : slot;
        return slot < 0 ? HOLD : slot;
    }

    /** The least loaded node for a service, or for any with -1; -1 when there is none. Equals go round. */
    private int least(int service, Nodes nodes, long nowNs) {
        int best = -1;
        double least = 0;
        for (int k = 0; k < nodes.count(); k++) {
            int slot = nodes.at(k);
            if (service < 0 || serves(slot, service, nodes)) {
                double its = load.of(slot, nodes, nowNs);
                boolean nextOfEquals = its == least && best <= last && slot > last;
                if (best < 0 || its < least || nextOfEquals) {
                    best = slot;
                    least = its;
                }
            }
        }
        return best;
    }

    private static boolean serves(int slot, int service, Nodes nodes) {
        long services = nodes.services(slot);
        return services == 0 ? service == 0 : (services >>> service & 1) != 0;
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        return load.of(slot, nodes, task.nowNs());
    }

    @Override
    public String reason(Task task, int slot, Nodes nodes) {
        return serves(slot, task.service(), nodes) ? "" : "is not for the service that is asked for";
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        return serves(slot, task.service(), nodes)
                ? "the least loaded node that is for the service that is asked for"
                : "the least loaded node of all, as no node that is for the service may take it";
    }
}
