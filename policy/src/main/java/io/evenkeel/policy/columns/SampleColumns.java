// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.columns;

import io.evenkeel.policy.Sample;
import java.util.Arrays;

/**
 * The newest sample of every node of a cluster, as columns. A read is an array access and allocates
 * nothing. Threads: one at a time.
 *
 * <p>A sample brings all its figures at once: what the newest one does not say is absent, whatever an older one said.
 */
@SuppressWarnings("EnumOrdinal") // an array by column, as an EnumMap has one, of unboxed numbers
public final class SampleColumns {

    private static final long OTHERS_FOR_NS = 5_000_000_000L;
    private static final int WIDTH = Sample.values().length;
    private static final double[] NONE = {};

    private final double[] figures;
    private final long[] takenNs;
    private final boolean[] present;
    private final int[] others;

    public SampleColumns(int capacity) {
        figures = new double[capacity * WIDTH];
        takenNs = new long[capacity];
        present = new boolean[capacity];
        others = new int[capacity];
        Arrays.fill(figures, Double.NaN);
    }

    /**
     * Takes over a sample.
     *
     * @param rows holds a figure for each {@link Sample} by its ordinal, NaN where there is none
     * @param from the place of the first of them
     * @param ownInFlight tasks that this dispatcher has in the node now; what the node reports above that is of others
     * @return true when the node had no sample before
     */
    public boolean put(int slot, double[] rows, int from, long newTakenNs, int ownInFlight) {
        double reported = rows[from + Sample.IN_FLIGHT.ordinal()];
        boolean first = !present[slot];
        copy(slot, rows, from, newTakenNs, reported > ownInFlight ? (int) Math.min(1e9, reported - ownInFlight) : 0);
        return first;
    }

    /** Takes over a sample of which it is known already how many tasks in the node are of others. */
    public void copy(int slot, double[] rows, int from, long newTakenNs, int newOthers) {
        System.arraycopy(rows, from, figures, slot * WIDTH, WIDTH);
        takenNs[slot] = newTakenNs;
        others[slot] = newOthers;
        present[slot] = true;
    }

    /** Takes over the samples of the first slots of other columns, which have the room for them. */
    void copy(SampleColumns from, int slots) {
        System.arraycopy(from.figures, 0, figures, 0, slots * WIDTH);
        System.arraycopy(from.takenNs, 0, takenNs, 0, slots);
        System.arraycopy(from.present, 0, present, 0, slots);
        System.arraycopy(from.others, 0, others, 0, slots);
    }

    /** Makes the node one without a sample; true when it had one. */
    public boolean forget(int slot) {
        boolean had = present[slot];
        present[slot] = false;
        others[slot] = 0;
        Arrays.fill(figures, slot * WIDTH, (slot + 1) * WIDTH, Double.NaN);
        return had;
    }

    /** True when the node has a sample. */
    public boolean has(int slot) {
        return present[slot];
    }

    /** A figure of the last sample, or NaN. */
    public double figure(int slot, Sample column) {
        return figures[slot * WIDTH + column.ordinal()];
    }

    /** A copy of all figures of a node; empty when it has no sample. */
    public double[] row(int slot) {
        return present[slot] ? Arrays.copyOfRange(figures, slot * WIDTH, (slot + 1) * WIDTH) : NONE;
    }

    /** The time at which the last sample was taken, monotonic. */
    public long takenNs(int slot) {
        return takenNs[slot];
    }

    /** Tasks of others by the last sample, however old. */
    public int others(int slot) {
        return others[slot];
    }

    /**
     * The same while they can still be there: a node that gets nothing because of them would never tell that they have
     * gone.
     */
    public int others(int slot, long nowNs) {
        int known = others[slot];
        return known != 0 && nowNs - takenNs[slot] <= OTHERS_FOR_NS ? known : 0;
    }

    /** True while the last sample tells which tasks in the node are of others: it counts tasks, and is not too old. */
    public boolean tellsOthers(int slot, long nowNs) {
        return present[slot] && nowNs - takenNs[slot] <= OTHERS_FOR_NS && !Double.isNaN(figure(slot, Sample.IN_FLIGHT));
    }

    /** Time since the sample was taken; {@link Long#MAX_VALUE} when there is none. */
    public long ageNs(int slot, long nowNs) {
        return present[slot] ? Math.max(0, nowNs - takenNs[slot]) : Long.MAX_VALUE;
    }
}
