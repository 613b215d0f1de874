// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.node.guard.Gate;
import io.evenkeel.dispatcher.node.guard.GuardedPolicy;
import io.evenkeel.policy.Policy;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The node table of a cluster: its members, the figures of each, and the policy that chooses among them, behind one
 * {@link Gate}.
 *
 * <p>Threads: any. One thread at a time is inside the gate; while that one hangs in the policy, figures are read
 * without it. {@link Membership}, for {@link Silence} too, changes members and their states, and {@link SampleView}
 * their samples and what joined dispatchers have in them.
 */
public final class MemberTable {

    private final String name;
    private final Gate gate;
    private final NodeColumns columns;
    private final Placement placement;
    private final DecisionLog decisions = new DecisionLog();

    /**
     * A table with the members of its columns.
     *
     * @param columns made by {@link Membership}; tasks change them here, and else only it and {@link SampleView} do
     * @param first the policy until another takes its place
     * @param settings those in force
     * @param log told of a policy that hangs or fails
     */
    MemberTable(NodeColumns columns, Policy first, Supplier<ClusterSettings> settings, EventLogger log) {
        this.name = settings.get().name();
        this.columns = columns;
        gate = new Gate(name, () -> settings.get().policy().name(), log);
        GuardedPolicy policy = GuardedPolicy.first(name, settings.get().policy().name(), first, log);
        placement = new Placement(
                columns, policy, decisions, () -> settings.get().ejection().consecutive());
    }

    /** The present members, in slot order. */
    public List<Node> members() {
        return look((c, p) -> c.members());
    }

    /** The node of a slot that {@link Cluster#assign} just returned. */
    public Node node(int slot) {
        Node node = columns.nodes[slot];
        if (node == null) {
            throw new IllegalStateException("slot " + slot + " of " + name + " is empty");
        }
        return node;
    }

    /** Slots are below this number, as long as this cluster lives. */
    public int capacity() {
        return columns.capacity();
    }

    /** True while the policy hangs, as seen by the last thread that read figures. */
    public boolean hangs() {
        return gate.hangs();
    }

    /** Looks whether the policy hangs: waits a tenth of a second at most, and not at all while that is known. */
    public boolean hangsNow() {
        return look((c, p) -> gate.hangs());
    }

    /** Counts one more connection to a node; false, and nothing is counted, when the node has all it allows. */
    public boolean openConnection(Node node) {
        return inside((c, p) -> {
            int slot = node.slot();
            int most = Math.min(node.settings().maxConnections(), c.bounds.connections(slot));
            boolean free = c.arrays.connections(slot) < most;
            if (free) {
                placement.connections(slot, 1);
            }
            return free;
        });
    }

    /** Counts one connection to a node less. */
    public void closeConnection(Node node) {
        inside((c, p) -> placement.connections(node.slot(), -1));
    }

    /** Sets the one observer, which hears all events from now on, the present state first; null for none. */
    public void watch(@Nullable ClusterObserver newObserver) {
        inside((c, p) -> {
            placement.watch(newObserver);
            return true;
        });
    }

    /** Figures of a node at this moment. */
    public NodeCounts counts(Node node) {
        return look((c, p) -> NodeCounts.of(c, node.slot()));
    }

    /** The sums over the node's ended tasks. */
    public NodeTally tally(Node node) {
        return look((c, p) -> NodeTally.of(c, node.slot()));
    }

    /** The moment since which no node takes tasks by its state, monotonic; empty while one does. */
    public OptionalLong outSinceNs() {
        return look((c, p) -> c.outSinceNs());
    }

    /** The last recorded choices, newest first. */
    public List<RecordedChoice> choices() {
        return look((c, p) -> decisions.list()).stream()
                .map(DecisionLog.DecisionEntry::choice)
                .toList();
    }

    /** The policy's score of every node for a task now; chooses nothing and changes nothing. */
    public List<Decision.Candidate> scores(PendingTask task) {
        if (gate.hangs()) {
            throw gate.timeout();
        }
        DecisionLog.DecisionEntry entry = inside((c, p) -> {
            c.viewFor(task);
            return DecisionLog.entry(task, Policy.HOLD, "", false, c, p, "");
        });
        return entry.choice().decision().candidates();
    }

    /** Runs {@code work} with the columns and the policy to itself; not for the path of a task. */
    <T> T inside(BiFunction<NodeColumns, Policy, T> work) {
        return gate.inside(() -> work.apply(columns, placement.policy()));
    }

    /**
     * Runs {@code work}, which only reads the columns and asks the policy nothing, inside the gate; or outside it while
     * the thread inside hangs, since the columns do not change then.
     */
    <T> T look(BiFunction<NodeColumns, Policy, T> work) {
        return gate.look(() -> work.apply(columns, placement.policy()));
    }

    /** The steps of tasks on nodes; inside the gate. */
    Placement placement() {
        return placement;
    }

    /** The gate for the path of a task, which must not allocate. */
    Gate gate() {
        return gate;
    }
}
