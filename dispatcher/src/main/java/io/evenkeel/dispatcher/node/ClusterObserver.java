// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.columns.NodeArrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hears of everything that changes what a policy of a cluster could read, in the order in which it happens.
 *
 * <p>Every call comes inside the cluster's gate, so it must note what it hears and return: no waiting, no policy, no
 * log.
 */
public interface ClusterObserver {

    /**
     * The members, and all that policies read of them. It is a copy, and belongs to the receiver.
     *
     * @param nodes the member in each slot that was ever used; null where there is none
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Members(@Nullable Node[] nodes, NodeArrays columns) {}

    /** The state as it is now. What was heard before may have gaps. */
    void begins(Members members);

    /** Members joined or left, or their states, weights or limits changed. */
    void changed(Members members);

    /**
     * A task was given to a node, which does not count it yet.
     *
     * @param home true when the node is the home of the task, where a policy is asked only if it decides about homes
     * @param recorded makes the whole decision for people, outside the gate; null when this one is not recorded
     */
    void chose(PendingTask task, int slot, boolean home, long nowNs, @Nullable Supplier<RecordedChoice> recorded);

    /**
     * A task became a tunnel.
     *
     * @param tunnels the node's tunnels now
     */
    void tunnelled(PendingTask task, int slot, long elapsedNs, long nowNs, int tunnels);

    /**
     * A task ended on a node.
     *
     * @param inFlight the node's tasks in flight after it, tunnels included
     * @param tunnels the tunnels among those
     * @param limit its limit from now on
     */
    void finished(
            PendingTask task,
            int slot,
            Outcome outcome,
            long elapsedNs,
            long nowNs,
            int inFlight,
            int tunnels,
            int limit);

    /** A connection to a node was opened or closed. */
    void connections(int slot, int connections);

    /** The tasks that joined dispatchers have in a node have changed. */
    default void peers(int slot, int inFlight) {}

    /**
     * The load by time slices that joined dispatchers tell of a node has changed; the figures of {@link
     * io.evenkeel.policy.SliceFigure}.
     */
    default void peersBySlice(int slot, double came, double expected, double running, double ended) {}

    /**
     * A sample of a node came, or it has none any more.
     *
     * @param row a copy of its figures; empty when it has none any more
     * @param others tasks in the node that are not of this dispatcher
     */
    void sampled(int slot, double[] row, long takenNs, int others, long nowNs);
}
