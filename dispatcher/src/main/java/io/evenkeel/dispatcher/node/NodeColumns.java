// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.dispatcher.doubt.FailureRows;
import io.evenkeel.dispatcher.node.application.Application;
import io.evenkeel.dispatcher.node.bound.NodeBound;
import io.evenkeel.dispatcher.node.bound.NodeBounds;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.policy.columns.TriedSlots;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one cluster with what is counted of them. All access is inside the cluster's gate.
 *
 * <p>Policies see {@link #arrays} alone; the rest is for people, for the judge of nodes, and for changes of members.
 */
final class NodeColumns {

    /** The columns of policies, and the rules for the nodes that a task may go to. */
    final NodeArrays arrays;

    /** Bounds of tasks beside those of the settings. */
    final NodeBounds bounds;

    final @Nullable Node[] nodes;
    final long[] started;
    final long[] succeeded;
    final long[] failed;
    final long[] abandoned;

    /** Sum of the times of tasks that succeeded. */
    final long[] succeededNs;

    /** Tasks that may run for hours and were seen to have begun well: tunnels. */
    final long[] proven;

    /** Tasks whose clients went to the node by themselves, so that no answer comes through the dispatcher. */
    final long[] direct;

    /** Failures since the last success. */
    final FailureRows rows;

    /** Tasks that a probing node still runs from before its probation. */
    final int[] stale;

    /** True for slots whose limit is one task on top of {@link #stale}. */
    final boolean[] probation;

    /** True while no member takes tasks by its state. */
    private boolean out;

    private long outSinceNs;

    private final ClosedSlots closed = new ClosedSlots();

    NodeColumns(int capacity, long warmNs) {
        arrays = new NodeArrays(capacity);
        arrays.traits().warmNs(warmNs);
        bounds = new NodeBounds(arrays);
        nodes = new Node[capacity];
        started = new long[capacity];
        succeeded = new long[capacity];
        failed = new long[capacity];
        abandoned = new long[capacity];
        succeededNs = new long[capacity];
        proven = new long[capacity];
        direct = new long[capacity];
        rows = new FailureRows(capacity);
        stale = new int[capacity];
        probation = new boolean[capacity];
    }

    int capacity() {
        return nodes.length;
    }

    /** Readies the view for one choice; returns the number of nodes the task may go to. */
    int viewFor(PendingTask task) {
        return arrays.viewFor(task.nowNs(), closed(task));
    }

    /**
     * The same for a policy that decides about homes.
     *
     * @param homeKey key of the node that the task belongs to; 0 to show none
     */
    int viewFor(PendingTask task, long homeKey) {
        return arrays.viewFor(task.nowNs(), closed(task), homeKey);
    }

    /** The slots that a task must not be given to: where it has failed, and where its application takes none. */
    private @Nullable TriedSlots closed(PendingTask task) {
        Application application = task.application();
        TriedSlots tried = tried(task);
        if (application == null) {
            return tried;
        }
        closed.tried = tried;
        closed.application = application;
        return closed;
    }

    /** Scratch space of {@link #closed}. */
    private static final class ClosedSlots implements TriedSlots {

        private @Nullable TriedSlots tried;
        private @Nullable Application application;

        @Override
        public boolean tried(int slot) {
            return (tried != null && tried.tried(slot)) || (application != null && !application.takes(slot));
        }
    }

    /** The slots where a task has failed; null for a first attempt. */
    static @Nullable TriedSlots tried(PendingTask task) {
        return task.attempt() == 0 ? null : task;
    }

    /** The members, in slot order. */
    List<Node> members() {
        List<Node> members = new ArrayList<>();
        for (int slot = 0; slot < arrays.slots(); slot++) {
            Node node = nodes[slot];
            if (node != null && node.member) {
                members.add(node);
            }
        }
        return members;
    }

    /** The name of the member in each slot that was ever used; null where there is none. */
    @Nullable
    String[] names() {
        @Nullable String[] names = new String[arrays.slots()];
        for (Node node : members()) {
            names[node.slot()] = node.name();
        }
        return names;
    }

    /** True when the cluster can do without a node: see {@link Membership#tryEject}. */
    boolean canSpare(Node candidate, double maxShare) {
        List<Node> members = members();
        int othersUp = 0;
        int othersOut = 0;
        for (Node node : members) {
            if (node != candidate) {
                othersUp += node.state() == NodeState.UP ? 1 : 0;
                othersOut += node.ejected || node.probing || node.resting() ? 1 : 0;
            }
        }
        return othersUp > 0 && othersOut + 1 <= Math.max(1.0, members.size() * maxShare);
    }

    void start(int slot) {
        started[slot]++;
        arrays.start(slot);
    }

    /**
     * Counts the end of a task.
     *
     * @param consecutive failures in a row that are evidence; 0 for never
     * @return the evidence about the node; tasks from before the node's last return say nothing
     */
    Evidence finish(Node node, PendingTask task, Outcome outcome, long elapsedNs, boolean answered, int consecutive) {
        int slot = node.slot();
        boolean fresh = arrays.nowNs() - elapsedNs - node.judgedFromNs >= 0;
        int inFlight = arrays.tasks(slot);
        arrays.finish(slot, task.isTunnel());
        if (fresh && bounds.ended(slot, task, outcome, elapsedNs, answered, inFlight)) {
            limit(node, probation[slot]);
        }
        if (!fresh && stale[slot] > 0) {
            stale[slot]--;
            limit(node, probation[slot]);
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
        if (arrays.listedCount() == 1) {
            return rows.isLong(slot, 2) ? Evidence.LAST_FAILING : Evidence.NONE;
        }
        return consecutive > 0 && rows.isAlone(slot, arrays.listed(), arrays.listedCount())
                ? Evidence.FAILING_ALONE
                : Evidence.NONE;
    }

    /** Ends a row of failures; evidence when the node is on probation. */
    Evidence proved(Node node) {
        proven[node.slot()]++;
        rows.end(node.slot());
        return node.state() == NodeState.PROBING ? Evidence.PROBE_SUCCEEDED : Evidence.NONE;
    }

    /** Sets a node's limit; on probation it is one task on top of those from before. */
    void limit(Node node, boolean onProbation) {
        int slot = node.slot();
        int most = Math.min(node.mostInFlight(), bounds.most(slot));
        probation[slot] = onProbation;
        arrays.limit(slot, onProbation ? Math.min(most, stale[slot] + 1) : most);
    }

    /** The sample of a node has come or gone. */
    void sampled(Node node) {
        if (bounds.sampled(node.slot())) {
            limit(node, probation[node.slot()]);
        }
    }

    /** Puts a node into a slot, idle and with nothing counted; it takes no tasks until {@link #relist}. */
    void join(Node node) {
        int slot = node.slot();
        nodes[slot] = node;
        started[slot] = 0;
        succeeded[slot] = 0;
        failed[slot] = 0;
        abandoned[slot] = 0;
        succeededNs[slot] = 0;
        proven[slot] = 0;
        direct[slot] = 0;
        rows.forget(slot);
        stale[slot] = 0;
        bounds.forget(slot);
        arrays.join(slot, node.key());
        arrays.traits().weight(slot, node.share());
        arrays.traits().upSinceNs(slot, node.upSinceNs);
        limit(node, false);
    }

    /**
     * Lists the nodes that may take tasks afresh and sets their limits.
     *
     * @param tryAll true when nodes that are down take tasks once there is nothing better
     */
    void relist(boolean tryAll) {
        boolean someUp = members().stream().anyMatch(node -> node.state() == NodeState.UP);
        for (int slot = 0; slot < arrays.slots(); slot++) {
            Node node = nodes[slot];
            if (node != null) {
                limit(node, someUp && node.state() == NodeState.PROBING);
                arrays.traits().weight(slot, node.share());
                arrays.traits().upSinceNs(slot, node.upSinceNs);
                arrays.rank(slot, node.rank(tryAll), node.keepsHomes());
            }
        }
        arrays.relist();
        noteOutage();
    }

    private void noteOutage() {
        boolean none = members().stream().noneMatch(Node::takesTasks);
        if (none && !out) {
            outSinceNs = arrays.nowNs();
        }
        out = none;
    }

    /** The moment since which no member takes tasks by its state; empty while one does. */
    OptionalLong outSinceNs() {
        return out ? OptionalLong.of(outSinceNs) : OptionalLong.empty();
    }

    /** The bounds of the members that have one. */
    List<NodeBound> bounds() {
        List<NodeBound> all = new ArrayList<>();
        for (Node node : members()) {
            NodeBound bound = bounds.of(node.slot(), node.name());
            if (bound != null) {
                all.add(bound);
            }
        }
        return all;
    }

    /** A copy of the members and what policies read of them. */
    ClusterObserver.Members copy() {
        @Nullable Node[] present = new Node[arrays.slots()];
        for (int slot = 0; slot < present.length; slot++) {
            Node node = nodes[slot];
            present[slot] = node != null && node.member ? node : null;
        }
        return new ClusterObserver.Members(present, arrays.copy());
    }
}
