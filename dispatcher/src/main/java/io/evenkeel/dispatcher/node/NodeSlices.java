// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.policy.LoadBySlice;
import io.evenkeel.policy.SliceFigure;

/**
 * The load of the nodes of a cluster by slices of time, as the policy of one dispatcher counts it, for joined ones.
 * Arrays have an entry for each node, in the order of those of whom it is told, and are not changed.
 *
 * @param load as policies know it
 */
@SuppressWarnings("EnumOrdinal") // a row of numbers for each figure
public record NodeSlices(LoadBySlice load) {

    private static final SliceFigure[] FIGURES = SliceFigure.values();

    /**
     * The load that another dispatcher has told.
     *
     * @param lengthNs length of a slice, above 0
     * @param leftNs time to the end of the present one, above 0 and at most {@code lengthNs}
     * @param came requests that have come in the present slice
     * @param expected requests that are expected: a row for each slice, the present one first
     * @param running mean tasks in flight in the last slice that is over, finite and at least 0
     * @param ended tasks that were done in it
     * @throws IllegalArgumentException when lengths differ, or a time or a mean is out of its range
     */
    public NodeSlices(long lengthNs, long leftNs, int[] came, int[][] expected, double[] running, int[] ended) {
        this(new LoadBySlice(lengthNs, leftNs, came, expected, running, ended));
    }

    /** Sums of figures, all 0, for a number of nodes: a row for each figure that {@link #addTo} knows. */
    public static double[][] sums(int nodes) {
        return new double[FIGURES.length][nodes];
    }

    /**
     * Adds the figures of a node to sums.
     *
     * @param at its place here
     * @param to its place there
     * @param share the part that counts, 0.0 to 1.0
     * @param ageNs time since this was told
     */
    public void addTo(double[][] sums, int at, int to, double share, long ageNs) {
        for (SliceFigure each : FIGURES) {
            sums[each.ordinal()][to] += share * load.figure(each, at, ageNs);
        }
    }

    /** The load of some of the nodes, by their places. */
    public NodeSlices at(int[] places) {
        return new NodeSlices(load.at(places));
    }

    /** True for a node of which nothing is told. */
    public boolean isIdle(int place) {
        return load.isIdle(place);
    }

    /** Length of a slice, nanoseconds. */
    public long lengthNs() {
        return load.lengthNs();
    }

    /** Time to the end of the present slice, nanoseconds. */
    public long leftNs() {
        return load.leftNs();
    }

    /** Requests that have come in the present slice. */
    public int[] came() {
        return load.came();
    }

    /** Requests that are expected, by slice. */
    public int[][] expected() {
        return load.expected();
    }

    /** Mean tasks in flight in the last slice that is over. */
    public double[] running() {
        return load.running();
    }

    /** Tasks that were done in it. */
    public int[] ended() {
        return load.ended();
    }
}
