// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

/**
 * The load of nodes by slices of time, as the policy of one dispatcher counts it and others are told it. Slices of
 * different dispatchers do not begin together: a figure is that of a slice which holds the moment, whosever it is.
 *
 * <p>Arrays have an entry for each node, and are not changed once the load is told.
 *
 * @param lengthNs length of a slice, above 0
 * @param leftNs time from this moment to the end of the present slice, above 0 and at most {@code lengthNs}
 * @param came requests that have come in the present slice
 * @param expected requests that are expected and have not come yet: a row for each slice, the present one first; later
 *     slices may be absent
 * @param running mean tasks in flight in the last slice that is over, finite and at least 0
 * @param ended tasks that were done in it
 */
@SuppressWarnings("ArrayRecordComponent")
public record LoadBySlice(long lengthNs, long leftNs, int[] came, int[][] expected, double[] running, int[] ended) {

    /** @throws IllegalArgumentException when lengths differ, or a time or a mean is out of its range */
    public LoadBySlice {
        boolean equal = running.length == came.length && ended.length == came.length;
        for (int[] slice : expected) {
            equal &= slice.length == came.length;
        }
        if (!equal) {
            throw new IllegalArgumentException("the lists of nodes have different lengths");
        }
        if (leftNs <= 0 || leftNs > lengthNs) {
            throw new IllegalArgumentException("of a slice of " + lengthNs + " ns " + leftNs + " ns are left");
        }
        for (double each : running) {
            if (!(each >= 0 && each < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("a node has " + each + " tasks in flight");
            }
        }
    }

    /** Zeros, to be filled in. */
    public static LoadBySlice empty(long lengthNs, long leftNs, int nodes, int slices) {
        return new LoadBySlice(
                lengthNs, leftNs, new int[nodes], new int[slices][nodes], new double[nodes], new int[nodes]);
    }

    /**
     * The same load.
     *
     * @throws IllegalArgumentException when it is not what the constructor would take: it has been filled in since
     */
    public LoadBySlice checked() {
        return new LoadBySlice(lengthNs, leftNs, came, expected, running, ended);
    }

    /**
     * A figure of a node after some time, in the slice that is the present one then; nothing has come in a slice that
     * had not begun.
     *
     * @param ageNs time since this load was told, at least 0
     */
    public double figure(SliceFigure figure, int node, long ageNs) {
        long passed = ageNs < leftNs ? 0 : 1 + (ageNs - leftNs) / lengthNs;
        return switch (figure) {
            case CAME -> passed == 0 ? came[node] : 0;
            case EXPECTED -> passed < expected.length ? expected[(int) passed][node] : 0;
            case RUNNING -> running[node];
            case ENDED -> ended[node];
        };
    }

    /** True for a node of which all figures are 0. */
    public boolean isIdle(int node) {
        boolean idle = came[node] == 0 && running[node] == 0 && ended[node] == 0;
        for (int[] slice : expected) {
            idle &= slice[node] == 0;
        }
        return idle;
    }

    /** The load of some nodes, in the order of their places here; of a place below 0, nothing. */
    public LoadBySlice at(int[] places) {
        LoadBySlice part = empty(lengthNs, leftNs, places.length, expected.length);
        for (int to = 0; to < places.length; to++) {
            int from = places[to];
            if (from >= 0 && from < came.length) {
                part.came[to] = came[from];
                part.running[to] = running[from];
                part.ended[to] = ended[from];
                for (int slice = 0; slice < expected.length; slice++) {
                    part.expected[slice][to] = expected[slice][from];
                }
            }
        }
        return part;
    }
}
