// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Sample;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The columns of one cluster, as policies see them. All access is inside the cluster's gate.
 *
 * <p>The eligible list is kept ready: it changes with membership and health only. A choice filters it again just when some node is
 * full or the task has already been tried somewhere.
 */
final class NodeColumns implements Nodes {

    final @Nullable Node[] nodes;
    final int[] inFlight;
    final int[] connections;
    final int[] limit;
    final long[] started;
    final long[] succeeded;
    final long[] failed;
    final long[] abandoned;

    /** Eligible by state, ascending; the first {@link #upCount} entries. */
    final int[] up;

    /** True for the slots in {@link #up}. */
    final boolean[] listed;

    int upCount;
    /** How many nodes of {@link #up} are at their limit. */
    int fullCount;

    int slots;
    long nowNs;
    private final long warmNs;
    private final int[] filtered;
    private int[] view;
    private int viewCount;

    NodeColumns(int capacity, long warmNs) {
        this.warmNs = warmNs;
        nodes = new Node[capacity];
        inFlight = new int[capacity];
        connections = new int[capacity];
        limit = new int[capacity];
        started = new long[capacity];
        succeeded = new long[capacity];
        failed = new long[capacity];
        abandoned = new long[capacity];
        up = new int[capacity];
        listed = new boolean[capacity];
        filtered = new int[capacity];
        view = up;
    }

    int capacity() {
        return nodes.length;
    }

    /** Readies the view for one choice; returns the number of nodes the task may go to. */
    int viewFor(PendingTask task) {
        nowNs = task.nowNs();
        if (fullCount == 0 && task.attempt() == 0) {
            view = up;
            viewCount = upCount;
            return upCount;
        }
        int count = 0;
        for (int k = 0; k < upCount; k++) {
            int slot = up[k];
            if (inFlight[slot] < limit[slot] && !task.tried(slot)) {
                filtered[count++] = slot;
            }
        }
        view = filtered;
        viewCount = count;
        return count;
    }

    boolean viewHas(int slot) {
        return Arrays.binarySearch(view, 0, viewCount, slot) >= 0;
    }

    void listUp(int[] slotsUp, int count) {
        Arrays.fill(listed, false);
        System.arraycopy(slotsUp, 0, up, 0, count);
        upCount = count;
        fullCount = 0;
        for (int k = 0; k < count; k++) {
            int slot = up[k];
            listed[slot] = true;
            if (inFlight[slot] >= limit[slot]) {
                fullCount++;
            }
        }
    }

    void start(int slot) {
        started[slot]++;
        if (++inFlight[slot] == limit[slot] && listed[slot]) {
            fullCount++;
        }
    }

    void finish(int slot) {
        if (inFlight[slot]-- == limit[slot] && listed[slot]) {
            fullCount--;
        }
    }

    void forget(int slot) {
        started[slot] = 0;
        succeeded[slot] = 0;
        failed[slot] = 0;
        abandoned[slot] = 0;
    }

    @Override
    public int count() {
        return viewCount;
    }

    @Override
    public int at(int k) {
        return view[k];
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public int inFlight(int slot) {
        return inFlight[slot];
    }

    @Override
    public int connections(int slot) {
        return connections[slot];
    }

    @Override
    public int othersInFlight(int slot) {
        return 0;
    }

    @Override
    public int limit(int slot) {
        return limit[slot];
    }

    @Override
    public double weight(int slot) {
        Node node = nodes[slot];
        return node == null ? 1.0 : node.weight;
    }

    @Override
    public double warmShare(int slot) {
        Node node = nodes[slot];
        if (node == null || warmNs == 0) {
            return 1.0;
        }
        double share = (double) (nowNs - node.upSinceNs) / warmNs;
        return share >= 1.0 ? 1.0 : Math.max(0.1, share);
    }

    @Override
    public double sample(int slot, Sample column) {
        return Double.NaN;
    }

    @Override
    public long sampleAgeNs(int slot) {
        return Long.MAX_VALUE;
    }
}
