// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.shadow;

import io.evenkeel.dispatcher.node.ClusterObserver.Members;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.policy.columns.NodeArrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** The members and columns of a cluster as they stood at the point to which the ring has been read. One thread. */
final class ReplicaColumns {

    private @Nullable Node[] nodes = {};
    private NodeArrays columns = new NodeArrays(0);

    /** Takes over the state of the members. */
    void update(Members members) {
        nodes = members.nodes();
        columns = members.columns();
    }

    /** The columns as a policy sees them; another object after the members changed. */
    NodeArrays columns() {
        return columns;
    }

    void sampled(int slot, double[] row, long takenNs, int others, long nowNs) {
        columns.now(nowNs);
        boolean had = columns.samples().has(slot);
        if (row.length == 0) {
            columns.samples().forget(slot);
        } else {
            columns.samples().copy(slot, row, 0, takenNs, others);
        }
        if (had != columns.samples().has(slot)) {
            columns.relist();
        }
    }

    void tunnelled(int slot, int tunnels, long nowNs) {
        columns.now(nowNs);
        columns.tasks(slot, columns.tasks(slot), tunnels);
    }

    void finished(int slot, int tasks, int tunnels, int limit, long nowNs) {
        columns.now(nowNs);
        columns.tasks(slot, tasks, tunnels);
        columns.limit(slot, limit);
    }

    /**
     * Prepares the columns for a choice.
     *
     * @param needsSamples the policy works on samples, so it gets nodes without one only when no node has one
     * @param tried slots that the task must not go to again; null for none
     */
    NodeArrays viewFor(boolean needsSamples, @Nullable BitSet tried, long nowNs) {
        columns.needsSamples(needsSamples);
        columns.viewFor(nowNs, tried == null ? null : tried::get);
        return columns;
    }

    /** The member in a slot; null where there is none. */
    @Nullable
    Node node(int slot) {
        return slot < nodes.length ? nodes[slot] : null;
    }

    /** The time at which the sample of a slot was taken; {@link Long#MIN_VALUE} when there is none. */
    long sampledNs(int slot) {
        return columns.samples().has(slot) ? columns.samples().takenNs(slot) : Long.MIN_VALUE;
    }

    int slots() {
        return columns.slots();
    }

    long nowNs() {
        return columns.nowNs();
    }
}
