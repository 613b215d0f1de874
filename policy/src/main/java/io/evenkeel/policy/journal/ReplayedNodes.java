// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Sample;

/** Columns as the journal remembers them. */
final class ReplayedNodes implements Nodes {

    private final Cells cells;

    ReplayedNodes(Cells cells) {
        this.cells = cells;
    }

    @Override
    public int count() {
        return (int) cells.get(Cells.VIEW, Cells.COUNT);
    }

    @Override
    public int at(int k) {
        return (int) cells.get(Cells.AT, k);
    }

    @Override
    public int slots() {
        return (int) cells.get(Cells.VIEW, Cells.SLOTS);
    }

    @Override
    public long key(int slot) {
        return cells.get(Cells.KEY, slot);
    }

    @Override
    public int inFlight(int slot) {
        return (int) cells.get(Cells.IN_FLIGHT, slot);
    }

    @Override
    public int tunnels(int slot) {
        return (int) cells.get(Cells.TUNNELS, slot);
    }

    @Override
    public int connections(int slot) {
        return (int) cells.get(Cells.CONNECTIONS, slot);
    }

    @Override
    public int othersInFlight(int slot) {
        return (int) cells.get(Cells.OTHERS, slot);
    }

    @Override
    public int limit(int slot) {
        return (int) cells.get(Cells.LIMIT, slot);
    }

    @Override
    public double weight(int slot) {
        return cells.decimal(Cells.WEIGHT, slot);
    }

    @Override
    public double warmShare(int slot) {
        return cells.decimal(Cells.WARM, slot);
    }

    @Override
    public double sample(int slot, Sample column) {
        return cells.decimal(Cells.row(column), slot);
    }

    @Override
    public long sampleAgeNs(int slot) {
        return cells.get(Cells.AGE, slot);
    }
}
