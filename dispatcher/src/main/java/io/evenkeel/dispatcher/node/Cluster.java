// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.dispatcher.engine.tls.TlsClientContext;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.application.ApplicationTable;
import io.evenkeel.dispatcher.node.guard.Gate;
import io.evenkeel.dispatcher.node.overload.GatedOverload;
import io.evenkeel.dispatcher.node.overload.OverloadInForce;
import io.evenkeel.dispatcher.node.overload.WithoutNode;
import io.evenkeel.dispatcher.node.queue.ClassQueues;
import io.evenkeel.dispatcher.node.queue.TaskQueue;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A cluster at work: the way of its tasks to the nodes of its {@link MemberTable} and back, the queue before them, and
 * the settings in force.
 *
 * <p>Threads: any. One {@link Gate} lets one thread at a time at the columns and the policy. So in-flight counts are
 * exact across event loops, and limits are never overrun. Round robin is one circle, however many loops there are. The
 * calls that a policy sees have one order and can be replayed. The price is two passes of the gate for a task; decision
 * record 0002 has the measured cost.
 */
public final class Cluster {

    private final String name;
    private final EventLog events;
    private final MemberTable table;
    private final Gate gate;
    private final Placement placement;
    private final ClassQueues<PendingTask> waiting;
    private final OverloadInForce overload;
    private final GatedOverload gatedOverload;
    private final Serving serving;
    private final Retries retries;
    private volatile ClusterSettings settings;
    private volatile @Nullable NodeJudge judge;
    private volatile @Nullable TlsClientContext secure;
    private volatile boolean removed;
    private volatile @Nullable ApplicationTable applications;
    private volatile LongConsumer waitHearer = nowNs -> {};

    /** @param columns made by {@link Membership}; tasks change them here, and else only it and {@link SampleView} do */
    @SuppressWarnings("ThisEscapedInObjectConstruction") // the parts only keep the reference
    Cluster(ClusterSettings settings, NodeColumns columns, Policy policy, long nowNs, EventLog events) {
        this.events = events;
        this.name = settings.name();
        this.settings = settings;
        this.table = new MemberTable(columns, policy, () -> settings(), events.cluster());
        this.gate = table.gate();
        this.placement = table.placement();
        this.waiting = new ClassQueues<>(settings.queue(), settings.overload(), nowNs);
        this.overload = new OverloadInForce(settings.overload(), columns.arrays, nowNs);
        this.gatedOverload = new GatedOverload(gate, overload, waiting, () -> settings(), columns::bounds);
        this.serving = new Serving(this, gate, placement, columns.arrays, waiting, overload);
        this.retries = new Retries(placement, settings.retry().budgetShare(), nowNs);
    }

    public String name() {
        return name;
    }

    /** The event log of its dispatcher. */
    public EventLog events() {
        return events;
    }

    /** Its members, their figures and its policy. */
    public MemberTable table() {
        return table;
    }

    public ClusterSettings settings() {
        return settings;
    }

    /** The TLS of new connections to nodes; null for plain ones. */
    public @Nullable TlsClientContext secure() {
        return secure;
    }

    /** True when it has left: the configuration has it no more, or began it again with another policy. */
    public boolean removed() {
        return removed;
    }

    /** Says that it has left. */
    public void remove() {
        removed = true;
    }

    /** The applications that its nodes announce; null where they announce none and take everything. */
    public @Nullable ApplicationTable applications() {
        return applications;
    }

    /** Sets the applications; null where nodes announce none. */
    public void applications(@Nullable ApplicationTable announced) {
        applications = announced;
    }

    /** Sets the TLS of new connections to nodes. */
    public void secure(@Nullable TlsClientContext context) {
        secure = context;
    }

    /**
     * Gives the task a node, or a place in the queue.
     *
     * @return a slot, already counted in flight, or a code of {@link Assignment}
     */
    public int assign(PendingTask task) {
        PendingTask old = null;
        int answer;
        gate.enter();
        try {
            if (task.attempt() > 0) {
                return retries.reassign(task, null, Outcome.ABANDONED, 0);
            }
            if (!serving.admits(task)) {
                return Assignment.NO_NEW_SESSIONS;
            }
            retries.came(task.nowNs());
            answer = serving.mayPass(task) ? placement.choose(task) : Policy.HOLD;
            if (answer >= 0) {
                serving.granted(task, task.nowNs());
                return answer;
            }
            old = serving.dropped(task);
            answer = serving.enqueue(task, settings.queue());
            if (answer == Assignment.QUEUED) {
                waitHearer.accept(task.nowNs());
            }
        } finally {
            gate.exit();
        }
        if (old != null) {
            old.dropped();
            serveQueue();
        }
        return answer;
    }

