// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

/**
 * The view of a cluster that a policy has: columns, indexed by slot.
 *
 * <p>{@link #count} and {@link #at} list the eligible nodes of the present choice; the columns may be read for every
 * occupied slot. Reads cost an array access. Valid during a call only.
 */
public interface Nodes {

    /** The number of nodes that are eligible for the present task. */
    int count();

    /** The slot of the k-th eligible node, {@code 0 <= k < count()}; ascending. */
    int at(int k);

    /**
     * The slot of the node that the present task belongs to, because its session is there; -1 when it belongs to none,
     * or to a node that cannot take it now. The node may be missing among those of {@link #at}, as one that drains is:
     * it takes the tasks of its sessions, and no others. Only a policy with {@link Policy#decidesHomes} sees one, and
     * only while it is asked to choose.
     */
    default int home() {
        return -1;
    }

    /** One more than the highest slot that was ever used; at most {@link PolicySettings#maxNodes()}. */
    int slots();

    /** A hash of the node's name: the same after a restart and in every dispatcher, where the slot may differ. */
    long key(int slot);

    /**
     * Tasks this dispatcher has given to the node, that have not ended and did not become tunnels: what the node works
     * on for it.
     */
    int inFlight(int slot);

    /**
     * Tasks of this dispatcher that the node answered with a 101, such as WebSockets, and clients that were told the
     * node and go there by themselves: they hold no worker, and count in {@link #limit} but not in {@link #inFlight}.
     */
    default int tunnels(int slot) {
        return 0;
    }

    /** Open connections of this dispatcher to the node, idle ones included. */
    int connections(int slot);

    /**
     * Tasks other dispatchers have in flight there, from the node's sample; where that says nothing or is more than 5 s
     * old, {@link #peersInFlight}.
     */
    int othersInFlight(int slot);

    /**
     * Tasks that the dispatchers which are joined with this one have in flight there, by their own reports; 0 where
     * there are none. Old reports count less and less.
     */
    default int peersInFlight(int slot) {
        return 0;
    }

    /**
     * The load that joined dispatchers tell of the node by time slices, added up: that of the slices which held the
     * moment of this dispatcher's last turn to tell, up to 0.2 s ago. It is set at each turn and stands until the next
     * one, though slices end between, so slices that are shorter than about half a second share little. 0 where there
     * are none, or their policies count no slices of the same length as this one's. Old reports count less and less.
     */
    default double peersBySlice(int slot, SliceFigure figure) {
        return 0;
    }

    /** Most tasks the node may have, tunnels included; {@link Integer#MAX_VALUE} when unlimited. */
    int limit(int slot);

    /**
     * The weight in force, above 0: that of the settings or of an administrator, 1.0 unless set, times the share that
     * the node's own server gives itself, where it is registered by mod_cluster's protocol.
     */
    double weight(int slot);

    /**
     * The services that the node is for, as bits by the numbers of {@link Task#service}; 0 when nothing is said of it.
     */
    default long services(int slot) {
        return 0;
    }

    /** The progress of the node's warm-up since it joined or came back: 0.1 to 1.0, where 1.0 is warm. */
    double warmShare(int slot);

    /**
     * A number of the node's last sample, or NaN when the node does not report it.
     *
     * @param column one of {@link Sample}
     */
    double sample(int slot, Sample column);

    /** Age of the node's last sample; {@link Long#MAX_VALUE} when there is none. */
    long sampleAgeNs(int slot);
}
