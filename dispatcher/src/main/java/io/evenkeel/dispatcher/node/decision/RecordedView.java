// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.decision;

import io.evenkeel.policy.Sample;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.policy.columns.TriedSlots;
import java.util.BitSet;
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

    private final long nowNs;
    private final long clientKey;
    private final long contentKey;
    private final int requestClass;
    private final int service;
    private final int attempt;
    private final boolean placesSession;
    private final boolean connection;
    private final boolean home;

    /** The slots where the task had failed; null for a first attempt. */
    private final @Nullable BitSet tried;

    private final @Nullable String[] names;

    /** Never changed; policies get copies. */
    private final NodeArrays columns;

    /**
     * Copies what the columns show now.
     *
     * @param tried the slots where the task has failed; null for a first attempt
     * @param home the node is the home of the task, where a policy is asked only if it decides about homes
     * @param names of the member in each slot that was ever used, null where there is none; kept
     */
    public RecordedView(
            Task task, @Nullable TriedSlots tried, boolean home, NodeArrays columns, @Nullable String[] names) {
        this.home = home;
        this.columns = columns.copy();
        this.names = names;
        nowNs = columns.nowNs();
        clientKey = task.clientKey();
        contentKey = task.contentKey();
        requestClass = task.requestClass();
        service = task.service();
        attempt = task.attempt();
        placesSession = task.placesSession();
        connection = task.connection();
        this.tried = tried == null ? null : copy(tried, names.length);
    }

    private static BitSet copy(TriedSlots tried, int slots) {
        BitSet copy = new BitSet();
        for (int slot = 0; slot < slots; slot++) {
            copy.set(slot, tried.tried(slot));
        }
        return copy;
    }

    /** One more than the highest slot that was ever used. */
    public int slots() {
        return names.length;
    }

    /** The name of the member in a slot; null when there was none. */
    public @Nullable String name(int slot) {
        return names[slot];
    }

    /** True when the task went to its home: no policy was asked, unless it decides about homes. */
    public boolean wentHome() {
        return home;
    }

    /** The time at which a slot's newest sample was taken, monotonic; {@link Long#MIN_VALUE} when there was none. */
    public long sampledNs(int slot) {
        return columns.samples().has(slot) ? columns.samples().takenNs(slot) : Long.MIN_VALUE;
    }

    /** The task, as often as it is asked about: each has a memo of its own. */
    public Task task() {
        return new RecordedTask(this);
    }

    /**
     * A copy of the columns for a policy: the eligible nodes are those that it would have been shown.
     *
     * @param needsSamples the policy works on samples, so it gets nodes without one only where no node has one
     */
    public NodeArrays columns(boolean needsSamples) {
        NodeArrays shown = columns.copy();
        shown.needsSamples(needsSamples);
        shown.viewFor(nowNs, tried == null ? null : tried::get);
        return shown;
    }

    /** The figures of a slot that people are shown, by their names; what its sample does not say is left out. */
    public Map<String, Double> vector(int slot, Map<Sample, String> shown) {
        Map<String, Double> vector = new LinkedHashMap<>();
        shown.forEach((column, name) -> {
            double figure = columns.sample(slot, column);
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
        public int service() {
            return view.service;
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
