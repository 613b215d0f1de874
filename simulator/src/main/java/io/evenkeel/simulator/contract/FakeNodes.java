// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.contract;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Sample;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Columns whose every cell is set by hand; setters return the columns. One thread; no setter but {@link #of} allocates.
 *
 * <p>A slot is empty, or a node that is eligible, or one that is not. {@link #start} and {@link #finish} count tasks in
 * flight as the dispatcher does.
 */
public final class FakeNodes implements Nodes {

    private static final Sample[] ALL = Sample.values();

    private final int[] eligible;
    private final boolean[] up;
    private final long[] key;
    private final int[] inFlight;
    private final int[] tunnels;
    private final int[] others;
    private final int[] connections;
    private final int[] limit;
    private final double[] weight;
    private final double[] warmShare;
    private final Map<Sample, double[]> samples = new EnumMap<>(Sample.class);
    private final long[] takenNs;
    private final boolean[] sampled;
    private int count;
    private int slots;
    private long nowNs;

    /** Columns with no node in them. */
    public FakeNodes(int maxNodes) {
        eligible = new int[maxNodes];
        up = new boolean[maxNodes];
        key = new long[maxNodes];
        inFlight = new int[maxNodes];
        tunnels = new int[maxNodes];
        others = new int[maxNodes];
        connections = new int[maxNodes];
        limit = new int[maxNodes];
        weight = new double[maxNodes];
        warmShare = new double[maxNodes];
        for (Sample column : ALL) {
            samples.put(column, new double[maxNodes]);
        }
        takenNs = new long[maxNodes];
        sampled = new boolean[maxNodes];
        for (int slot = 0; slot < maxNodes; slot++) {
            clear(slot);
        }
    }

    /** Idle, warm, eligible nodes of weight 1 in slots 0 to {@code nodes - 1}. */
    public static FakeNodes of(int nodes) {
        FakeNodes columns = new FakeNodes(nodes);
        for (int slot = 0; slot < nodes; slot++) {
            columns.join(slot);
        }
        return columns;
    }

    /** Puts a fresh, eligible node into a slot. */
    public FakeNodes join(int slot) {
        clear(slot);
        slots = Math.max(slots, slot + 1);
        return eligible(slot, true);
    }

    /** Takes the node of a slot out; what it runs stays counted until it is finished. */
    public FakeNodes leave(int slot) {
        return eligible(slot, false);
    }

    /** Lists a node as eligible for the next choice, or not. */
    public FakeNodes eligible(int slot, boolean nowEligible) {
        up[slot] = nowEligible;
        count = 0;
        for (int s = 0; s < slots; s++) {
            if (up[s]) {
                eligible[count++] = s;
            }
        }
        return this;
    }

    /** True for the nodes listed as eligible. */
    public boolean eligible(int slot) {
        return up[slot];
    }

    /** Sets the key of a node. */
    public FakeNodes key(int slot, long newKey) {
        key[slot] = newKey;
        return this;
    }

    /** Sets the tasks this dispatcher has in a node. */
    public FakeNodes inFlight(int slot, int tasks) {
        inFlight[slot] = tasks;
        return this;
    }

    /** Sets how many tunnels of this dispatcher a node has. */
    public FakeNodes tunnels(int slot, int open) {
        tunnels[slot] = open;
        return this;
    }

    /** Sets the tasks other dispatchers have in a node. */
    public FakeNodes othersInFlight(int slot, int tasks) {
        others[slot] = tasks;
        return this;
    }

    /** Sets the open connections of a node. */
    public FakeNodes connections(int slot, int open) {
        connections[slot] = open;
        return this;
    }

    /** Sets the most tasks a node may have. */
    public FakeNodes limit(int slot, int tasks) {
        limit[slot] = tasks;
        return this;
    }

    /** Sets the administrator's weight of a node. */
    public FakeNodes weight(int slot, double newWeight) {
        weight[slot] = newWeight;
        return this;
    }

    /** Sets how warm a node is, 0.1 to 1.0. */
    public FakeNodes warmShare(int slot, double share) {
        warmShare[slot] = share;
        return this;
    }

    /** Sets one column of a node's sample and makes the sample fresh. */
    public FakeNodes sample(int slot, Sample column, double value) {
        column(column)[slot] = value;
        return sampleAgeNs(slot, 0);
    }

    /** Sets the age of a node's sample; {@link Long#MAX_VALUE} for none. */
    public FakeNodes sampleAgeNs(int slot, long ageNs) {
        sampled[slot] = ageNs < Long.MAX_VALUE;
        takenNs[slot] = nowNs - ageNs;
        return this;
    }

    /** Takes the sample of a node away. */
    public FakeNodes withoutSample(int slot) {
        for (Sample column : ALL) {
            column(column)[slot] = Double.NaN;
        }
        sampled[slot] = false;
        return this;
    }

    /** Sets the time, by which samples age. */
    public FakeNodes time(long newNowNs) {
        nowNs = newNowNs;
        return this;
    }

    /** Counts one more task in flight; returns the slot. */
    public int start(int slot) {
        inFlight[slot]++;
        return slot;
    }

    /** Counts one task in flight as a tunnel from now on. */
    public void tunnel(int slot) {
        inFlight[slot]--;
        tunnels[slot]++;
    }

    /** Counts one tunnel fewer. */
    public void tunnelEnds(int slot) {
        tunnels[slot]--;
    }

    /** Counts one task fewer in flight. */
    public void finish(int slot) {
        inFlight[slot]--;
    }

    private double[] column(Sample column) {
        return Objects.requireNonNull(samples.get(column));
    }

    private void clear(int slot) {
        key[slot] = (slot + 1) * 0xD1B54A32D192ED03L;
        inFlight[slot] = 0;
        tunnels[slot] = 0;
        others[slot] = 0;
        connections[slot] = 0;
        limit[slot] = Integer.MAX_VALUE;
        weight[slot] = 1;
        warmShare[slot] = 1;
        withoutSample(slot);
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int at(int k) {
        return eligible[k];
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public long key(int slot) {
        return key[slot];
    }

    @Override
    public int inFlight(int slot) {
        return inFlight[slot];
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
        return others[slot];
    }

    @Override
    public int limit(int slot) {
        return limit[slot];
    }

    @Override
    public double weight(int slot) {
        return weight[slot];
    }

    @Override
    public double warmShare(int slot) {
        return warmShare[slot];
    }

    @Override
    public double sample(int slot, Sample column) {
        return column(column)[slot];
    }

    @Override
    public long sampleAgeNs(int slot) {
        return sampled[slot] ? nowNs - takenNs[slot] : Long.MAX_VALUE;
    }
}
