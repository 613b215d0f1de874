// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.load;

import io.evenkeel.policy.Nodes;

/** Takes the node with the least load of all; equals take turns. O(n). */
public final class LeastLoad {

    private final LoadFigure load;
    private final Rotation rotation = new Rotation();

    public LeastLoad(LoadFigure load) {
        this.load = load;
    }

    /** The slot of the least loaded eligible node. */
    public int choose(Nodes nodes, long nowNs) {
        int count = nodes.count();
        int k = rotation.start(nodes);
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int seen = 0; seen < count; seen++) {
            int slot = nodes.at(k);
            double figure = load.of(slot, nodes, nowNs);
            if (best < 0 || figure < least) {
                best = slot;
                least = figure;
            }
            if (++k == count) {
                k = 0;
            }
        }
        return rotation.take(best);
    }
}
