// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.load;

import io.evenkeel.policy.Nodes;

/**
 * One circle through the nodes: where the next look at them starts.
 *
 * <p>It remembers the slot that was taken last, not a position in the list, so nodes may come, go and be filtered out
 * without anybody losing a turn or getting two. O(1) where all slots up to the next one are eligible, else O(log n).
 */
public final class Rotation {

    private int last = -1;

    /** The position in {@code nodes} of the first eligible node after the one taken last. */
    public int start(Nodes nodes) {
        int count = nodes.count();
        // Slots ascend, so what is sought stands at last + 1 or before, and just there while none up to it is missing.
        int high = Math.min(last + 1, count);
        if (high == 0 || nodes.at(high - 1) <= last) {
            return high == count ? 0 : high;
        }
        int low = 0;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (nodes.at(middle) <= last) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == count ? 0 : low;
    }

    /** Moves past a node; returns its slot. */
    public int take(int slot) {
        last = slot;
        return slot;
    }

    /** Takes the node whose turn it is. */
    public int next(Nodes nodes) {
        return take(nodes.at(start(nodes)));
    }
}
