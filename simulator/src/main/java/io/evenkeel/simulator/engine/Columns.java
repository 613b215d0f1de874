// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Sample;
import io.evenkeel.simulator.chance.Chance;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.server.SampleRow;
import java.util.Arrays;

/**
 * The columns of one dispatcher, with the rules of the real one: what a node reports above the dispatcher's own tasks
 * is of others, for 5 s; full nodes are not on offer; and for a policy that works on samples neither are nodes without
 * one, unless none has.
 */
@SuppressWarnings("EnumOrdinal") // an array by column
final class Columns implements Nodes {

    private static final long OTHERS_FOR_NS = 5_000_000_000L;

    private final int nodes;
    private final boolean needsSamples;
    private final int[] inFlight;
    private final int[] tunnels;
    private final int[] limit;
    private final double[] weight;
    private final long[] keys;
    private final double[] figures;
    private final long[] takenNs;
    private final int[] others;
    private final boolean[] present;
    private final int[] up;
    private final int[] filtered;
    private int upCount;
    private int fullCount;
    private int[] view;
    private int viewCount;
    private long nowNs;

    /**
     * @param dispatchers number of dispatchers that share the limits of the servers
     * @param needsSamples true when the policy works on samples
     */
    Columns(Scenario scenario, int dispatchers, boolean needsSamples) {
        this.needsSamples = needsSamples;
        nodes = scenario.nodes();
        inFlight = new int[nodes];
        tunnels = new int[nodes];
        limit = new int[nodes];
        weight = new double[nodes];
        keys = new long[nodes];
        figures = new double[nodes * SampleRow.WIDTH];
        takenNs = new long[nodes];
        others = new int[nodes];
        present = new boolean[nodes];
        up = new int[nodes];
        filtered = new int[nodes];
        Arrays.fill(figures, Double.NaN);
        int slot = 0;
        for (ServerGroup group : scenario.servers()) {
            for (int k = 0; k < group.count(); k++) {
                int share = (group.limit() + dispatchers - 1) / dispatchers;
                limit[slot] = group.limit() == 0 ? Integer.MAX_VALUE : share;
                weight[slot] = group.weight();
                keys[slot] = Chance.mix(slot + 1L);
                slot++;
            }
        }
        view = up;
        list();
    }

    private void list() {
        boolean any = false;
        for (boolean each : present) {
            any |= each;
        }
        upCount = 0;
        fullCount = 0;
        for (int slot = 0; slot < nodes; slot++) {
            if (!needsSamples || !any || present[slot]) {
                up[upCount++] = slot;
            }
            fullCount += inFlight[slot] >= limit[slot] ? 1 : 0;
        }
    }

    /** Readies the view for one choice; returns the number of nodes on offer. */
    int viewAt(long now) {
        nowNs = now;
        view = up;
        viewCount = upCount;
        if (fullCount > 0) {
            view = filtered;
            viewCount = 0;
            for (int k = 0; k < upCount; k++) {
                if (inFlight[up[k]] < limit[up[k]]) {
                    filtered[viewCount++] = up[k];
                }
            }
        }
        return viewCount;
    }

    /** The same without a node that has refused the task. */
    int viewWithout(int refusing, long now) {
        viewAt(now);
        int count = 0;
        for (int k = 0; k < viewCount; k++) {
            if (view[k] != refusing) {
                filtered[count++] = view[k];
            }
        }
        view = filtered;
        viewCount = count;
        return count;
    }

    void start(int slot) {
        if (++inFlight[slot] == limit[slot]) {
            fullCount++;
        }
    }

    void finish(int slot) {
        if (inFlight[slot]-- == limit[slot]) {
            fullCount--;
        }
    }

    /** One of the tasks of a node holds no worker any more. */
    void tunnel(int slot) {
        tunnels[slot]++;
    }

    void tunnelEnds(int slot) {
        tunnels[slot]--;
    }

    /** Takes over a sample. */
    void take(int slot, double[] rows, int from, long sampleTakenNs) {
        System.arraycopy(rows, from, figures, slot * SampleRow.WIDTH, SampleRow.WIDTH);
        takenNs[slot] = sampleTakenNs;
        others[slot] = (int) Math.max(0, rows[from + Sample.IN_FLIGHT.ordinal()] - inFlight(slot));
        if (!present[slot]) {
            present[slot] = true;
            list();
        }
    }

    /** The time when the node's last sample was taken; {@link Long#MIN_VALUE} when there is none. */
    long takenNs(int slot) {
        return present[slot] ? takenNs[slot] : Long.MIN_VALUE;
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
        return nodes;
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
        return inFlight[slot];
    }

    @Override
    public int othersInFlight(int slot) {
        return others[slot] != 0 && nowNs - takenNs[slot] <= OTHERS_FOR_NS ? others[slot] : 0;
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
        return 1;
    }

    @Override
    public double sample(int slot, Sample column) {
        return figures[slot * SampleRow.WIDTH + column.ordinal()];
    }

    @Override
    public long sampleAgeNs(int slot) {
        return present[slot] ? nowNs - takenNs[slot] : Long.MAX_VALUE;
    }
}
