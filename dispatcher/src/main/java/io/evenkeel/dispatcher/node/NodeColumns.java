// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.dispatcher.doubt.FailureRows;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The columns of one cluster, as policies see them. All access is inside the cluster's gate.
 *
 * <p>The eligible list is kept ready: it changes with membership and health only. A choice filters it again just when
 * some node is full or the task has already been tried somewhere.
 */
final class NodeColumns implements Nodes {

    final @Nullable Node[] nodes;
    /** Tasks given and not ended, tunnels included: what limits count. */
    final int[] inFlight;
    /** Those of them that hold no worker, because the node answered them with a 101. */
    final int[] tunnels;

    final int[] connections;
    final int[] limit;
    final long[] keys;
    final long[] started;
    final long[] succeeded;
    final long[] failed;
    final long[] abandoned;

    /** Sum of the times of tasks that succeeded. */
    final long[] succeededNs;

    /** Tasks that may run for hours and were seen to have begun well: tunnels. */
    final long[] proven;

    /** Failures since the last success. */
    final FailureRows rows;

    /** Tasks that a probing node still runs from before its probation. */
    final int[] stale;

    /** True for slots whose limit is one task on top of {@link #stale}. */
    final boolean[] probation;

    /** Eligible by state, ascending; the first {@link #upCount} entries. */
    final int[] up;

    /** True for the slots in {@link #up}. */
    final boolean[] listed;

    /** Samples that the nodes report of themselves. */
    final SampleColumns samples;

    /** True when the policy works on samples, so that nodes without one are passed over. */
    boolean needsSamples;

    /** True while such a policy must take nodes without a sample, because no other takes tasks. */
    boolean blind;

    int upCount;
    /** The number of nodes of {@link #up} at their limit. */
    int fullCount;

    int slots;
    long nowNs;

    /** Over which a node is warmed up; 0 for not at all. */
    long warmNs;

    private final int[] filtered;
    private int[] view;
    private int viewCount;

    NodeColumns(int capacity, long warmNs) {
        this.warmNs = warmNs;
        nodes = new Node[capacity];
        inFlight = new int[capacity];
        tunnels = new int[capacity];
        connections = new int[capacity];
        limit = new int[capacity];
        keys = new long[capacity];
        started = new long[capacity];
        succeeded = new long[capacity];
        failed = new long[capacity];
        abandoned = new long[capacity];
        succeededNs = new long[capacity];
        proven = new long[capacity];
        rows = new FailureRows(capacity);
        stale = new int[capacity];
        probation = new boolean[capacity];
        up = new int[capacity];
        listed = new boolean[capacity];
        samples = new SampleColumns(capacity);
        filtered = new int[capacity];
        view = up;
    }

    int capacity() {
        return nodes.length;
    }

    /** Readies the view for one choice; returns the number of nodes the task may go to. */
    int viewFor(PendingTask task) {
        nowNs = task.nowNs();
        if (fullCount == 0 && task.attempt() == 0) {
            view = up;
            viewCount = upCount;
            return upCount;
        }
        int count = 0;
        for (int k = 0; k < upCount; k++) {
            int slot = up[k];
            if (inFlight[slot] < limit[slot] && !task.tried(slot)) {
                filtered[count++] = slot;
            }
        }
        view = filtered;
        viewCount = count;
        return count;
    }

    /** Readies the view for news that belong to no task: every node that is up. */
    void viewUp(long now) {
        nowNs = now;
        view = up;
        viewCount = upCount;
    }

    boolean viewHas(int slot) {
        return Arrays.binarySearch(view, 0, viewCount, slot) >= 0;
    }

    /** Writes the slots of the members that match into {@code into}, ascending; returns how many. */
    int list(int[] into, Predicate<Node> match) {
        int count = 0;
        for (int slot = 0; slot < slots; slot++) {
            Node node = nodes[slot];
            if (node != null && node.member && match.test(node)) {
                into[count++] = slot;
            }
        }
        return count;
    }

    /** The members, in slot order. */
    List<Node> members() {
        List<Node> members = new ArrayList<>();
        for (int slot = 0; slot < slots; slot++) {
            Node node = nodes[slot];
            if (node != null && node.member) {
                members.add(node);
            }
        }
        return members;
    }

    /** True when the cluster can do without a node: see {@link Membership#tryEject}. */
    boolean canSpare(Node candidate, double maxShare) {
        List<Node> members = members();
        int othersUp = 0;
        int othersOut = 0;
        for (Node node : members) {
            if (node != candidate) {
                othersUp += node.state() == NodeState.UP ? 1 : 0;
                othersOut += node.ejected || node.probing ? 1 : 0;
            }
        }
        return othersUp > 0 && othersOut + 1 <= Math.max(1.0, members.size() * maxShare);
    }

    void listUp(int[] slotsUp, int count) {
        Arrays.fill(listed, false);
        System.arraycopy(slotsUp, 0, up, 0, count);
        upCount = count;
        fullCount = 0;
        for (int k = 0; k < count; k++) {
            int slot = up[k];
            listed[slot] = true;
            if (inFlight[slot] >= limit[slot]) {
                fullCount++;
            }
        }
    }

    void start(int slot) {
        started[slot]++;
        if (++inFlight[slot] == limit[slot] && listed[slot]) {
            fullCount++;
        }
    }

