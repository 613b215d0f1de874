// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

/** The request or connection behind a task: hears of the task's way through the queue, on its own loop. */
public interface TaskOwner {

    /**
     * The task has waited and now has a node, {@link Attempts#assigned}. The owner may not need it any more; then it
     * calls {@link Attempts#finish}.
     */
    void granted(long nowNs);

    /** The task has waited too long for a queue that is late, and has left it without a node. */
    void dropped();

    /** {@link io.evenkeel.policy.Task#requestClass}. Any thread, inside the cluster's gate. */
    default int requestClass() {
        return 0;
    }

    /** {@link io.evenkeel.policy.Task#service}. Any thread, inside the cluster's gate. */
    default int service() {
        return 0;
    }
}
