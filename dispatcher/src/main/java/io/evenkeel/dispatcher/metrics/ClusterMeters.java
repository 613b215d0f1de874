// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import java.util.Set;

/** The meters of one cluster on all event loops. */
final class ClusterMeters {

    private static final Traffic NO_TRAFFIC = Traffic.none();

    private final LoopMeter[] byLoop;
    private volatile Epochs epochs = Epochs.FIRST;

    ClusterMeters(int loops) {
        byLoop = new LoopMeter[loops];
        for (int loop = 0; loop < loops; loop++) {
            byLoop[loop] = new LoopMeter(this);
        }
    }

    LoopMeter meter(int loop) {
        return byLoop[loop];
    }

    Epochs epochs() {
        return epochs;
    }

    synchronized void keepNodes(Set<Integer> slots) {
        epochs = epochs.keeping(slots);
    }

    Traffic cluster() {
        TaskTotals sum = new TaskTotals(3);
        for (LoopMeter meter : byLoop) {
            meter.addClusterTo(sum);
        }
        return sum.traffic();
    }

    Traffic node(int slot) {
        TaskTotals sum = null;
        for (LoopMeter meter : byLoop) {
            sum = meter.addNodeTo(slot, sum);
        }
        return sum == null ? NO_TRAFFIC : sum.traffic();
    }
}
