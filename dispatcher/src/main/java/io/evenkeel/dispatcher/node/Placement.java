// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.dispatcher.node.application.Application;
import io.evenkeel.dispatcher.node.guard.GuardedPolicy;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.SliceFigure;
import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.policy.columns.TriedSlots;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a task on nodes: its home or the policy says where, and its start and end are counted and told to the
 * policy, the decisions and the observer. Inside the cluster's gate.
 *
 * <p>A task that belongs to a node goes there while the node can take it, and no policy is asked, unless the policy
 * decides about homes. Otherwise the policy chooses, or the task waits or is refused when no other node may take it.
 * Nothing here allocates but a decision that is recorded.
 */
@SuppressWarnings("EnumOrdinal") // a row of numbers for each figure
final class Placement {

    /** The words of a decision about a task that went to its home. */
    static final String HOME = "home";

    /** The words of a decision about a task that went to a node with a copy of its session. */
    static final String REPLICA = "home gone; a replica";

    /** The same, when the node of the session has just failed the task and nobody else has noticed yet. */
    private static final String REPLICA_AFTER_TRY = "home tried; a replica";

    /** The words of a decision about a task that could have gone to its home. */
    private static final String LEFT = "home overloaded";

    private static final SliceFigure[] FIGURES = SliceFigure.values();

    private final NodeColumns columns;
    private final NodeArrays arrays;
    private final DecisionLog decisions;
    private final IntSupplier consecutive;
    private GuardedPolicy policy;
    private @Nullable ClusterObserver observer;

    /** The words on the home of the task that was last picked for; empty for a task without. */
    private String home = "";

    private long failedAttempts;

    /** True when the last pick was the task's home. */
    private boolean wentHome;

    /** True when the policy made the last pick. */
    private boolean asked;

    /** @param consecutive the number of failures in a row that are evidence; 0 for never */
    Placement(NodeColumns columns, GuardedPolicy policy, DecisionLog decisions, IntSupplier consecutive) {
        this.columns = columns;
        this.arrays = columns.arrays;
        this.policy = policy;
        this.decisions = decisions;
        this.consecutive = consecutive;
    }

    GuardedPolicy policy() {
        return policy;
    }

    /** Asks another policy from now on. */
    void policy(GuardedPolicy next) {
        policy = next;
    }

    @Nullable
    ClusterObserver observer() {
        return observer;
    }

    /** Sets the one observer, which hears of the present state first; null for none. */
    void watch(@Nullable ClusterObserver newObserver) {
        observer = newObserver;
        if (newObserver != null) {
            newObserver.begins(columns.copy());
        }
    }

    /** Finds a node for a task and counts the task in flight there; a slot, or {@link Policy#HOLD}. */
    int choose(PendingTask task) {
        int slot = pick(task);
        if (slot >= 0) {
            begin(task, slot);
        }
        return slot;
    }

    /** Finds a node for a task: its home, or the policy's choice; a slot, or {@link Policy#HOLD}. */
    int pick(PendingTask task) {
        home = "";
        wentHome = false;
        asked = false;
        int at = task.home() == 0 ? NodeArrays.HOME_GONE : findHome(task);
        Application application = task.application();
        boolean isClosed = at >= 0 && application != null && !application.takes(at);
        boolean mayLeave = policy.decidesHomes() && !task.onlyHome() && !isClosed;
        int count = columns.viewFor(task, mayLeave && at >= 0 ? arrays.key(at) : 0);
        if (at >= 0 && (!mayLeave || count == 0)) {
            wentHome = true;
            return at;
        }
        if (count == 0 || isBound(task)) {
            return Policy.HOLD;
        }
        asked = true;
        int slot = policy.choose(task, arrays);
        if (slot < 0) {
            return Policy.HOLD;
        }
        wentHome = slot == at;
        if (!wentHome && !arrays.shows(slot)) {
            throw new IllegalStateException(
                    "policy " + policy.name() + " chose slot " + slot + ", which is not eligible");
        }
        home = at < 0 || wentHome ? home : LEFT;
        return slot;
    }

    /**
     * The slot of a task's home, or of the replica of one that is gone or has failed the task; below 0 when neither
     * takes the task now.
     */
    private int findHome(PendingTask task) {
        int slot = home(task, task.home(), NodeColumns.tried(task));
        home = words(slot);
        boolean tried = slot == NodeArrays.HOME_TRIED;
        if ((tried || slot == NodeArrays.HOME_GONE) && task.replica() != 0 && !isBound(task)) {
            slot = home(task, task.replica(), NodeColumns.tried(task));
            home = slot < 0 ? home : tried ? REPLICA_AFTER_TRY : REPLICA;
        }
        return slot;
    }

    /** {@link NodeArrays#home}; the home is gone, too, where the task's application takes no tasks any more. */
    int home(PendingTask task, long key, @Nullable TriedSlots tried) {
        int slot = arrays.home(key, tried);
        Application application = task.application();
        return slot >= 0 && application != null && !application.keeps(slot) ? NodeArrays.HOME_GONE : slot;
    }

    /** True when some node that takes tasks has the task's application, full or not. */
    boolean isServed(PendingTask task) {
        Application application = task.application();
        return application == null
                ? arrays.listedCount() > 0
                : application.isOpen(arrays.listed(), arrays.listedCount());
    }

    /** True when a decision's words on the home say that the task went there, or to its replica. */
    static boolean wentHome(String words) {
        return words.equals(HOME) || words.equals(REPLICA) || words.equals(REPLICA_AFTER_TRY);
    }

