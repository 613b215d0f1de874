// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.event;

import java.util.Arrays;

/** The events to come, by time: a heap with four children to a node; of equal times, the one that was set first. */
public final class EventHeap {

    /** The purpose of a timer; each timer also has a number. */
    public static final int WAKE = 0;

    public static final int ARRIVAL = 1;
    public static final int PATIENCE = 2;
    public static final int QUEUE = 3;
    public static final int POLL = 4;
    public static final int DELIVER = 5;
    public static final int TELL = 6;

    private static final int ID_BITS = 24;
    private static final int KIND_BITS = 4;
    private static final int ID_MASK = (1 << ID_BITS) - 1;
    private static final int KIND_MASK = (1 << KIND_BITS) - 1;

    private long[] times = new long[64];
    private long[] entries = new long[64];
    private int size;
    private long set;

    /** The time when the next one is due; {@link Long#MAX_VALUE} when there is none. */
    public long nextNs() {
        return size == 0 ? Long.MAX_VALUE : times[0];
    }

    /** The kind of the next one; there must be one. */
    public int kind() {
        return (int) (entries[0] >>> ID_BITS) & KIND_MASK;
    }

    /** The number of the next one; there must be one. */
    public int id() {
        return (int) entries[0] & ID_MASK;
    }

    public void set(long atNs, int kind, int id) {
        if (id > ID_MASK) {
            throw new IllegalStateException(
                    "more than " + ID_MASK + " clients, requests or pairs of dispatcher and server at once");
        }
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            entries = Arrays.copyOf(entries, 2 * size);
        }
        long entry = set++ << (ID_BITS + KIND_BITS) | (long) kind << ID_BITS | id;
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) >>> 2;
            if (atNs >= times[parent]) {
                break;
            }
            times[hole] = times[parent];
            entries[hole] = entries[parent];
            hole = parent;
        }
        times[hole] = atNs;
        entries[hole] = entry;
    }

    /** Takes the next one away; there must be one. */
    public void remove() {
        long time = times[--size];
        long entry = entries[size];
        int hole = 0;
        while (true) {
            int first = 4 * hole + 1;
            if (first >= size) {
                break;
            }
            int least = first;
            int end = Math.min(first + 4, size);
            for (int child = first + 1; child < end; child++) {
                if (before(times[child], entries[child], times[least], entries[least])) {
                    least = child;
                }
            }
            if (!before(times[least], entries[least], time, entry)) {
                break;
            }
            times[hole] = times[least];
            entries[hole] = entries[least];
            hole = least;
        }
        times[hole] = time;
        entries[hole] = entry;
    }

    private static boolean before(long time, long entry, long otherTime, long otherEntry) {
        return time < otherTime || (time == otherTime && entry < otherEntry);
    }
}
