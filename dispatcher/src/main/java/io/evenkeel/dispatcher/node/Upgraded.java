// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.dispatcher.node.guard.GuardedPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A task that holds no worker of its node any more: the node answered it with a 101, or its client goes there by
 * itself.
 *
 * @param elapsedNs from assignment to that moment
 */
record Upgraded(PendingTask task, Node node, long elapsedNs) {

    /** Inside the gate: counts it as a tunnel that its node has made; evidence when the node is on probation. */
    Evidence prove(NodeColumns columns, GuardedPolicy policy, @Nullable ClusterObserver observer) {
        count(columns, policy, observer);
        return columns.proved(node);
    }

    /** Inside the gate: counts it as a tunnel whose client goes to the node by itself. */
    int countDirect(NodeColumns columns, GuardedPolicy policy, @Nullable ClusterObserver observer) {
        columns.direct[node.slot()]++;
        return count(columns, policy, observer);
    }

    private int count(NodeColumns columns, GuardedPolicy policy, @Nullable ClusterObserver observer) {
        int slot = node.slot();
        columns.arrays.now(task.nowNs());
        int tunnels = columns.arrays.tunnel(slot);
        if (policy.hears(task.era())) {
            policy.onTunnel(task, slot, elapsedNs, columns.arrays);
        }
        if (observer != null) {
            observer.tunnelled(task, slot, elapsedNs, task.nowNs(), tunnels);
        }
        return tunnels;
    }
}
