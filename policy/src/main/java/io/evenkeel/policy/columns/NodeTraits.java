// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.columns;

import java.util.Arrays;

/** The columns of what is set for nodes and does not change with own tasks: weights, services, warming up, peers. */
final class NodeTraits {

    private static final double LEAST_WARM_SHARE = 0.1;

    /** Above 0; 1 unless it was set. */
    final double[] weight;

    /** The services that a node is for, as bits; 0 when nothing is said of it. */
    final long[] services;

    /** Tasks of joined dispatchers. */
    final int[] peers;

    /** The time at which a node last began to take tasks. */
    final long[] upSinceNs;

    /** The time over which nodes are warmed up; 0 for not at all. */
    long warmNs;

    NodeTraits(int capacity) {
        weight = new double[capacity];
        services = new long[capacity];
        peers = new int[capacity];
        upSinceNs = new long[capacity];
        Arrays.fill(weight, 1.0);
    }

    void copy(NodeTraits from, int slots) {
        System.arraycopy(from.weight, 0, weight, 0, slots);
        System.arraycopy(from.services, 0, services, 0, slots);
        System.arraycopy(from.peers, 0, peers, 0, slots);
        System.arraycopy(from.upSinceNs, 0, upSinceNs, 0, slots);
        warmNs = from.warmNs;
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
