// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.columns;

import io.evenkeel.policy.SliceFigure;
import java.util.Arrays;

/**
 * The columns of what is set for nodes and does not change with own tasks: weights, services, warming up, peers. A read
 * is an array access. Threads: one at a time.
 */
@SuppressWarnings("EnumOrdinal") // a row of numbers for each figure
public final class NodeTraits {

    private static final int FIGURES = SliceFigure.values().length;
    private static final double LEAST_WARM_SHARE = 0.1;

    /** Above 0; 1 unless it was set. */
    final double[] weight;

    /** The services that a node is for, as bits; 0 when nothing is said of it. */
    final long[] services;

    /** Tasks of joined dispatchers. */
    final int[] peers;

    /** The load of joined dispatchers by time slices, a row for each {@link SliceFigure}. */
    final double[][] peersBySlice;

    private final long[] upSinceNs;
    private long warmNs;

    NodeTraits(int capacity) {
        weight = new double[capacity];
        services = new long[capacity];
        peers = new int[capacity];
        peersBySlice = new double[FIGURES][capacity];
        upSinceNs = new long[capacity];
        Arrays.fill(weight, 1.0);
    }

    void copy(NodeTraits from, int slots) {
        System.arraycopy(from.weight, 0, weight, 0, slots);
        System.arraycopy(from.services, 0, services, 0, slots);
        System.arraycopy(from.peers, 0, peers, 0, slots);
        for (int figure = 0; figure < FIGURES; figure++) {
            System.arraycopy(from.peersBySlice[figure], 0, peersBySlice[figure], 0, slots);
        }
        System.arraycopy(from.upSinceNs, 0, upSinceNs, 0, slots);
        warmNs = from.warmNs;
    }

    /** Sets the weight of a node, above 0. */
    public void weight(int slot, double newWeight) {
        weight[slot] = newWeight;
    }

    /** Sets the services that a node is for, as bits; 0 when nothing is said of it. */
    public void services(int slot, long bits) {
        services[slot] = bits;
    }

    /** Sets the tasks that joined dispatchers have in a node. */
    public void peers(int slot, int inFlight) {
        peers[slot] = inFlight;
    }

    /** Sets a figure of the load that joined dispatchers tell of a node. */
    public void peersBySlice(int slot, SliceFigure figure, double value) {
        peersBySlice[figure.ordinal()][slot] = value;
    }

    /** Forgets what joined dispatchers have told of the node that had a slot. */
    void forgetPeers(int slot) {
        peers[slot] = 0;
        for (double[] figure : peersBySlice) {
            figure[slot] = 0;
        }
    }

    /** Sets over which time nodes are warmed up; 0 for not at all. */
    public void warmNs(long newWarmNs) {
        warmNs = newWarmNs;
    }

    /** Sets the time at which a node last began to take tasks: since then it warms up. */
    public void upSinceNs(int slot, long newUpSinceNs) {
        upSinceNs[slot] = newUpSinceNs;
    }

    /** {@link io.evenkeel.policy.Nodes#warmShare}. */
    double warmShare(int slot, long nowNs) {
        if (warmNs == 0) {
            return 1.0;
        }
        long upNs = nowNs - upSinceNs[slot];
        return upNs >= warmNs ? 1.0 : Math.max(LEAST_WARM_SHARE, (double) upNs / warmNs);
    }
}
