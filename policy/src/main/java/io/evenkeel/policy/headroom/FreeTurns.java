// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.headroom;

import java.util.Locale;

/**
 * Turns among the nodes that have room to spare: each gets at least its share of the tasks, by weight.
 *
 * <p>With every round a node earns its share of what all weigh, and one that is given a task pays one turn, whatever
 * rule gave it. The best node is taken unless another is owed a whole turn; so a node that gets its share anyway,
 * because faster ones are often busy, takes no turn from them, and on a quiet cluster shares are those of smooth
 * weighted turns. No node pays more than four turns ahead. Earnings are in turns, so they mean the same when all have
 * become slower. At most 32 nodes take part in a round, those that were offered first.
 *
 * <p>A round is {@link #begin}, {@link #offer} for each node with room, then {@link #take}, or {@link #pay} when the
 * best has no room. Cost: O(nodes offered).
 */
public final class FreeTurns {

    private static final int MOST = 32;
    private static final double DUE = 1;
    private static final double MOST_AHEAD = -4;

    private final double[] earned;
    private final int[] slots = new int[MOST];
    private final double[] weights = new double[MOST];
    private int count;
    private double total;
    private boolean owed;

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

    /**
     * Gives the turn to the node that is owed most, of equals to the one that was offered first, or to the best when
     * no node is owed a whole one. At least one node was offered.
     *
     * @param best the slot that is taken otherwise
     */
    public int take(int best) {
        double each = 1 / total;
        int richest = best;
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
        owed = most >= DUE;
        int taken = owed ? richest : best;
        pay(taken);
        return taken;
    }

    /** True when the node of the last {@link #take} was owed a turn, which may have been the best one too. */
    public boolean owed() {
        return owed;
    }

    /** A node was given a task. */
    public void pay(int slot) {
        earned[slot] = Math.max(MOST_AHEAD, earned[slot] - 1);
    }

    /** The number of nodes that take part in the present round. */
    public int count() {
        return count;
    }

    /**
     * The share of the tasks that a node is to get while rounds are as the present one; 0 when it does not take part.
     */
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

    /** The reason why the last turn was the node's, for people. Allocates. */
    public String why(int slot) {
        if (count() == 1) {
            return "the only node with room to spare";
        }
        return owed()
                ? String.format(
                        Locale.ROOT,
                        "its turn: %d nodes have room to spare, and by its speed this one is to get %.0f %% of their tasks",
                        count(),
                        100 * share(slot))
                : "the best of " + count() + " nodes with room to spare; none of them is owed a turn";
    }
}
