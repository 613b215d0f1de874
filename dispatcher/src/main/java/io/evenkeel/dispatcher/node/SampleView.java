// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.policy.LoadBySlice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Shows the samples of a cluster's nodes to the policy, as columns, and the work of joined dispatchers.
 *
 * <p>The choice of the newest sample and the check that it can be believed come before ({@code monitor}). Threads: any,
 * but one at a time for a node; a call is one pass of the cluster's gate, and is followed by a look at the queue.
 */
public final class SampleView {

    private SampleView() {}

    /**
     * Takes over the newest sample of a node.
     *
     * @param row a figure for each {@link io.evenkeel.policy.Sample} by its ordinal, NaN where there is none; copied
     * @param takenNs the time at which it was taken, monotonic
     */
    public static void take(Cluster cluster, Node node, double[] row, long takenNs, long nowNs) {
        boolean first = cluster.table().inside((columns, policy) -> {
            if (!node.member) {
                return false;
            }
            int slot = node.slot();
            columns.arrays.viewAll(nowNs);
            boolean hadNone = columns.arrays.sample(slot, row, 0, takenNs);
            columns.sampled(node);
            policy.onSample(slot, columns.arrays, nowNs);
            cluster.table().placement().tellSample(slot);
            return hadNone;
        });
        follow(cluster, node, first, nowNs);
    }

    /** Makes the node one without a sample, because what it says cannot be believed or is too old to be of use. */
    public static void forget(Cluster cluster, Node node, long nowNs) {
        boolean had = cluster.table().inside((columns, policy) -> {
            if (!node.member || !columns.arrays.samples().forget(node.slot())) {
                return false;
            }
            columns.arrays.viewAll(nowNs);
            columns.sampled(node);
            policy.onSample(node.slot(), columns.arrays, nowNs);
            cluster.table().placement().tellSample(node.slot());
            return true;
        });
        follow(cluster, node, had, nowNs);
    }

    /**
     * A policy that needs samples passes over nodes without one, so who is eligible changes with the first and the
     * last.
     */
    private static void follow(Cluster cluster, Node node, boolean changed, long nowNs) {
        if (changed) {
            Membership.sampled(cluster, node, nowNs);
        } else {
            cluster.serveQueue();
        }
    }

    /** True while a policy that works on samples takes nodes without one, because no other takes tasks. */
    public static boolean blind(Cluster cluster) {
        return cluster.table().look((columns, policy) -> columns.arrays.blind());
    }

    /** The tasks of this dispatcher in each node, by the nodes' keys; one pass of the gate. */
    public static NodeWork work(Cluster cluster) {
        List<Node> members = new ArrayList<>(cluster.nodes());
        members.sort(Comparator.comparingLong(Node::key));
        return cluster.table().look((columns, policy) -> NodeWork.of(members, columns.arrays, columns.started));
    }

    /**
     * Takes over the tasks that joined dispatchers have in each node; one pass of the gate.
     *
     * @param work says whose figures they are; nodes that have left since are passed over
     * @param peers a number for each node of {@code work}
     */
    public static void peers(Cluster cluster, NodeWork work, int[] peers) {
        peers(cluster, work, IntStream.range(0, peers.length).toArray(), peers);
    }

    /**
     * The same for some of the nodes.
     *
     * @param places those of the nodes in {@code work}
     * @param peers a number for each of them
     */
    public static void peers(Cluster cluster, NodeWork work, int[] places, int[] peers) {
        boolean less = cluster.table().inside((columns, policy) -> {
            boolean any = false;
            for (int i = 0; i < places.length; i++) {
                int slot = present(work, places[i], columns);
                if (slot >= 0) {
                    any |= peers[i] < columns.arrays.peersInFlight(slot);
                    cluster.table().placement().peers(slot, peers[i]);
                }
            }
            return any;
        });
        if (less) {
            cluster.serveQueue();
        }
    }

    /**
     * The load of each node by time slices, as the policy counts it for this dispatcher; one pass of the gate.
     *
     * @param work says which nodes; of those that have left since, nothing
     * @return null when the policy counts no slices
     */
    public static @Nullable NodeSlices bySlice(Cluster cluster, NodeWork work, long nowNs) {
        LoadBySlice load = cluster.table().inside((columns, policy) -> {
            LoadBySlice told = policy.bySlice(columns.arrays, nowNs);
            return told == null ? null : told.at(present(work, columns));
        });
        return load == null ? null : new NodeSlices(load);
    }

    /** The slots of nodes; -1 for those that have left. */
    private static int[] present(NodeWork work, NodeColumns columns) {
        int[] slots = new int[work.slots().length];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = present(work, i, columns);
        }
        return slots;
    }

    /** The slot of a node; -1 when it has left. */
    private static int present(NodeWork work, int place, NodeColumns columns) {
        int slot = work.slots()[place];
        Node node = columns.nodes[slot];
        return node != null && node.member && node.key() == work.keys()[place] ? slot : -1;
    }

    /**
     * Takes over the load by time slices that joined dispatchers tell of each node; one pass of the gate.
     *
     * @param work says whose figures they are; nodes that have left since are passed over
     * @param sums of {@link NodeSlices#addTo}, with a place for each node of {@code work}
     */
    public static void peersBySlice(Cluster cluster, NodeWork work, double[][] sums) {
        cluster.table().inside((columns, policy) -> {
            int[] slots = present(work, columns);
            for (int i = 0; i < slots.length; i++) {
                if (slots[i] >= 0) {
                    cluster.table().placement().peersBySlice(slots[i], sums, i);
                }
            }
            return true;
        });
    }

    /**
     * Tasks that were given to the node since it joined and whose answers come through the dispatcher: no tunnels, no
     * TCP connections that were made, and no clients that went there by themselves.
     */
    public static long startedPlain(Cluster cluster, Node node) {
        int slot = node.slot();
        return cluster.table()
                .inside((columns, policy) -> columns.started[slot] - columns.proven[slot] - columns.direct[slot]);
    }

    /** Tasks that the node has from others than this dispatcher, by its last sample. */
    public static int others(Cluster cluster, Node node) {
        return cluster.table()
                .look((columns, policy) -> columns.arrays.samples().others(node.slot()));
    }
}
