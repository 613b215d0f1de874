// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.headroom;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Sample;

/**
 * The number of tasks in each node that hold no worker, such as asynchronous long polls.
 *
 * <pre>
 * parked     expected + rest, 0 below 0.5, and 0 in a node that does not report
 * expected   own tasks in flight whose kind parks, begun while the node reports: known exactly, from start to end
 * rest       += 1/2 (IN_FLIGHT - WORKERS_BUSY - expected - rest) with each sample;  -= 1 when an own task in it ends
 * in it      ended well, began before the node's last sample, and took more than 10 max(s, median) while parked was
 *            above 0; of a kind that does not park only while the sample has more tasks without a worker than with one
 * kind       share of its tasks that were parked, gain 0.1, of 256 cells by content key; parks above 1/2
 * </pre>
 *
 * Samples alone are not enough: they are a tenth of a second old. If some polls begin and end between two of them, the
 * number at work, one or two, is wrong by as much; decision record 0027 has the figures. A kind that is wrongly taken
 * for parked makes the rest negative, so the sum still follows the samples. Nothing would correct it in a node without
 * samples, so every task there is work.
 *
 * <p>Cost: O(1) for everything. Content key 0 is of no kind.
 */
public final class ParkedTasks {

    private static final int CELLS = 256;
    private static final double KIND_GAIN = 0.1;
    private static final double PARKS = 0.5;
    private static final double SAMPLE_GAIN = 0.5;
    private static final double LEAST = 0.5;
    private static final double MOST = 1e6;

    private final double[] kinds = new double[CELLS];
    private final int[] expected;
    private final double[] rest;
    private final double[] parked;
    private final boolean[] reports;
    private final boolean[] mostly;

    public ParkedTasks(int maxNodes) {
        expected = new int[maxNodes];
        rest = new double[maxNodes];
        parked = new double[maxNodes];
        reports = new boolean[maxNodes];
        mostly = new boolean[maxNodes];
    }

    /** The number of the node's tasks that hold no worker: 0, or at least 0.5. */
    public double in(int slot) {
        return parked[slot];
    }

    /**
     * True when a task that took far too long may have been parked.
     *
     * @param wasExpected true when it was one of a kind that parks; of another kind that is believed only while the
     *     node's sample has more tasks without a worker than with one: where everything is slow, the workers are busy
     */
    public boolean explains(int slot, boolean wasExpected) {
        return parked[slot] > 0 && (wasExpected || mostly[slot]);
    }

    /**
     * A task was given to the node.
     *
     * @return true when it is expected to park: it counts as parked from now on, until {@link #ended} or {@link
     * #left}
     */
    public boolean begun(int slot, long contentKey) {
        if (!reports[slot] || contentKey == 0 || kinds[cell(contentKey)] <= PARKS) {
            return false;
        }
        expected[slot]++;
        count(slot);
        return true;
    }

    /** A task that was expected to park does not count any more. */
    public void left(int slot) {
        expected[slot] = Math.max(0, expected[slot] - 1);
        count(slot);
    }

    /**
     * A task has ended well in a node that reports.
     *
     * @param wasExpected the result of {@link #begun} for this task
     * @param wasParked true when it was in the node at its last sample and took far longer than work does
     */
    public void ended(int slot, long contentKey, boolean wasExpected, boolean wasParked) {
        if (wasExpected) {
            left(slot);
        } else if (wasParked) {
            rest[slot] -= 1;
            count(slot);
        }
        if (contentKey == 0) {
            return;
        }
        int cell = cell(contentKey);
        if (wasParked) {
            kinds[cell] += KIND_GAIN * (1 - kinds[cell]);
        } else if (kinds[cell] > 0) {
            kinds[cell] -= KIND_GAIN * kinds[cell];
        }
    }

    /** Takes over what the node's sample says. */
    public void read(int slot, Nodes nodes) {
        double busy = nodes.sample(slot, Sample.WORKERS_BUSY);
        double idle = nodes.sample(slot, Sample.IN_FLIGHT) - busy;
        double told = idle > 0 && idle <= MOST ? idle : 0;
        mostly[slot] = told > busy;
        reports[slot] = true;
        rest[slot] += SAMPLE_GAIN * (told - expected[slot] - rest[slot]);
        count(slot);
    }

    /** Forgets what samples said of the node, which does not report any more. */
    public void forget(int slot) {
        reports[slot] = false;
        mostly[slot] = false;
        rest[slot] = 0;
        count(slot);
    }

    /** A node takes the slot, or leaves it. */
    public void clear(int slot) {
        expected[slot] = 0;
        forget(slot);
    }

    /** Takes over kinds and tasks of another one, whose tasks end here; after the samples of all nodes. */
    public void inherit(ParkedTasks before) {
        System.arraycopy(before.kinds, 0, kinds, 0, CELLS);
        for (int slot = 0; slot < Math.min(parked.length, before.parked.length); slot++) {
            expected[slot] = before.expected[slot];
            rest[slot] = before.rest[slot];
            count(slot);
        }
    }

    private void count(int slot) {
        double sum = reports[slot] ? expected[slot] + rest[slot] : 0;
        parked[slot] = sum < LEAST ? 0 : sum;
    }

    private static int cell(long contentKey) {
        return (int) ((contentKey * 0x9E3779B97F4A7C15L) >>> 56);
    }
}
