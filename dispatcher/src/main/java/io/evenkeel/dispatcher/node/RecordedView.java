// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.policy.Sample;
import io.evenkeel.policy.Task;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything a policy could read when a recorded choice was made: the task's fields, and all columns of all members.
 * Immutable; any thread.
 *
 * <p>It costs about 350 octets for each node, and is made inside the cluster's gate by copying arrays.
 */
public final class RecordedView {

    private static final int WIDTH = Sample.values().length;

    final long nowNs;
    final long clientKey;
    final long contentKey;
    final int requestClass;
    final int attempt;
    final boolean placesSession;
    final boolean connection;
    final int[] eligible;
    final long[] keys;
    final int[] inFlight;
    final int[] tunnels;
    final int[] connections;
    final int[] others;
    final int[] limit;
    final double[] weight;
    final double[] warmShare;
    final long[] ageNs;
    private final @Nullable String[] names;
    private final double[][] figures;
    private final boolean[] takes;
    private final boolean[] free;

    /** Copies what the columns show now, after {@link NodeColumns#viewFor}. */
    RecordedView(PendingTask task, NodeColumns columns) {
        int slots = columns.slots;
        nowNs = columns.nowNs;
        clientKey = task.clientKey();
        contentKey = task.contentKey();
        requestClass = task.requestClass();
        attempt = task.attempt();
        placesSession = task.placesSession();
        connection = task.connection();
        eligible = new int[columns.count()];
        Arrays.setAll(eligible, columns::at);
        keys = Arrays.copyOf(columns.keys, slots);
        inFlight = new int[slots];
        tunnels = Arrays.copyOf(columns.tunnels, slots);
        connections = Arrays.copyOf(columns.connections, slots);
        limit = Arrays.copyOf(columns.limit, slots);
        others = new int[slots];
        weight = new double[slots];
        warmShare = new double[slots];
        ageNs = new long[slots];
        names = new String[slots];
        figures = new double[slots][];
        takes = new boolean[slots];
        free = new boolean[slots];
        for (int slot = 0; slot < slots; slot++) {
            Node node = columns.nodes[slot];
            boolean member = node != null && node.member;
            names[slot] = node != null && member ? node.name() : null;
            takes[slot] = node != null && member && Membership.takesTasks(node);
            free[slot] = columns.inFlight[slot] < columns.limit[slot] && !task.tried(slot);
            inFlight[slot] = columns.inFlight(slot);
            others[slot] = columns.othersInFlight(slot);
            weight[slot] = columns.weight(slot);
            warmShare[slot] = columns.warmShare(slot);
            ageNs[slot] = columns.sampleAgeNs(slot);
            figures[slot] = columns.samples.row(slot);
        }
    }

    /** One more than the highest slot that was ever used. */
    public int slots() {
        return names.length;
    }

    /** The name of the member in a slot; null when there was none. */
    public @Nullable String name(int slot) {
        return names[slot];
    }

    /** The time at which a slot's newest sample was taken, monotonic; {@link Long#MIN_VALUE} when there was none. */
    public long sampledNs(int slot) {
        return ageNs[slot] == Long.MAX_VALUE ? Long.MIN_VALUE : nowNs - ageNs[slot];
    }

    /** The task, as often as it is asked about: each has a memo of its own. */
    public Task task() {
        return new RecordedTask(this);
    }

    /**
     * The columns for a policy: the eligible nodes are those that it would have been shown.
     *
     * @param needsSamples the policy works on samples, so it gets nodes without one only where no node has one
     */
    public RecordedColumns columns(boolean needsSamples) {
        return new RecordedColumns(this, eligible(needsSamples), -1);
    }

    private int[] eligible(boolean needsSamples) {
        boolean someTakes = false;
        boolean someSampled = false;
        for (int slot = 0; slot < takes.length; slot++) {
            someTakes |= takes[slot];
            someSampled |= takes[slot] && figures[slot].length > 0;
        }
        if (!someTakes) {
            return eligible;
        }
        int[] shown = new int[takes.length];
        int count = 0;
        for (int slot = 0; slot < takes.length; slot++) {
            boolean seen = !needsSamples || !someSampled || figures[slot].length > 0;
            if (takes[slot] && free[slot] && seen) {
                shown[count++] = slot;
            }
        }
        return Arrays.copyOf(shown, count);
    }

    @SuppressWarnings("EnumOrdinal") // rows are copies of those of SampleColumns
    double figure(int slot, Sample column) {
        return figures[slot].length == WIDTH ? figures[slot][column.ordinal()] : Double.NaN;
    }

    /** The figures of a slot that people are shown, by their names; what its sample does not say is left out. */
    Map<String, Double> vector(int slot, Map<Sample, String> shown) {
        Map<String, Double> vector = new LinkedHashMap<>();
        shown.forEach((column, name) -> {
            double figure = figure(slot, column);
            if (!Double.isNaN(figure)) {
                vector.put(name, figure);
            }
        });
        return vector;
    }

    /** The task of a recorded choice, for one policy that is asked about it. */
    private static final class RecordedTask implements Task {

        private final RecordedView view;
        private int memo;

        RecordedTask(RecordedView view) {
            this.view = view;
        }

        @Override
        public long nowNs() {
            return view.nowNs;
        }

        @Override
        public long clientKey() {
            return view.clientKey;
        }

        @Override
        public long contentKey() {
            return view.contentKey;
        }

        @Override
        public int requestClass() {
            return view.requestClass;
        }

        @Override
        public int attempt() {
            return view.attempt;
        }

        @Override
        public boolean placesSession() {
            return view.placesSession;
        }

        @Override
        public boolean connection() {
            return view.connection;
        }

        @Override
        public int memo() {
            return memo;
        }

        @Override
        public void memo(int value) {
            memo = value;
        }
    }
}
