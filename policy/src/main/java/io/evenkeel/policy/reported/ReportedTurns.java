// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.reported;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.load.SmoothTurns;

/**
 * Turns in proportion to what each node reported, evenly interleaved: {@code reported * factor * warmShare}. O(n).
 *
 * <p>Nodes without a figure have no turn while any node has one; when none has, all have the mean turn of their factor.
 */
public final class ReportedTurns {

    private final Reported reported;
    private final SmoothTurns turns;

    public ReportedTurns(int maxNodes, Reported reported) {
        this.reported = reported;
        turns = new SmoothTurns(maxNodes);
    }

    /**
     * The slot whose turn it is.
     *
     * @param weighted true when the administrator's weight is a factor
     */
    public int choose(Nodes nodes, boolean weighted, long nowNs) {
        int count = nodes.count();
        boolean any = false;
        for (int k = 0; k < count; k++) {
            int slot = nodes.at(k);
            double figure = reported.aged(slot, nowNs);
            if (!Double.isNaN(figure)) {
                any = true;
                turns.offer(slot, figure * factor(slot, nodes, weighted));
            }
        }
        for (int k = 0; k < count && !any; k++) {
            turns.offer(nodes.at(k), factor(nodes.at(k), nodes, weighted));
        }
        return turns.take();
    }

    /** A node takes the slot: forget what its earlier owner earned. */
    public void forget(int slot) {
        turns.forget(slot);
    }

    private static double factor(int slot, Nodes nodes, boolean weighted) {
        return weighted ? nodes.weight(slot) * nodes.warmShare(slot) : nodes.warmShare(slot);
    }
}
