// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.policy.Outcome;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hears of everything that changes what a policy of a cluster could read, in the order in which it happens.
 *
 * <p>Every call comes inside the cluster's gate, so it must note what it hears and return: no waiting, no policy, no
 * log.
 */
public interface Onlooker {

    /**
     * The members, and what policies read of them but samples. It is a copy that nobody changes.
     *
     * @param warmNs over which a node is warmed up; 0 for not at all
     * @param slots one more than the highest slot that was ever used; the arrays have an entry for each
     * @param inFlight tasks given and not ended, with the {@code tunnels} among them
     * @param nodes the member in each slot; null where there is none
     * @param takes true for a node that may take tasks by its state
     * @param up the slots that the policy in force may choose while none is full or tried, ascending
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Members(
            long nowNs,
            long warmNs,
            int slots,
            @Nullable Node[] nodes,
            long[] keys,
            int[] inFlight,
            int[] tunnels,
            int[] connections,
            int[] limit,
            double[] weight,
            long[] upSinceNs,
            boolean[] takes,
            int[] up) {}

    /** The state as it is now; samples follow by {@link #sampled}. Whatever was heard before may have gaps. */
    void begins(Members members);

    /** Members joined or left, or their states, weights or limits changed. */
    void changed(Members members);

    /**
     * The policy in force chose a node, which does not count the task yet.
     *
     * @param recorded makes the whole decision for people, outside the gate; null when this one is not recorded
     */
    void chose(PendingTask task, int slot, long nowNs, @Nullable Supplier<RecordedChoice> recorded);

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

    /**
     * A sample of a node came, or it has none any more.
     *
     * @param row a copy of its figures; empty when it has none any more
     * @param others tasks in the node that are not of this dispatcher
     */
    void sampled(int slot, double[] row, long takenNs, int others, long nowNs);
}
