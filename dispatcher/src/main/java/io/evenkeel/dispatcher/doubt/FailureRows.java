// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.doubt;

/**
 * The failures in a row of each node of a cluster, by slot.
 *
 * <p>It answers two questions. Is the row <em>long</em>: it counts points since the last success, and an answer with
 * status 500, or one stream that the node has reset, weighs half, because it may be the fault of one page. Does the
 * node fail <em>alone</em>: three failures in a row on at least two different paths, while the last task of every
 * other node succeeded and one of them has twenty successes in a row. One broken page is one path, and an application
 * that fails everywhere fails at the others too, so neither makes a node fail alone.
 *
 * <p>Inside the cluster's gate. Nothing allocates after construction.
 */
public final class FailureRows {

    /** Failures in a row that are enough when no other node fails. */
    static final int ALONE = 3;

    /** Successes in a row of another node without which there is nothing to compare with. */
    static final int PROVEN = 20;

    private final int[] points;
    private final int[] failures;
    private final int[] successes;
    private final long[] path;
    private final boolean[] paths;

    /**
     * @param capacity slots are below this number
     */
    public FailureRows(int capacity) {
        points = new int[capacity];
        failures = new int[capacity];
        successes = new int[capacity];
        path = new long[capacity];
        paths = new boolean[capacity];
    }

    /** A task succeeded: the row of failures is over. */
    public void succeeded(int slot) {
        end(slot);
        successes[slot]++;
    }

    /**
     * A task failed.
     *
     * @param answered the failure was an answer with status 500, or the reset of one stream
     * @param key a hash of what the task asks for, {@code Task.contentKey}; 0 when it is not known
     */
    public void failed(int slot, boolean answered, long key) {
        points[slot] += answered ? 1 : 2;
        paths[slot] |= failures[slot] > 0 && key != path[slot];
        path[slot] = key;
        failures[slot]++;
        successes[slot] = 0;
    }

    /** Ends a row of failures without a success, for example when the node returns. */
    public void end(int slot) {
        points[slot] = 0;
        failures[slot] = 0;
        paths[slot] = false;
    }

    /** Forgets what an earlier owner of the slot left behind. */
    public void forget(int slot) {
        end(slot);
        successes[slot] = 0;
    }

    /**
     * True when the row is long.
     *
     * @param consecutive failures in a row that are enough
     */
    public boolean isLong(int slot, int consecutive) {
        return points[slot] / 2 >= consecutive;
    }

    /**
     * True when the node fails alone.
     *
     * @param eligible slots of the nodes that take tasks; the first {@code count} entries
     */
    public boolean isAlone(int slot, int[] eligible, int count) {
        if (failures[slot] < ALONE || !paths[slot]) {
            return false;
        }
        boolean proven = false;
        for (int k = 0; k < count; k++) {
            int other = eligible[k];
            if (other != slot && failures[other] > 0) {
                return false;
            }
            proven |= other != slot && successes[other] >= PROVEN;
        }
        return proven;
    }
}
