// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.shadow;

import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.Onlooker.Members;
import io.evenkeel.dispatcher.node.SampleColumns;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Sample;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a cluster as they stood at the point to which the trail has been read. One thread.
 *
 * <p>Its rules for eligible nodes, for slow start and for the age of samples are those of the real columns.
 */
final class Mirror implements Nodes {

    private long warmNs;
    private final @Nullable Node[] nodes;
    private final long[] keys;
    private final int[] inFlight;
    private final int[] tunnels;
    private final int[] connections;
    private final int[] limit;
    private final double[] weight;
    private final long[] upSinceNs;
    private final boolean[] takes;
    private final int[] view;
    private final SampleColumns samples;
    private int[] up = {};
    private int slots;
    private int viewCount;
    private long nowNs;

    Mirror(int capacity) {
        nodes = new Node[capacity];
        keys = new long[capacity];
        inFlight = new int[capacity];
        tunnels = new int[capacity];
        connections = new int[capacity];
        limit = new int[capacity];
        weight = new double[capacity];
        upSinceNs = new long[capacity];
        takes = new boolean[capacity];
        view = new int[capacity];
        samples = new SampleColumns(capacity);
    }

    /** Takes over the state of the members; the samples of those that stay are kept. */
    void update(Members members) {
        int count = members.slots();
        slots = count;
        nowNs = members.nowNs();
        warmNs = members.warmNs();
        for (int slot = 0; slot < count; slot++) {
            Node next = members.nodes()[slot];
            if (next != null && next != nodes[slot]) {
                samples.forget(slot);
            }
            nodes[slot] = next;
        }
        System.arraycopy(members.keys(), 0, keys, 0, count);
        System.arraycopy(members.inFlight(), 0, inFlight, 0, count);
        System.arraycopy(members.tunnels(), 0, tunnels, 0, count);
        System.arraycopy(members.connections(), 0, connections, 0, count);
        System.arraycopy(members.limit(), 0, limit, 0, count);
        System.arraycopy(members.weight(), 0, weight, 0, count);
        System.arraycopy(members.upSinceNs(), 0, upSinceNs, 0, count);
        System.arraycopy(members.takes(), 0, takes, 0, count);
        up = members.up();
    }

    void sampled(int slot, double[] row, long takenNs, int others, long newNowNs) {
        nowNs = newNowNs;
        if (row.length == 0) {
            samples.forget(slot);
        } else {
            samples.copy(slot, row, takenNs, others);
        }
    }

    void connections(int slot, int count) {
        connections[slot] = count;
    }

    void started(int slot) {
        inFlight[slot]++;
    }

    void tunnelled(int slot, int newTunnels, long newNowNs) {
        nowNs = newNowNs;
        tunnels[slot] = newTunnels;
    }

    void finished(int slot, int newInFlight, int newTunnels, int newLimit, long newNowNs) {
        nowNs = newNowNs;
        inFlight[slot] = newInFlight;
        tunnels[slot] = newTunnels;
        limit[slot] = newLimit;
    }

    /**
     * Prepares the view for a choice.
     *
     * @param needsSamples the policy works on samples, so it gets nodes without one only when no node has one
     * @param tried slots that the task must not go to again; null for none
     */
    void viewFor(boolean needsSamples, @Nullable BitSet tried, long newNowNs) {
        nowNs = newNowNs;
        boolean someTakes = false;
        boolean someSampled = false;
        for (int slot = 0; slot < slots; slot++) {
            someTakes |= takes[slot];
            someSampled |= takes[slot] && samples.has(slot);
        }
        viewCount = 0;
        if (someTakes) {
            boolean only = needsSamples && someSampled;
            for (int slot = 0; slot < slots; slot++) {
                if (takes[slot] && (!only || samples.has(slot))) {
                    see(slot, tried);
                }
            }
        } else {
            for (int slot : up) {
                see(slot, tried);
            }
        }
    }

    private void see(int slot, @Nullable BitSet tried) {
        if (inFlight[slot] < limit[slot] && (tried == null || !tried.get(slot))) {
            view[viewCount++] = slot;
        }
    }

    boolean viewHas(int slot) {
        return Arrays.binarySearch(view, 0, viewCount, slot) >= 0;
    }

    /** The member in a slot; null where there is none. */
    @Nullable
    Node node(int slot) {
        return nodes[slot];
    }

    /** The time at which the sample of a slot was taken; {@link Long#MIN_VALUE} when there is none. */
    long sampledNs(int slot) {
        return samples.has(slot) ? samples.takenNs(slot) : Long.MIN_VALUE;
    }

    long nowNs() {
        return nowNs;
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
    public long key(int slot) {
        return keys[slot];
    }

    @Override
    public int inFlight(int slot) {
        return inFlight[slot] - tunnels[slot];
    }

    @Override
    public int tunnels(int slot) {
        return tunnels[slot];
    }

    @Override
    public int connections(int slot) {
        return connections[slot];
    }

    @Override
    public int othersInFlight(int slot) {
        return samples.others(slot, nowNs);
    }

    @Override
    public int limit(int slot) {
        return limit[slot];
    }

    @Override
    public double weight(int slot) {
        return slot < slots ? weight[slot] : 1.0;
    }

    @Override
    public double warmShare(int slot) {
        if (slot >= slots || warmNs == 0) {
            return 1.0;
        }
        long upNs = nowNs - upSinceNs[slot];
        return upNs >= warmNs ? 1.0 : Math.max(0.1, (double) upNs / warmNs);
    }

    @Override
    public double sample(int slot, Sample column) {
        return samples.figure(slot, column);
    }

    @Override
    public long sampleAgeNs(int slot) {
        return samples.ageNs(slot, nowNs);
    }
}
