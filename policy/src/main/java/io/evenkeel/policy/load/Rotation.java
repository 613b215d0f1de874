// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.load;

import io.evenkeel.policy.Nodes;

/**
 * One circle through the nodes: where the next look at them starts.
 *
 * <p>It remembers the slot that was taken last, not a position in the list, so nodes may come, go and be filtered out without
 * anybody losing a turn or getting two. O(log n).
 */
public final class Rotation {

    private int last = -1;

    /** The position in {@code nodes} of the first eligible node after the one taken last. */
    public int start(Nodes nodes) {
        int low = 0;
        int high = nodes.count();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (nodes.at(middle) <= last) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == nodes.count() ? 0 : low;
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
