// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.contract;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.SliceFigure;
import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.policy.columns.NodeRank;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Columns whose every cell is set by hand; setters return the columns. One thread; no setter but {@link #of} allocates.
 *
 * <p>A slot is empty, or a node that may take tasks, or one that may not. {@link #start} and {@link #finish} count
 * tasks in flight as the dispatcher does, and by its rules a full node is not eligible.
 */
public final class FakeNodes implements Nodes {

    private static final Sample[] ALL = Sample.values();

    private final NodeArrays arrays;
    private final int[] others;
    private final double[] warmShare;
    private final Map<Sample, double[]> samples = new EnumMap<>(Sample.class);
    private final long[] takenNs;
    private final boolean[] sampled;
    private int home = -1;
    private long nowNs;

    /** Columns with no node in them. */
    public FakeNodes(int maxNodes) {
        arrays = new NodeArrays(maxNodes);
        others = new int[maxNodes];
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
        arrays.join(slot, (slot + 1) * 0xD1B54A32D192ED03L);
        return eligible(slot, true);
    }

    /** Takes the node of a slot out; what it runs stays counted until it is finished. */
    public FakeNodes leave(int slot) {
        return eligible(slot, false);
    }

    /** Lets a node take tasks from the next choice on, or not. */
    public FakeNodes eligible(int slot, boolean nowEligible) {
        arrays.rank(slot, nowEligible ? NodeRank.TAKES : NodeRank.OUT, nowEligible);
        arrays.relist();
        return shown();
    }

    /** True for the nodes that are eligible. */
    public boolean eligible(int slot) {
        return arrays.shows(slot);
    }

    private FakeNodes shown() {
        arrays.viewFor(nowNs, null);
        return this;
    }

    /** Sets the node that the present task belongs to; -1 for none. */
    public FakeNodes home(int slot) {
        home = slot;
        return this;
    }

    /** Sets the key of a node. */
    public FakeNodes key(int slot, long newKey) {
        arrays.key(slot, newKey);
        return this;
    }

    /** Sets the tasks this dispatcher has in a node. */
    public FakeNodes inFlight(int slot, int tasks) {
        arrays.tasks(slot, tasks + arrays.tunnels(slot), arrays.tunnels(slot));
        return shown();
    }

    /** Sets how many tunnels of this dispatcher a node has. */
    public FakeNodes tunnels(int slot, int open) {
        arrays.tasks(slot, arrays.inFlight(slot) + open, open);
        return shown();
    }

    /** Sets the services that a node is for, as bits. */
    public FakeNodes services(int slot, long bits) {
        arrays.traits().services(slot, bits);
        return this;
    }

    /** Sets the tasks other dispatchers have in a node. */
    public FakeNodes othersInFlight(int slot, int tasks) {
        others[slot] = tasks;
        return this;
    }

    /** Sets the tasks that joined dispatchers have in a node. */
    public FakeNodes peersInFlight(int slot, int tasks) {
        arrays.traits().peers(slot, tasks);
        return this;
    }

    /** Sets a figure of the load that joined dispatchers tell of a node. */
    public FakeNodes peersBySlice(int slot, SliceFigure figure, double value) {
        arrays.traits().peersBySlice(slot, figure, value);
        return this;
    }

    /** Sets the open connections of a node. */
    public FakeNodes connections(int slot, int open) {
        arrays.connections(slot, open);
        return this;
    }

    /** Sets the most tasks a node may have. */
    public FakeNodes limit(int slot, int tasks) {
        arrays.limit(slot, tasks);
        return shown();
    }

    /** Sets the administrator's weight of a node. */
    public FakeNodes weight(int slot, double newWeight) {
        arrays.traits().weight(slot, newWeight);
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
        arrays.start(slot);
        shown();
        return slot;
    }

    /** Counts one task in flight as a tunnel from now on. */
    public void tunnel(int slot) {
        arrays.tunnel(slot);
    }

    /** Counts one tunnel fewer. */
    public void tunnelEnds(int slot) {
        arrays.finish(slot, true);
        shown();
    }

    /** Counts one task fewer in flight. */
    public void finish(int slot) {
        arrays.finish(slot, false);
        shown();
    }

    private double[] column(Sample column) {
        return Objects.requireNonNull(samples.get(column));
    }

    private void clear(int slot) {
        arrays.tasks(slot, 0, 0);
        arrays.connections(slot, 0);
        arrays.limit(slot, Integer.MAX_VALUE);
        arrays.traits().weight(slot, 1);
        others[slot] = 0;
        warmShare[slot] = 1;
        withoutSample(slot);
    }

    @Override
    public int count() {
        return arrays.count();
    }

    @Override
    public int at(int k) {
        return arrays.at(k);
    }

    @Override
    public int home() {
        return home;
    }

    @Override
    public int slots() {
        return arrays.slots();
    }

    @Override
    public long key(int slot) {
        return arrays.key(slot);
    }

    @Override
    public int inFlight(int slot) {
        return arrays.inFlight(slot);
    }

    @Override
    public int tunnels(int slot) {
        return arrays.tunnels(slot);
    }

    @Override
    public int connections(int slot) {
        return arrays.connections(slot);
    }

    @Override
    public int othersInFlight(int slot) {
        return others[slot];
    }

    @Override
    public int peersInFlight(int slot) {
        return arrays.peersInFlight(slot);
    }

    @Override
    public double peersBySlice(int slot, SliceFigure figure) {
        return arrays.peersBySlice(slot, figure);
    }

    @Override
    public int limit(int slot) {
        return arrays.limit(slot);
    }

    @Override
    public double weight(int slot) {
        return arrays.weight(slot);
    }

    @Override
    public long services(int slot) {
        return arrays.services(slot);
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
