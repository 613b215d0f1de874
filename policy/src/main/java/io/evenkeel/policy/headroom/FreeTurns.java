// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.headroom;

/**
 * Turns among the nodes that have room to spare, interleaved as evenly as their weights allow.
 *
 * <p>As {@link io.evenkeel.policy.load.SmoothTurns}, but weights may change with every round: a node earns its share
 * of what all weigh, the richest is taken and pays one turn. So what it has earned is in turns, between about -1 and
 * 1, and means the same when all have become slower. At most 32 nodes take part in a round, those that were offered
 * first.
 *
 * <p>A round is {@link #begin}, {@link #offer} for each node with room, then {@link #take} or nothing. Cost: O(nodes
 * offered).
 */
public final class FreeTurns {

    private static final int MOST = 32;

    private final double[] earned;
    private final int[] slots = new int[MOST];
    private final double[] weights = new double[MOST];
    private int count;
    private double total;

    public FreeTurns(int maxNodes) {
        earned = new double[maxNodes];
    }

    /** Begins a round. */
    public void begin() {
        count = 0;
        total = 0;
    }

    /**
     * Puts a node up for this round.
     *
     * @param weight above 0
     */
    public void offer(int slot, double weight) {
        if (count < MOST) {
            slots[count] = slot;
            weights[count++] = weight;
            total += weight;
        }
    }

    /** Gives the turn: of equals to the one that was offered first. At least one node was offered. */
    public int take() {
        double each = 1 / total;
        int richest = slots[0];
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < count; i++) {
            int slot = slots[i];
            double has = earned[slot] + weights[i] * each;
            earned[slot] = has;
            if (has > most) {
                most = has;
                richest = slot;
            }
        }
        earned[richest] = most - 1;
        return richest;
    }

    /** The number of nodes that take part in the present round. */
    public int count() {
        return count;
    }

    /** The share of the turns that a node has while the present round is as it is; 0 when it does not take part. */
    public double share(int slot) {
        for (int i = 0; i < count; i++) {
            if (slots[i] == slot) {
                return weights[i] / total;
            }
        }
        return 0;
    }

    /** A node takes the slot: forget what its earlier owner earned. */
    public void forget(int slot) {
        earned[slot] = 0;
    }
}
