// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import java.util.Arrays;

/** Tasks by the moment at which each ends; of equals the one that was added first. A binary heap over arrays. */
final class EndHeap {

    private double[] ends = new double[16];
    private long[] entries = new long[16];
    private int size;
    private long added;

    int size() {
        return size;
    }

    /** The earliest end; {@link Double#POSITIVE_INFINITY} when there is no task. */
    double earliest() {
        return size == 0 ? Double.POSITIVE_INFINITY : ends[0];
    }

    void add(double end, int task) {
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, 2 * size);
            entries = Arrays.copyOf(entries, 2 * size);
        }
        long entry = added++ << 32 | task;
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) >>> 1;
            if (!(end < ends[parent])) {
                break;
            }
            ends[hole] = ends[parent];
            entries[hole] = entries[parent];
            hole = parent;
        }
        ends[hole] = end;
        entries[hole] = entry;
    }

    /** Takes the task with the earliest end; there must be one. */
    int remove() {
        int task = (int) entries[0];
        double end = ends[--size];
        long entry = entries[size];
        int hole = 0;
        while (true) {
            int child = 2 * hole + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && before(ends[child + 1], entries[child + 1], ends[child], entries[child])) {
                child++;
            }
            if (!before(ends[child], entries[child], end, entry)) {
                break;
            }
            ends[hole] = ends[child];
            entries[hole] = entries[child];
            hole = child;
        }
        ends[hole] = end;
        entries[hole] = entry;
        if (size == 0) {
            added = 0;
        }
        return task;
    }

    private static boolean before(double end, long entry, double otherEnd, long otherEntry) {
        return end < otherEnd || (end == otherEnd && entry < otherEntry);
    }
}