    /**
     * Gives a retry, of which nothing has come back yet, another node and only then takes it from the one it has.
     *
     * @return a slot; {@link Assignment#NO_OTHER} or {@link Assignment#NO_BUDGET} when it has the node as before
     */
    public int move(PendingTask task, Node from, Outcome outcome, long elapsedNs) {
        int slot;
        Evidence evidence;
        gate.enter();
        try {
            slot = retries.reassign(task, from, outcome, elapsedNs);
            evidence = retries.left();
        } finally {
            gate.exit();
        }
        evidence.tell(judge, from, task.nowNs());
        serving.run(from.slot());
        return slot;
    }

    /** The node of a slot that {@link #assign} just returned. */
    public Node node(int slot) {
        return table.node(slot);
    }

    /** {@link #finish(PendingTask, Node, Outcome, long, boolean)} for a task whose failure, if any, is the node's. */
    public void finish(PendingTask task, Node node, Outcome outcome, long elapsedNs) {
        finish(task, node, outcome, elapsedNs, false);
    }

    /**
     * Ends a task on a node and gives waiting tasks the room that became free.
     *
     * @param elapsedNs from assignment to end
     * @param answered the failure is an answer of the application, a 500, so that the node itself may be well; it
     *     weighs half in a row of failures
     */
    public void finish(PendingTask task, Node node, Outcome outcome, long elapsedNs, boolean answered) {
        boolean somebodyWaits;
        Evidence evidence;
        gate.enter();
        try {
            evidence = placement.end(task, node, outcome, elapsedNs, answered);
            somebodyWaits = !waiting.isEmpty();
        } finally {
            gate.exit();
        }
        evidence.tell(judge, node, task.nowNs());
        if (somebodyWaits) {
            serving.run(node.slot());
        }
    }

    /**
     * Says that a node has shown to be well by a task that may run for hours: a TCP connection was made.
     *
     * <p>Without it a node on probation would wait for the end of that task.
     */
    public void proved(Node node, long nowNs) {
        table.inside((c, p) -> c.proved(node)).tell(judge, node, nowNs);
    }

    /** The node answered a task with a 101: it is a tunnel, which holds no worker there, and {@link #proved} holds. */
    public void tunnelled(PendingTask task, Node node, long elapsedNs) {
        Upgraded upgraded = new Upgraded(task, node, elapsedNs);
        table.inside((c, p) -> upgraded.prove(c, placement.policy(), placement.observer()))
                .tell(judge, node, task.nowNs());
        serveQueue();
    }

    /**
     * Counts a task that has just begun among the tunnels, because its client goes to the node by itself. The task's
     * {@link PendingTask#isTunnel} is true already.
     */
    public void countDirect(PendingTask task, Node node) {
        Upgraded held = new Upgraded(task, node, 0);
        table.inside((c, p) -> held.countDirect(c, placement.policy(), placement.observer()));
    }

    /** Sets who hears of failing and probed nodes; there is one at most. */
    public void judge(@Nullable NodeJudge newJudge) {
        judge = newJudge;
    }

    /** Sets who hears, inside the gate and with the time, of each task that has to wait; there is one at most. */
    public void whenTasksWait(LongConsumer newHearer) {
        waitHearer = newHearer;
    }

    /** Gives nodes to waiting tasks for as long as there is room, and drops those that waited too long. */
    public void serveQueue() {
        serving.run(TaskQueue.ANY);
    }

    /**
     * Takes a task out of the queue; false when it has left it, so that {@link PendingTask#granted} or {@link
     * PendingTask#dropped} has been or will be called.
     */
    public boolean cancel(PendingTask task) {
        return cancel(task, WithoutNode.CLIENT_GONE);
    }

    /** {@link #cancel(PendingTask)} for a reason that is counted. */
    public boolean cancel(PendingTask task, WithoutNode why) {
        return table.inside((c, p) -> serving.cancel(task, why));
    }

    /** The rules for overload, for callers outside the gate. */
    public GatedOverload overload() {
        return gatedOverload;
    }

    /** Changes the columns with the policy to itself. */
    void edit(BiConsumer<NodeColumns, Policy> edit) {
        table.inside((c, p) -> {
            edit.accept(c, p);
            waiting.follow(c.arrays::slotOf, c.arrays.nowNs());
            placement.tellChange();
            return true;
        });
    }

    void settings(ClusterSettings newSettings) {
        settings = newSettings;
        edit((c, p) -> {
            c.bounds.settings(newSettings.overload());
            retries.share(newSettings.retry().budgetShare());
            waiting.settings(newSettings.queue(), newSettings.overload(), c.arrays.nowNs());
            overload.follow(newSettings.overload(), c.arrays.nowNs());
        });
    }

    /** The present members, in slot order. */
    public List<Node> nodes() {
        return table.members();
    }

    /** Figures of the cluster's queue, attempts and retries at this moment. */
    public ClusterCounts counts() {
        return table.look((c, p) -> new ClusterCounts(
                waiting.size(), waiting.total(), retries.total(), placement.failedAttempts(), c.arrays.listedCount()));
    }
}
