// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.proc;

import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;

/** The figures about memory that follow from a total and a rest; NaN leaves those absent that need it. */
public final class MemoryFigures {

    private MemoryFigures() {}

    /** Sets all figures about memory. */
    public static void memory(NodeSample into, double totalMib, double freeMib) {
        into.set(Metric.OS_MEM_TOTAL, totalMib);
        into.set(Metric.OS_MEM_FREE, freeMib);
        into.set(Metric.OS_MEM_USED, totalMib - freeMib);
        if (totalMib > 0) {
            into.set(Metric.OS_MEM_FREE_PERCENT, 100 * freeMib / totalMib);
            into.set(Metric.OS_MEM_USED_PERCENT, 100 * (totalMib - freeMib) / totalMib);
        }
    }

    /** Sets all figures about swap space except those about paging. */
    public static void swap(NodeSample into, double totalMib, double freeMib) {
        into.set(Metric.OS_SWAP_TOTAL, totalMib);
        into.set(Metric.OS_SWAP_FREE, freeMib);
        into.set(Metric.OS_SWAP_USED, totalMib - freeMib);
        if (totalMib > 0) {
            into.set(Metric.OS_SWAP_FREE_PERCENT, 100 * freeMib / totalMib);
            into.set(Metric.OS_SWAP_USED_PERCENT, 100 * (totalMib - freeMib) / totalMib);
        }
    }
}
