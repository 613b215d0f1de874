// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.columns;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.SliceFigure;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a cluster in arrays, and the rules for the nodes that a task may go to.
 *
 * <p>A node is <em>listed</em> when its {@link NodeRank} is the best that any node has, and its group the lowest of
 * those that have one of this rank; for a policy that works on
 * samples, nodes without one are left out unless no node has one. A listed node is <em>eligible</em> for a task unless
 * it is full or the task was tried there. A node is <em>homeable</em> for a task that belongs to it when it is listed
 * or keeps its homes, as a draining node does, and is neither full nor tried.
 *
 * <p>The owner calls {@link #relist} after ranks, members, or the first or last sample of a node came or went. Nothing
 * allocates but {@link #copy} and, while it grows, {@link #relist}.
 *
 * <p>Threads: one at a time; in the dispatcher, the one inside the cluster's gate.
 */
@SuppressWarnings("EnumOrdinal") // a row of numbers for each figure
public final class NodeArrays implements Nodes {

    /** Answer of {@link #home}: no member has the key, or it neither takes tasks nor keeps its homes. */
    public static final int HOME_GONE = -1;

    /** Answer of {@link #home}: the node has as many tasks as it may. */
    public static final int HOME_FULL = -2;

    /** Answer of {@link #home}: the task has failed there. */
    public static final int HOME_TRIED = -3;

    private final long[] keys;
    private final int[] tasks;
    private final int[] tunnels;
    private final int[] connections;
    private final int[] limit;
    private final NodeTraits traits;
    private final SampleColumns samples;
    private final EligibleSlots eligible;
    private int[] view;
    private int viewCount;
    private int home = HOME_GONE;
    private int slots;
    private long nowNs;

    /** Columns without a node; slots are below {@code capacity}. */
    public NodeArrays(int capacity) {
        keys = new long[capacity];
        tasks = new int[capacity];
        tunnels = new int[capacity];
        connections = new int[capacity];
        limit = new int[capacity];
        traits = new NodeTraits(capacity);
        samples = new SampleColumns(capacity);
        eligible = new EligibleSlots(tasks, limit, samples);
        view = eligible.listed;
        Arrays.fill(limit, Integer.MAX_VALUE);
    }

    /** A copy of the slots that were ever used, with no room for more; its view shows every listed node. */
    public NodeArrays copy() {
        NodeArrays copy = new NodeArrays(slots);
        System.arraycopy(keys, 0, copy.keys, 0, slots);
        System.arraycopy(tasks, 0, copy.tasks, 0, slots);
        System.arraycopy(tunnels, 0, copy.tunnels, 0, slots);
        System.arraycopy(connections, 0, copy.connections, 0, slots);
        System.arraycopy(limit, 0, copy.limit, 0, slots);
        copy.traits.copy(traits, slots);
        copy.samples.copy(samples, slots);
        copy.eligible.copy(eligible, slots);
        copy.slots = slots;
        copy.nowNs = nowNs;
        copy.relist();
        return copy;
    }

    /** Slots are below this number. */
    public int capacity() {
        return keys.length;
    }

    /** Sets the time of the next calls, monotonic. */
    public void now(long newNowNs) {
        nowNs = newNowNs;
    }

    /** The time that was set last. */
    public long nowNs() {
        return nowNs;
    }

    /** A node takes a slot, without a sample; it takes no tasks until its rank is set. Counts stay as they are. */
    public void join(int slot, long key) {
        keys[slot] = key;
        slots = Math.max(slots, slot + 1);
        samples.forget(slot);
        traits.forgetPeers(slot);
        rank(slot, NodeRank.OUT, false);
    }

    /** Sets the key of a node, from the next {@link #relist} on. */
    public void key(int slot, long key) {
        keys[slot] = key;
    }

    /**
     * Sets the group of a node, from 1, from the next {@link #relist} on: nodes are listed when no node of a lower
     * group has their rank, the best that any node has.
     */
    public void group(int slot, int group) {
        eligible.group(slot, group);
    }

    /** Sets the number of open connections to a node. */
    public void connections(int slot, int open) {
        connections[slot] = open;
    }

    /**
     * Sets the rank of a node, from the next {@link #relist} on.
     *
     * @param keepsHomes true when tasks that belong to the node may go to it even where it is not listed
     */
    public void rank(int slot, NodeRank rank, boolean keepsHomes) {
        eligible.rank(slot, rank, keepsHomes);
    }

    /** Sets whether the policy works on samples; when that changes, the list is made again. */
    public void needsSamples(boolean needs) {
        if (needs != eligible.needsSamples) {
            eligible.needsSamples = needs;
            relist();
        }
    }

    /** Lists the nodes that may be chosen; the view shows them all. */
    public void relist() {
        eligible.relist(keys, slots);
        viewAll(nowNs);
    }

    /** The number of listed nodes. */
    public int listedCount() {
        return eligible.count;
    }

    /** The listed slots, ascending; the first {@link #listedCount} entries count. Not to be changed. */
    public int[] listed() {
        return eligible.listed;
    }

    /** Says why a node is not listed, as of the last {@link #relist}. */
    public NodeListing listing(int slot) {
        return eligible.listing(slot);
    }

    /** True while a policy that works on samples is shown nodes without one, because none that takes tasks has one. */
    public boolean blind() {
        return eligible.blind;
    }

    /** True when a node has as many tasks as it may. */
    public boolean isFull(int slot) {
        return eligible.isFull(slot);
    }

    /** Sets the most tasks a node may have, tunnels included. */
    public void limit(int slot, int most) {
        int before = eligible.full(slot);
        limit[slot] = most;
        eligible.fuller(eligible.full(slot) - before);
    }

    /** Sets the tasks of a node, tunnels included, and the tunnels among them. */
    public void tasks(int slot, int running, int newTunnels) {
        int before = eligible.full(slot);
        tasks[slot] = running;
        tunnels[slot] = newTunnels;
        eligible.fuller(eligible.full(slot) - before);
    }

    /** Tasks given to a node and not ended, tunnels included: what limits count. */
    public int tasks(int slot) {
        return tasks[slot];
    }

    /** Counts a task that was given to a node. */
    public void start(int slot) {
        eligible.start(slot);
    }

    /**
     * Counts the end of a task.
     *
     * @param tunnel the task had become a tunnel
     */
    public void finish(int slot, boolean tunnel) {
        tunnels[slot] -= tunnel ? 1 : 0;
        eligible.finish(slot);
    }

    /** Counts a task as a tunnel from now on; returns the node's tunnels. */
    public int tunnel(int slot) {
        return ++tunnels[slot];
    }

    /**
     * Takes over the newest sample of a node.
     *
     * @param rows holds a figure for each {@link Sample} by its ordinal, NaN where there is none
     * @param from the place of the first of them
     * @return true when the node had no sample before
     */
    public boolean sample(int slot, double[] rows, int from, long takenNs) {
        return samples.put(slot, rows, from, takenNs, inFlight(slot));
    }

    /** The traits of the nodes, which are set. */
    public NodeTraits traits() {
        return traits;
    }

    /** The samples of the nodes. */
    public SampleColumns samples() {
        return samples;
    }

    /**
     * Readies the view for one choice.
     *
     * @param tried the slots that the task must not take; null when it may take any
     * @return the number of nodes that are eligible
     */
    public int viewFor(long now, @Nullable TriedSlots tried) {
        nowNs = now;
        home = HOME_GONE;
        viewCount = eligible.viewFor(tried);
        view = eligible.view;
        return viewCount;
    }

    /**
     * Readies the view for one choice of a policy that decides about homes.
     *
     * @param tried the slots that the task must not take; null when it may take any
     * @param homeKey key of the node that the task belongs to; 0 for none
     * @return the number of nodes that are eligible
     */
    public int viewFor(long now, @Nullable TriedSlots tried, long homeKey) {
        int count = viewFor(now, tried);
        home = homeKey == 0 ? HOME_GONE : home(homeKey, tried);
        return count;
    }

    /** Readies the view for news that belong to no task: every listed node. */
    public void viewAll(long now) {
        nowNs = now;
        home = HOME_GONE;
        view = eligible.listed;
        viewCount = eligible.count;
    }

    /** True when the present view shows a slot. */
    public boolean shows(int slot) {
        return Arrays.binarySearch(view, 0, viewCount, slot) >= 0;
    }

    /**
     * Finds the node to which a task belongs, if that takes the task now.
     *
     * @param key of the node
     * @param tried the slots that the task must not take; null when it may take any
     * @return a slot, {@link #HOME_GONE}, {@link #HOME_FULL} or {@link #HOME_TRIED}
     */
    public int home(long key, @Nullable TriedSlots tried) {
        return eligible.home(key, tried);
    }

    /** The slot of the member with a key; -1 when there is none. */
    public int slotOf(long key) {
        return eligible.slotOf(key);
    }

    /** True when a task that waits for the node of a slot can go there now. */
    public boolean takesHome(int slot) {
        return eligible.hasHomes(slot) && !eligible.isFull(slot);
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
    public int home() {
        return Math.max(-1, home);
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
        return tasks[slot] - tunnels[slot];
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
        return samples.tellsOthers(slot, nowNs) ? samples.others(slot, nowNs) : traits.peers[slot];
    }

    @Override
    public int peersInFlight(int slot) {
        return traits.peers[slot];
    }

    @Override
    public double peersBySlice(int slot, SliceFigure figure) {
        return traits.peersBySlice[figure.ordinal()][slot];
    }

    @Override
    public int limit(int slot) {
        return limit[slot];
    }

    @Override
    public double weight(int slot) {
        return traits.weight[slot];
    }

    @Override
    public long services(int slot) {
        return traits.services[slot];
    }

    @Override
    public double warmShare(int slot) {
        return traits.warmShare(slot, nowNs);
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
