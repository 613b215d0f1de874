// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.load;

import io.evenkeel.policy.Nodes;

/**
 * Rendezvous hashing with bounded load: maps a key always to the same node, within a bound.
 *
 * <pre>
 * u      = hash(key, node key), uniform in (0, 1)
 * chosen = greatest ln(u) / (weight * warmShare)      of the nodes within the bound
 * bound  = factor * mean in flight + slack
 * </pre>
 *
 * Only the keys of a node move when it goes. They return when it comes back, a tenth of them at first while it is cold.
 * The node key is a hash of its name, so every dispatcher and every restart maps alike. A node over the bound passes on
 * what exceeds it, to the same second choice for a key. Cost: O(n), two passes; with unequal weights a logarithm for
 * each node.
 *
 * <p>Source: D. Thaler and C. Ravishankar, "Using name-based mappings to increase hit rates", ToN 6(1), 1998;
 * V. Mirrokni et al., "Consistent hashing with bounded loads", SODA 2018.
 */
public final class Rendezvous {

    private static final double TO_UNIT = 0x1.0p-53;

    private final double factor;
    private final double slack;

    /**
     * @param factor how many times the mean number of tasks a node may have, at least 1
     * @param slack tasks on top of that, at least 1, so that an idle node is always within the bound
     */
    public Rendezvous(double factor, double slack) {
        this.factor = factor;
        this.slack = slack;
    }

    /** The eligible node of a key. */
    public int choose(long key, Nodes nodes) {
        int count = nodes.count();
        long inFlight = 0;
        boolean equal = true;
        double share = share(nodes.at(0), nodes);
        for (int k = 0; k < count; k++) {
            int slot = nodes.at(k);
            inFlight += nodes.inFlight(slot);
            equal &= share(slot, nodes) == share;
        }
        double bound = factor * inFlight / count + slack;
        int best = -1;
        double most = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < count; k++) {
            int slot = nodes.at(k);
            if (nodes.inFlight(slot) < bound) {
                double u = uniform(key, nodes.key(slot));
                double rank = equal ? u : StrictMath.log(u) / share(slot, nodes);
                if (rank > most) {
                    most = rank;
                    best = slot;
                }
            }
        }
        return best;
    }

    /** True when no eligible node comes before this one for a key, whatever their load. */
    public boolean isFirst(long key, int slot, Nodes nodes) {
        double most = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < nodes.count(); k++) {
            most = Math.max(most, rank(key, nodes.at(k), nodes));
        }
        return rank(key, slot, nodes) >= most;
    }

    private static double rank(long key, int slot, Nodes nodes) {
        return StrictMath.log(uniform(key, nodes.key(slot))) / share(slot, nodes);
    }

    private static double share(int slot, Nodes nodes) {
        return nodes.weight(slot) * nodes.warmShare(slot);
    }

    /** Mixes two keys to a number in (0, 1): the finisher of SplitMix64 over both. */
    private static double uniform(long key, long node) {
        long z = key * 0x9E3779B97F4A7C15L + node;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return (((z ^ (z >>> 31)) >>> 11) + 0.5) * TO_UNIT;
    }
}
