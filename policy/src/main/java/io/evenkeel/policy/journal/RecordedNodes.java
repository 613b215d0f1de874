// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.SliceFigure;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Columns that note what is read of them. */
final class RecordedNodes implements Nodes {

    private final JournalValues values;
    private final RecordWriter out;
    private @Nullable Nodes nodes;

    RecordedNodes(JournalValues values, RecordWriter out) {
        this.values = values;
        this.out = out;
    }

    RecordedNodes of(Nodes next) {
        nodes = next;
        return this;
    }

    private Nodes nodes() {
        return Objects.requireNonNull(nodes);
    }

    private long note(int row, int index, long value) {
        values.note(row, index, value, out);
        return value;
    }

    private double note(int row, int index, double value) {
        values.note(row, index, Double.doubleToRawLongBits(value), out);
        return value;
    }

    @Override
    public int count() {
        return (int) note(JournalValues.VIEW, JournalValues.COUNT, nodes().count());
    }

    @Override
    public int at(int k) {
        return (int) note(JournalValues.AT, k, nodes().at(k));
    }

    @Override
    public int home() {
        return (int) note(JournalValues.VIEW, JournalValues.HOME, nodes().home());
    }

    @Override
    public int slots() {
        return (int) note(JournalValues.VIEW, JournalValues.SLOTS, nodes().slots());
    }

    @Override
    public long key(int slot) {
        return note(JournalValues.KEY, slot, nodes().key(slot));
    }

    @Override
    public int inFlight(int slot) {
        return (int) note(JournalValues.IN_FLIGHT, slot, nodes().inFlight(slot));
    }

    @Override
    public int tunnels(int slot) {
        return (int) note(JournalValues.TUNNELS, slot, nodes().tunnels(slot));
    }

    @Override
    public int connections(int slot) {
        return (int) note(JournalValues.CONNECTIONS, slot, nodes().connections(slot));
    }

    @Override
    public int othersInFlight(int slot) {
        return (int) note(JournalValues.OTHERS, slot, nodes().othersInFlight(slot));
    }

    @Override
    public int peersInFlight(int slot) {
        return (int) note(JournalValues.PEERS, slot, nodes().peersInFlight(slot));
    }

    @Override
    public double peersBySlice(int slot, SliceFigure figure) {
        return note(JournalValues.row(figure), slot, nodes().peersBySlice(slot, figure));
    }

    @Override
    public int limit(int slot) {
        return (int) note(JournalValues.LIMIT, slot, nodes().limit(slot));
    }

    @Override
    public double weight(int slot) {
        return note(JournalValues.WEIGHT, slot, nodes().weight(slot));
    }

    @Override
    public long services(int slot) {
        return note(JournalValues.SERVICES, slot, nodes().services(slot));
    }

    @Override
    public double warmShare(int slot) {
        return note(JournalValues.WARM, slot, nodes().warmShare(slot));
    }

    @Override
    public double sample(int slot, Sample column) {
        return note(JournalValues.row(column), slot, nodes().sample(slot, column));
    }

    @Override
    public long sampleAgeNs(int slot) {
        return note(JournalValues.AGE, slot, nodes().sampleAgeNs(slot));
    }
}
