// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Sample;

/** Columns as the journal remembers them. */
final class ReplayedNodes implements Nodes {

    private final JournalValues cells;

    ReplayedNodes(JournalValues cells) {
        this.cells = cells;
    }

    @Override
    public int count() {
        return (int) cells.get(JournalValues.VIEW, JournalValues.COUNT);
    }

    @Override
    public int at(int k) {
        return (int) cells.get(JournalValues.AT, k);
    }

    @Override
    public int slots() {
        return (int) cells.get(JournalValues.VIEW, JournalValues.SLOTS);
    }

    @Override
    public long key(int slot) {
        return cells.get(JournalValues.KEY, slot);
    }

    @Override
    public int inFlight(int slot) {
        return (int) cells.get(JournalValues.IN_FLIGHT, slot);
    }

    @Override
    public int tunnels(int slot) {
        return (int) cells.get(JournalValues.TUNNELS, slot);
    }

    @Override
    public int connections(int slot) {
        return (int) cells.get(JournalValues.CONNECTIONS, slot);
    }

    @Override
    public int othersInFlight(int slot) {
        return (int) cells.get(JournalValues.OTHERS, slot);
    }

    @Override
    public int limit(int slot) {
        return (int) cells.get(JournalValues.LIMIT, slot);
    }

    @Override
    public double weight(int slot) {
        return cells.decimal(JournalValues.WEIGHT, slot);
    }

    @Override
    public double warmShare(int slot) {
        return cells.decimal(JournalValues.WARM, slot);
    }

    @Override
    public double sample(int slot, Sample column) {
        return cells.decimal(JournalValues.row(column), slot);
    }

    @Override
    public long sampleAgeNs(int slot) {
        return cells.get(JournalValues.AGE, slot);
    }
}
