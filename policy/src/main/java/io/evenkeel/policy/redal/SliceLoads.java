// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.redal;

import io.evenkeel.policy.LoadBySlice;
import java.util.Arrays;

/**
 * Actual and expected load of each node by time slice: the paper's {@code l} and {@code e}, in requests.
 *
 * <p>Slices are numbered from 0; slice {@code i} is the time from {@code i * d} to {@code (i + 1) * d} after the
 * beginning. A ring of {@link #RING} slices holds what is expected, the present slice first, so a reservation reaches
 * as far ahead. Time that goes back by the difference between two threads' clocks stays in the present slice.
 *
 * <p>Cost: a comparison in a slice, and a row of the ring cleared at its end.
 */
public final class SliceLoads {

    /** Slices for which load can be expected, the present one included. */
    public static final int RING = 256;

    /** The slice of a reservation that was not made. */
    public static final long NONE = -1;

    private static final int MASK = RING - 1;

    private final int maxNodes;
    private final long lengthNs;
    private final int[] actual;

    /** Expected loads, a row of {@link #maxNodes} for each slice of the ring. */
    private final int[] expected;

    private long slice;
    private long endNs;

    /** @param lengthNs the paper's d, above 0 */
    public SliceLoads(int maxNodes, long lengthNs) {
        this.maxNodes = maxNodes;
        this.lengthNs = lengthNs;
        actual = new int[maxNodes];
        expected = new int[RING * maxNodes];
    }

    /** Length of a slice, nanoseconds. */
    public long lengthNs() {
        return lengthNs;
    }

    /** Begins slice 0. */
    public void begin(long nowNs) {
        endNs = nowNs + lengthNs;
    }

    /** Goes to the slice of a moment; true when that is a new slice. */
    public boolean advance(long nowNs) {
        if (nowNs < endNs) {
            return false;
        }
        long passed = 1 + (nowNs - endNs) / lengthNs;
        for (long gone = slice; gone < slice + Math.min(passed, RING); gone++) {
            int row = row(gone);
            Arrays.fill(expected, row, row + maxNodes, 0);
        }
        Arrays.fill(actual, 0);
        slice += passed;
        endNs += passed * lengthNs;
        return true;
    }

    /** The beginning of the present slice. */
    public long beganNs() {
        return endNs - lengthNs;
    }

    private int row(long of) {
        return ((int) of & MASK) * maxNodes;
    }

    /** A request has come to a node, in the present slice. */
    public void came(int slot) {
        actual[slot]++;
    }

    /**
     * Expects a request at a node.
     *
     * @param atNs the moment when it should come, not before the present one
     * @return the number of its slice, or {@link #NONE} when that is further ahead than the ring reaches
     */
    public long reserve(int slot, long atNs) {
        long ahead = passed(atNs);
        if (ahead >= RING) {
            return NONE;
        }
        expected[row(slice + ahead) + slot]++;
        return slice + ahead;
    }

    /** Takes back a reservation whose slice is not over; one that is past, or was not made, is left as it is. */
    public void cancel(int slot, long reserved) {
        if (reserved >= slice) {
            int cell = row(reserved) + slot;
            expected[cell] = Math.max(0, expected[cell] - 1);
        }
    }

    /** The paper's modified load {@code m = l + alpha * e} of a node, in the slice of a moment; changes nothing. */
    public double modified(int slot, double alpha, long nowNs) {
        long ahead = passed(nowNs);
        int came = ahead == 0 ? actual[slot] : 0;
        return ahead >= RING ? 0 : came + alpha * expected[row(slice + ahead) + slot];
    }

    /**
     * The slice that is present at a moment and those after it, with what has come and is expected; changes nothing.
     *
     * @param slots slots are below this number
     * @param most slices, at most
     */
    public LoadBySlice told(int slots, int most, long nowNs) {
        long passed = passed(nowNs);
        long leftNs = endNs + passed * lengthNs - nowNs;
        LoadBySlice told = LoadBySlice.empty(lengthNs, Math.min(lengthNs, leftNs), slots, most);
        if (passed == 0) {
            System.arraycopy(actual, 0, told.came(), 0, slots);
        }
        for (int ahead = 0; ahead < most && passed + ahead < RING; ahead++) {
            System.arraycopy(expected, row(slice + passed + ahead), told.expected()[ahead], 0, slots);
        }
        return told;
    }

    /** Slices from the present one to that of a moment, which the present one may be. */
    public long passed(long nowNs) {
        return nowNs < endNs ? 0 : 1 + (nowNs - endNs) / lengthNs;
    }

    /** Forgets a node. */
    public void forget(int slot) {
        actual[slot] = 0;
        for (int cell = slot; cell < expected.length; cell += maxNodes) {
            expected[cell] = 0;
        }
    }
}
