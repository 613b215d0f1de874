// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.simulator.server.SampleRow;
import java.util.Arrays;

/** Samples on their way from servers to dispatchers, as rows of numbers that are used again. */
final class Samples {

    private double[] rows = new double[16 * SampleRow.WIDTH];
    private long[] takenNs = new long[16];
    private int[] dispatcher = new int[16];
    private int[] slot = new int[16];
    private int[] free = new int[16];
    private int freeCount;
    private int made;

    /** A row for a sample that is taken now. */
    int take(int toDispatcher, int ofSlot, long nowNs) {
        int row = freeCount > 0 ? free[--freeCount] : grow();
        takenNs[row] = nowNs;
        dispatcher[row] = toDispatcher;
        slot[row] = ofSlot;
        return row;
    }

    void release(int row) {
        free[freeCount++] = row;
    }

    /** All rows; those of one begin at {@link #from}. */
    double[] rows() {
        return rows;
    }

    int from(int row) {
        return row * SampleRow.WIDTH;
    }

    long takenNs(int row) {
        return takenNs[row];
    }

    int dispatcher(int row) {
        return dispatcher[row];
    }

    int slot(int row) {
        return slot[row];
    }

    private int grow() {
        if (made == takenNs.length) {
            rows = Arrays.copyOf(rows, 2 * rows.length);
            takenNs = Arrays.copyOf(takenNs, 2 * made);
            dispatcher = Arrays.copyOf(dispatcher, 2 * made);
            slot = Arrays.copyOf(slot, 2 * made);
            free = Arrays.copyOf(free, 2 * made);
        }
        return made++;
    }
}
