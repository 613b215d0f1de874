// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import io.evenkeel.simulator.scenario.HeapModel;
import org.jspecify.annotations.Nullable;

/** The heap of a server; see {@link HeapModel} for its rules. Without one, memory is never short. */
final class Memory {

    private static final double TIGHT_SHARE = 0.95;
    private static final double TIGHT_FACTOR = 3;
    private static final double MOST_SHARE = 0.99;
    private static final double NS_PER_MS = 1e6;

    private final @Nullable HeapModel heap;
    private double garbageMb;
    private double afterCollectionMb;
    private boolean collected;

    Memory(@Nullable HeapModel heap) {
        this.heap = heap;
    }

    /** True when there is room for this number of requests at work. */
    boolean hasRoom(int requests) {
        return heap == null || liveMb(heap, requests) <= MOST_SHARE * heap.sizeMb();
    }

    /** A request has ended and leaves its garbage. */
    void litter() {
        if (heap != null) {
            garbageMb += heap.garbageMb();
        }
    }

    /** True when garbage fills the young part, or all that is not live. */
    boolean isFull(int requests) {
        return heap != null
                && garbageMb > 0
                && (garbageMb >= heap.youngShare() * heap.sizeMb()
                        || liveMb(heap, requests) + garbageMb >= heap.sizeMb());
    }

    /** Collects; returns how long the server stands still. */
    long collect(int requests) {
        if (heap == null) {
            return 0;
        }
        double liveMb = liveMb(heap, requests);
        garbageMb = 0;
        afterCollectionMb = liveMb;
        collected = true;
        double pauseMs = heap.pauseMs() + heap.pausePerMbMs() * liveMb;
        return (long) ((liveMb > TIGHT_SHARE * heap.sizeMb() ? TIGHT_FACTOR : 1) * pauseMs * NS_PER_MS);
    }

    /** Share of the heap in use, garbage included; NaN without a heap. */
    double usedShare(int requests) {
        return heap == null ? Double.NaN : Math.min(1, (liveMb(heap, requests) + garbageMb) / heap.sizeMb());
    }

    /** Share of the heap that the last collection left; NaN without one. */
    double afterCollectionShare() {
        return heap == null || !collected ? Double.NaN : afterCollectionMb / heap.sizeMb();
    }

    private static double liveMb(HeapModel heap, int requests) {
        return heap.baseMb() + heap.perRequestMb() * requests;
    }
}
