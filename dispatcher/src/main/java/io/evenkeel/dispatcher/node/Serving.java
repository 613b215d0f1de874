// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.guard.Gate;
import io.evenkeel.dispatcher.node.queue.TaskQueue;
import io.evenkeel.policy.Policy;
import org.jspecify.annotations.Nullable;

/**
 * The way in which waiting tasks of a cluster leave the queue: with a node, or dropped. They hear of it outside the
 * gate, each of one of the two.
 *
 * @param waiting touched inside the gate only
 */
record Serving(Cluster cluster, Gate gate, TaskQueue<PendingTask> waiting) {

    /**
     * Gives nodes to waiting tasks, in the order of the queue's discipline, for as long as there is room; then drops
     * those that waited too long. Should the policy fail, they wait on.
     */
    void run() {
        while (step()) {}
    }

    private boolean step() {
        PendingTask task;
        Node node;
        gate.enter();
        try {
            PendingTask oldest = waiting.oldest();
            if (oldest == null) {
                return false;
            }
            long nowNs = oldest.nowNs();
            task = waiting.next(nowNs);
            node = task == null ? null : choose(task);
            if (node == null) {
                task = waiting.dropped(nowNs);
            } else {
                waiting.served(nowNs);
            }
        } finally {
            gate.exit();
        }
        if (task != null && node != null) {
            task.granted(node);
        } else if (task != null) {
            task.dropped();
        }
        return task != null;
    }

    private @Nullable Node choose(PendingTask task) {
        try {
            int slot = cluster.choose(task);
            return slot == Policy.HOLD ? null : cluster.node(slot);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            EventLog.CLUSTER.error(cluster.name() + ": the policy failed to choose for a waiting task", e);
            return null;
        }
    }
}
