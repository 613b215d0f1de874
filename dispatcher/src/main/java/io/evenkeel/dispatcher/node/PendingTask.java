// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.dispatcher.node.application.Application;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.columns.TriedSlots;
import org.jspecify.annotations.Nullable;

/**
 * A task as the cluster sees it: the policy's view, plus what the cluster needs while the task waits.
 *
 * <p>An exchange or a TCP connection is one; the object is used again and again by its owner.
 */
public interface PendingTask extends Task, TriedSlots {

    /**
     * The {@link Node#key} of the node that the task belongs to, because its session is there; 0 for none. It takes the
     * task while it can; the policy is asked only if it decides about homes. Does not change while the task waits.
     */
    default long home() {
        return 0;
    }

    /** The {@link Node#key} of a node that has a copy of the session, for when the home is gone; 0 for none. */
    default long replica() {
        return 0;
    }

    /**
     * True when no other node than its {@link #home} may take the task, as long as that is a member: then it waits for
     * the home, or is refused. Else the policy chooses a node when the home cannot take the task.
     */
    default boolean onlyHome() {
        return false;
    }

    /**
     * True once the node has answered the task with a 101 and {@link Cluster#tunnelled} was told, or {@link
     * Cluster#countDirect}.
     */
    default boolean isTunnel() {
        return false;
    }

    /** The number of the class in whose line the task waits; 0 when no class fits. Does not change while it waits. */
    default int queueClass() {
        return 0;
    }

    /** The trace that the task belongs to; null for none. Does not change while the task waits. */
    default @Nullable TaskTrace trace() {
        return null;
    }

    /** The time when the task asked for a node, on its loop's clock. */
    default long askedNs() {
        return nowNs();
    }

    /** True when the task belongs to no session that is known, in a cluster whose clients are tied to nodes. */
    default boolean beginsSession() {
        return false;
    }

    /** The time since the last request of the task's session; below 0 when it is not known. */
    default long idleNs() {
        return -1;
    }

    /**
     * The application that the task is for, whose nodes alone may take it; null in a cluster whose nodes announce none.
     * Does not change while the task is the cluster's.
     */
    default @Nullable Application application() {
        return null;
    }

    /** The era of the policy under which the task began on its node. */
    int era();

    /** Sets {@link #era}; of the cluster, inside its gate. */
    void era(int number);

    /**
     * The task waited in the queue and now has a node, already counted in flight there.
     *
     * <p>Called from any thread, outside the cluster's gate; the owner hops to its own thread.
     */
    void granted(Node node);

    /**
     * The task waited in the queue and is not there any more, because it has waited too long for a queue that is late,
     * or because the only node that may take it has left the cluster.
     *
     * <p>Called as {@link #granted} is; a task hears of one of the two at most.
     */
    void dropped();

    /** The trace that a task belongs to, as its cluster sees it. Inside the cluster's gate. */
    interface TaskTrace {

        /** The trace's identifier, 32 digits. Allocates; asked for when a choice is recorded. */
        String id();

        /** True when the task's trace is recorded, so that it wants to know why a node was chosen. */
        boolean recorded();

        /** Tells why a node was chosen. */
        void chosen(Decision decision);
    }
}
