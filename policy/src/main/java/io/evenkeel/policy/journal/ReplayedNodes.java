// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.SliceFigure;

/** Columns as the journal remembers them. */
final class ReplayedNodes implements Nodes {

    private final JournalValues values;

    ReplayedNodes(JournalValues values) {
        this.values = values;
    }

    @Override
    public int count() {
        return (int) values.get(JournalValues.VIEW, JournalValues.COUNT);
    }

    @Override
    public int at(int k) {
        return (int) values.get(JournalValues.AT, k);
    }

    @Override
    public int home() {
        return (int) values.get(JournalValues.VIEW, JournalValues.HOME);
    }

    @Override
    public int slots() {
        return (int) values.get(JournalValues.VIEW, JournalValues.SLOTS);
    }

    @Override
    public long key(int slot) {
        return values.get(JournalValues.KEY, slot);
    }

    @Override
    public int inFlight(int slot) {
        return (int) values.get(JournalValues.IN_FLIGHT, slot);
    }

    @Override
    public int tunnels(int slot) {
        return (int) values.get(JournalValues.TUNNELS, slot);
    }

    @Override
    public int connections(int slot) {
        return (int) values.get(JournalValues.CONNECTIONS, slot);
    }

    @Override
    public int othersInFlight(int slot) {
        return (int) values.get(JournalValues.OTHERS, slot);
    }

    @Override
    public int peersInFlight(int slot) {
        return (int) values.get(JournalValues.PEERS, slot);
    }

    @Override
    public double peersBySlice(int slot, SliceFigure figure) {
        return values.decimal(JournalValues.row(figure), slot);
    }

    @Override
    public int limit(int slot) {
        return (int) values.get(JournalValues.LIMIT, slot);
    }

    @Override
    public double weight(int slot) {
        return values.decimal(JournalValues.WEIGHT, slot);
    }

    @Override
    public long services(int slot) {
        return values.get(JournalValues.SERVICES, slot);
    }

    @Override
    public double warmShare(int slot) {
        return values.decimal(JournalValues.WARM, slot);
    }

    @Override
    public double sample(int slot, Sample column) {
        return values.decimal(JournalValues.row(column), slot);
    }

    @Override
    public long sampleAgeNs(int slot) {
        return values.get(JournalValues.AGE, slot);
    }
}