    /** True when one node alone may take a task. A home that is not a member any more does not count. */
    boolean isBound(PendingTask task) {
        return task.home() != 0 && task.onlyHome() && arrays.slotOf(task.home()) >= 0;
    }

    /** True when at least half of the places of the nodes that are not a bound task's home are free. */
    boolean hasAmpleRoomElsewhere(PendingTask task) {
        int home = arrays.slotOf(task.home());
        long places = 0;
        long taken = 0;
        for (int k = 0; k < arrays.listedCount(); k++) {
            int slot = arrays.listed()[k];
            if (slot != home) {
                places += arrays.limit(slot);
                taken += Math.min(arrays.tasks(slot), arrays.limit(slot));
            }
        }
        return places > 0 && 2 * taken <= places;
    }

    private static String words(int found) {
        return switch (found) {
            case NodeArrays.HOME_GONE -> "home gone";
            case NodeArrays.HOME_FULL -> "home full";
            case NodeArrays.HOME_TRIED -> "home tried";
            default -> HOME;
        };
    }

    /** True when a node may take a task now, if the policy wants it to. */
    boolean mayGo(PendingTask task) {
        int count = columns.viewFor(task);
        if (task.home() == 0) {
            return count > 0;
        }
        return home(task, task.home(), NodeColumns.tried(task)) >= 0 || (count > 0 && !isBound(task));
    }

    /** Counts a task in flight on the node that {@link #pick} just found. */
    void begin(PendingTask task, int slot) {
        DecisionLog.DecisionEntry recorded = null;
        if (decisions.wants(arrays.nowNs(), !home.isEmpty() && !home.equals(HOME))) {
            recorded = decisions.add(task, slot, home, asked, columns, policy);
        }
        tellTrace(task, slot, recorded);
        if (observer != null) {
            observer.chose(task, slot, wentHome, arrays.nowNs(), recorded == null ? null : recorded::choice);
        }
        columns.start(slot);
        Application application = task.application();
        if (application != null) {
            application.start(slot);
        }
        task.era(policy.era());
        policy.onStart(task, slot, arrays);
    }

    /** Tells the trace of a task why the node was chosen, if it is recorded. */
    private void tellTrace(PendingTask task, int slot, DecisionLog.@Nullable DecisionEntry recorded) {
        PendingTask.TaskTrace trace = task.trace();
        if (trace == null || !trace.recorded()) {
            return;
        }
        if (recorded != null) {
            trace.chosen(recorded.bare());
        } else if (decisions.explains(arrays.nowNs(), arrays.slots())) {
            trace.chosen(DecisionLog.bare(task, slot, home, asked, columns, policy, policy.name()));
        }
    }

    /** Counts the end of a task. */
    Evidence end(PendingTask task, Node node, Outcome outcome, long elapsedNs, boolean answered) {
        int slot = node.slot();
        arrays.now(task.nowNs());
        failedAttempts += outcome == Outcome.FAILED ? 1 : 0;
        Application application = task.application();
        if (application != null) {
            application.finish(slot);
        }
        Evidence evidence = columns.finish(node, task, outcome, elapsedNs, answered, consecutive.getAsInt());
        if (policy.hears(task.era())) {
            policy.onFinish(task, slot, outcome, elapsedNs, arrays);
        }
        if (observer != null) {
            observer.finished(
                    task,
                    slot,
                    outcome,
                    elapsedNs,
                    arrays.nowNs(),
                    arrays.tasks(slot),
                    arrays.tunnels(slot),
                    arrays.limit(slot));
        }
        return evidence;
    }

    /** Attempts that their nodes failed, those of nodes that have left included. */
    long failedAttempts() {
        return failedAttempts;
    }

    /** Counts connections to a node that were opened or, below 0, closed; returns how many are open. */
    int connections(int slot, int more) {
        int open = arrays.connections(slot) + more;
        arrays.connections(slot, open);
        if (observer != null) {
            observer.connections(slot, open);
        }
        return open;
    }

    /** Sets the tasks that joined dispatchers have in a node. */
    void peers(int slot, int inFlight) {
        if (arrays.peersInFlight(slot) != inFlight) {
            arrays.traits().peers(slot, inFlight);
            if (observer != null) {
                observer.peers(slot, inFlight);
            }
        }
    }

    /**
     * Sets the load by time slices that joined dispatchers tell of a node.
     *
     * @param sums a row for each {@link SliceFigure}
     * @param at the place of the node in them
     */
    void peersBySlice(int slot, double[][] sums, int at) {
        boolean changed = false;
        for (SliceFigure each : FIGURES) {
            double value = sums[each.ordinal()][at];
            changed |= arrays.peersBySlice(slot, each) != value;
            arrays.traits().peersBySlice(slot, each, value);
        }
        if (changed && observer != null) {
            observer.peersBySlice(
                    slot,
                    arrays.peersBySlice(slot, SliceFigure.CAME),
                    arrays.peersBySlice(slot, SliceFigure.EXPECTED),
                    arrays.peersBySlice(slot, SliceFigure.RUNNING),
                    arrays.peersBySlice(slot, SliceFigure.ENDED));
        }
    }

    /** Tells the observer that a node's sample came or went. */
    void tellSample(int slot) {
        if (observer != null) {
            observer.sampled(
                    slot,
                    arrays.samples().row(slot),
                    arrays.samples().takenNs(slot),
                    arrays.samples().others(slot),
                    arrays.nowNs());
        }
    }

    /** Tells the observer that members, states, weights or limits changed. */
    void tellChange() {
        if (observer != null) {
            observer.changed(columns.copy());
        }
    }
}
