// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Sample;
import java.util.Arrays;

/** The columns of a recorded choice, as a policy reads them that is asked about it later. Immutable. */
public final class RecordedColumns implements Nodes {

    private final RecordedView view;
    private final int[] eligible;
    private final int started;

    /** @param started a slot that has one task more than was recorded; -1 for none */
    RecordedColumns(RecordedView view, int[] eligible, int started) {
        this.view = view;
        this.eligible = eligible;
        this.started = started;
    }

    /** The same after a task was given to a node. */
    public RecordedColumns with(int slot) {
        return new RecordedColumns(view, eligible, slot);
    }

    /** True when a policy may choose the slot. */
    public boolean has(int slot) {
        return Arrays.binarySearch(eligible, slot) >= 0;
    }

    @Override
    public int count() {
        return eligible.length;
    }

    @Override
    public int at(int k) {
        return eligible[k];
    }

    @Override
    public int slots() {
        return view.slots();
    }

    @Override
    public long key(int slot) {
        return view.keys[slot];
    }

    @Override
    public int inFlight(int slot) {
        return view.inFlight[slot] + (slot == started ? 1 : 0);
    }

    @Override
    public int tunnels(int slot) {
        return view.tunnels[slot];
    }

    @Override
    public int connections(int slot) {
        return view.connections[slot];
    }

    @Override
    public int othersInFlight(int slot) {
        return view.others[slot];
    }

    @Override
    public int limit(int slot) {
        return view.limit[slot];
    }

    @Override
    public double weight(int slot) {
        return view.weight[slot];
    }

    @Override
    public double warmShare(int slot) {
        return view.warmShare[slot];
    }

    @Override
    public double sample(int slot, Sample column) {
        return view.figure(slot, column);
    }

    @Override
    public long sampleAgeNs(int slot) {
        return view.ageNs[slot];
    }
}