    /**
     * Counts the end of a task.
     *
     * @param consecutive failures in a row that are evidence; 0 for never
     * @return the evidence about the node; tasks from before the node's last return say nothing
     */
    Evidence finish(Node node, PendingTask task, Outcome outcome, long elapsedNs, boolean answered, int consecutive) {
        int slot = node.slot();
        tunnels[slot] -= task.isTunnel() ? 1 : 0;
        boolean fresh = nowNs - elapsedNs - node.judgedFromNs >= 0;
        boolean wasFull = inFlight[slot] >= limit[slot];
        inFlight[slot]--;
        if (!fresh && stale[slot] > 0) {
            stale[slot]--;
            limit(node, probation[slot]);
        }
        if (listed[slot] && wasFull && inFlight[slot] < limit[slot]) {
            fullCount--;
        }
        switch (outcome) {
            case SUCCEEDED -> {
                succeeded[slot]++;
                succeededNs[slot] += elapsedNs;
            }
            case FAILED -> failed[slot]++;
            case ABANDONED -> abandoned[slot]++;
        }
        return fresh ? judge(node, outcome, answered, task.contentKey(), consecutive) : Evidence.NONE;
    }

    private Evidence judge(Node node, Outcome outcome, boolean answered, long key, int consecutive) {
        if (outcome == Outcome.ABANDONED) {
            return Evidence.NONE;
        }
        int slot = node.slot();
        boolean succeeds = outcome == Outcome.SUCCEEDED;
        if (succeeds) {
            rows.succeeded(slot);
        } else {
            rows.failed(slot, answered, key);
        }
        return switch (node.state()) {
            case PROBING -> succeeds ? Evidence.PROBE_SUCCEEDED : Evidence.PROBE_FAILED;
            case UP -> succeeds ? Evidence.NONE : row(slot, consecutive);
            default -> Evidence.NONE;
        };
    }

    private Evidence row(int slot, int consecutive) {
        if (consecutive > 0 && rows.isLong(slot, consecutive)) {
            return Evidence.FAILING;
        }
        if (upCount == 1) {
            return rows.isLong(slot, 2) ? Evidence.LAST_FAILING : Evidence.NONE;
        }
        return consecutive > 0 && rows.isAlone(slot, up, upCount) ? Evidence.FAILING_ALONE : Evidence.NONE;
    }

    /** Ends a row of failures; true when the node is on probation. */
    boolean proved(Node node) {
        proven[node.slot()]++;
        rows.end(node.slot());
        return node.state() == NodeState.PROBING;
    }

    /** Sets a node's limit; on probation it is one task on top of those from before. */
    void limit(Node node, boolean onProbation) {
        int slot = node.slot();
        int most = node.mostInFlight();
        probation[slot] = onProbation;
        limit[slot] = onProbation ? Math.min(most, stale[slot] + 1) : most;
    }

    void forget(int slot) {
        started[slot] = 0;
        succeeded[slot] = 0;
        failed[slot] = 0;
        abandoned[slot] = 0;
        succeededNs[slot] = 0;
        proven[slot] = 0;
        rows.forget(slot);
        stale[slot] = 0;
        samples.forget(slot);
    }

    /** A copy of what an {@link Onlooker} is told of the members. */
    Onlooker.Members copy() {
        @Nullable Node[] present = new Node[slots];
        boolean[] takes = new boolean[slots];
        double[] weights = new double[slots];
        long[] upSinceNs = new long[slots];
        for (int slot = 0; slot < slots; slot++) {
            Node node = nodes[slot];
            present[slot] = node != null && node.member ? node : null;
            takes[slot] = node != null && node.member && Membership.takesTasks(node);
            weights[slot] = weight(slot);
            upSinceNs[slot] = node == null ? nowNs : node.upSinceNs;
        }
        return new Onlooker.Members(
                nowNs,
                warmNs,
                slots,
                present,
                Arrays.copyOf(keys, slots),
                Arrays.copyOf(inFlight, slots),
                Arrays.copyOf(tunnels, slots),
                Arrays.copyOf(connections, slots),
                Arrays.copyOf(limit, slots),
                weights,
                upSinceNs,
                takes,
                Arrays.copyOf(up, upCount));
    }

    void tellSamples(Onlooker onlooker) {
        for (int slot = 0; slot < slots; slot++) {
            tellSample(slot, onlooker);
        }
    }

    void tellFinished(PendingTask task, int slot, Outcome outcome, long elapsedNs, Onlooker onlooker) {
        onlooker.finished(task, slot, outcome, elapsedNs, nowNs, inFlight[slot], tunnels[slot], limit[slot]);
    }

    void tellSample(int slot, Onlooker onlooker) {
        onlooker.sampled(slot, samples.row(slot), samples.takenNs(slot), samples.others(slot), nowNs);
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
        return slots;
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
        return connections[slot];
    }

    @Override
    public int othersInFlight(int slot) {
        return samples.others(slot, nowNs);
    }

    @Override
    public int limit(int slot) {
        return limit[slot];
    }

    @Override
    public double weight(int slot) {
        Node node = nodes[slot];
        return node == null ? 1.0 : node.weight;
    }

    @Override
    public double warmShare(int slot) {
        Node node = nodes[slot];
        if (node == null || warmNs == 0) {
            return 1.0;
        }
        long upNs = nowNs - node.upSinceNs;
        return upNs >= warmNs ? 1.0 : Math.max(0.1, (double) upNs / warmNs);
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
