// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.dispatcher.node.guard.GuardedPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A task that its node answered with a 101.
 *
 * @param elapsedNs from assignment to the 101
 */
record Upgraded(PendingTask task, Node node, long elapsedNs) {

    /** Inside the gate: counts it as a tunnel; evidence when the node is on probation. */
    Evidence count(NodeColumns columns, GuardedPolicy policy, @Nullable ClusterObserver observer) {
        int slot = node.slot();
        columns.arrays.now(task.nowNs());
        int tunnels = columns.arrays.tunnel(slot);
        if (policy.hears(task.era())) {
            policy.onTunnel(task, slot, elapsedNs, columns.arrays);
        }
        if (observer != null) {
            observer.tunnelled(task, slot, elapsedNs, task.nowNs(), tunnels);
        }
        return columns.proved(node);
    }
}
