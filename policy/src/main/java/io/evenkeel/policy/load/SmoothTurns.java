// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.load;

/**
 * Weighted turns, interleaved as evenly as the weights allow: 2:2:1 gives A B C A B.
 *
 * <p>Smooth weighted round robin as in nginx: every node on offer earns its weight, the richest is taken and pays what
 * all earned. Over a cycle each node is taken in proportion to its weight, and the order has no runs. A node keeps the
 * weight it has earned when it is not on offer. One round is {@link #offer} for each candidate, then {@link #take}.
 */
public final class SmoothTurns {

    private final double[] earned;
    private double total;
    private int richest = -1;

    public SmoothTurns(int maxNodes) {
        earned = new double[maxNodes];
    }

    /** Puts a node up for this round; of equals the one that was offered first is taken. */
    public void offer(int slot, double weight) {
        earned[slot] += weight;
        total += weight;
        if (richest < 0 || earned[slot] > earned[richest]) {
            richest = slot;
        }
    }

    /** Ends the round: the slot whose turn it is, or -1 when nothing was offered. */
    public int take() {
        int slot = richest;
        if (slot >= 0) {
            earned[slot] -= total;
        }
        total = 0;
        richest = -1;
        return slot;
    }

    /** A node takes the slot: forget what its earlier owner earned. */
    public void forget(int slot) {
        earned[slot] = 0;
    }
}
