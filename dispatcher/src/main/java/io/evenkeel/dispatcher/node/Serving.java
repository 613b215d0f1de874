// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.dispatcher.node.guard.Gate;
import io.evenkeel.dispatcher.node.overload.OverloadInForce;
import io.evenkeel.dispatcher.node.overload.WithoutNode;
import io.evenkeel.dispatcher.node.queue.ClassQueues;
import io.evenkeel.dispatcher.node.queue.TaskQueue;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.columns.NodeArrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The way of tasks into the queue of a cluster and out of it: with a node, or dropped. They hear of that outside the
 * gate, each of one of the two.
 *
 * <p>A task that only its home may take waits in the line of that home, and is in nobody else's way. {@link #run} is
 * for any thread; the rest is called inside the gate.
 */
final class Serving {

    private final Cluster cluster;
    private final Gate gate;
    private final Placement placement;
    private final NodeArrays arrays;
    private final ClassQueues<PendingTask> waiting;
    private final OverloadInForce overload;
    private final IntPredicate takesHome;

    /** The task that {@link #serve} has just given a node. */
    private @Nullable PendingTask served;

    /**
     * @param waiting touched inside the gate only
     * @param overload says who is admitted, and hears what becomes of tasks
     */
    Serving(
            Cluster cluster,
            Gate gate,
            Placement placement,
            NodeArrays arrays,
            ClassQueues<PendingTask> waiting,
            OverloadInForce overload) {
        this.overload = overload;
        this.cluster = cluster;
        this.gate = gate;
        this.placement = placement;
        this.arrays = arrays;
        this.waiting = waiting;
        this.takesHome = arrays::takesHome;
    }

    /** False for a task that begins a session while none is admitted; for tasks that come for the first time. */
    boolean admits(PendingTask task) {
        return overload.isOff()
                || overload.admits(task.queueClass(), task.beginsSession(), task.idleNs(), task.nowNs());
    }

    /** True when a new task need not wait behind others: those that wait for other homes are in nobody's way. */
    boolean mayPass(PendingTask task) {
        if (waiting.isEmpty()) {
            return true;
        }
        int home = task.home() == 0 ? NodeArrays.HOME_GONE : placement.home(task, task.home(), null);
        boolean homeIsFree = home >= 0 && waiting.size(home) == 0;
        return homeIsFree || (!placement.isBound(task) && waiting.size(TaskQueue.ANY) == 0);
    }

    /** The line in which a task waits. */
    private int line(PendingTask task) {
        return placement.isBound(task) ? arrays.slotOf(task.home()) : TaskQueue.ANY;
    }

    /** Takes out a task that has waited too long, so that a new one finds room; null when there is none. */
    @Nullable
    PendingTask dropped(PendingTask arriving) {
        PendingTask task = waiting.of(arriving.queueClass()).dropped(line(arriving), arriving.nowNs());
        if (task != null) {
            left(task, WithoutNode.QUEUE_LATE, arriving.nowNs());
        }
        return task;
    }

    /** Takes a task out of the queue; false when it has left it. */
    boolean cancel(PendingTask task, WithoutNode why) {
        boolean waited = waiting.of(task.queueClass()).cancel(task);
        if (waited) {
            left(task, why, task.nowNs());
        }
        return waited;
    }

    /** A task got a node. */
    void granted(PendingTask task, long nowNs) {
        if (!overload.isOff()) {
            overload.granted(task.queueClass(), task.askedNs(), waitedForAll(task, nowNs), nowNs);
        }
    }

    /** A task got none. */
    void left(PendingTask task, WithoutNode why, long nowNs) {
        overload.left(task.queueClass(), why, task.clientKey(), task.askedNs(), waitedForAll(task, nowNs), nowNs);
    }

    /**
     * False when a task has waited for its home alone: half of the places of the other nodes are free, and nobody waits
     * for any node. Such waits say nothing of what the nodes can do, and a client makes as many of them as it likes
     * with the cookie of one session.
     */
    private boolean waitedForAll(PendingTask task, long nowNs) {
        return overload.isOff()
                || nowNs <= task.askedNs()
                || !placement.isBound(task)
                || waiting.size(TaskQueue.ANY) > 0
                || !placement.hasAmpleRoomElsewhere(task);
    }

    /**
     * Puts a task into the queue, unless no node that may take it is up or the queue is full. The tasks of one home
     * may fill half of it, and those of all homes three quarters, so that homes that hang leave room for the others.
     *
     * @return a code of {@link Assignment}
     */
    int enqueue(PendingTask task, QueueSettings settings) {
        boolean bound = placement.isBound(task);
        int line = line(task);
        if (bound && placement.home(task, task.home(), null) == NodeArrays.HOME_GONE) {
            return Assignment.HOME_GONE;
        }
        if (!bound && !placement.isServed(task)) {
            return Assignment.NONE_UP;
        }
        TaskQueue<PendingTask> mine = waiting.of(task.queueClass());
        if (mine.size() >= settings.size() || (bound && !hasRoom(mine, line, settings.size()))) {
            left(task, WithoutNode.QUEUE_FULL, task.nowNs());
            return Assignment.QUEUE_FULL;
        }
        if (bound) {
            mine.add(task, line, task.home(), task.nowNs());
        } else {
            mine.add(task, task.nowNs());
        }
        return Assignment.QUEUED;
    }

    private static boolean hasRoom(TaskQueue<PendingTask> mine, int home, int size) {
        int ofHomes = mine.size() - mine.size(TaskQueue.ANY);
        return mine.size(home) < (size + 1) / 2 && ofHomes < Math.max(1, 3 * size / 4);
    }

    /**
     * Gives nodes to waiting tasks, in the order of the queue's discipline, for as long as there is room; then drops
     * those that waited too long. Should the policy fail, they wait on.
     *
     * @param freed the slot of the node where there may be room now; {@link TaskQueue#ANY} when that may be anywhere
     */
    void run(int freed) {
        while (step(freed)) {}
    }

    private boolean step(int freed) {
        PendingTask task;
        Node node = null;
        gate.enter();
        try {
            PendingTask clock = waiting.oldest();
            if (clock == null) {
                return false;
            }
            long nowNs = clock.nowNs();
            int slot = Policy.HOLD;
            waiting.begin();
            for (int turn = waiting.next(); turn >= 0; turn = slot < 0 ? waiting.next() : -1) {
                slot = serveClass(waiting.of(turn), freed, nowNs);
                if (slot >= 0) {
                    waiting.served(turn);
                }
            }
            task = served;
            served = null;
            if (task != null && slot >= 0) {
                node = cluster.node(slot);
                granted(task, nowNs);
            } else {
                task = waiting.dropped(freed, nowNs);
                if (task != null) {
                    left(task, WithoutNode.QUEUE_LATE, nowNs);
                }
            }
        } finally {
            gate.exit();
        }
        if (task != null && node != null) {
            task.granted(node);
        } else if (task != null) {
            task.dropped();
        }
        return task != null;
    }

    private int serveClass(TaskQueue<PendingTask> mine, int freed, long nowNs) {
        int home = home(mine, freed);
        boolean homeFirst = home != TaskQueue.NONE && mine.isFirst(home);
        int slot = serve(mine, homeFirst ? home : TaskQueue.ANY, nowNs);
        if (slot < 0 && home != TaskQueue.NONE) {
            slot = serve(mine, homeFirst ? TaskQueue.ANY : home, nowNs);
        }
        return slot;
    }

    /** The home that can take a task which waits for it, of several the one whose task came first. */
    private int home(TaskQueue<PendingTask> mine, int freed) {
        if (freed == TaskQueue.ANY) {
            return mine.firstHome(takesHome);
        }
        return mine.size(freed) > 0 && arrays.takesHome(freed) ? freed : TaskQueue.NONE;
    }

    private int serve(TaskQueue<PendingTask> mine, int line, long nowNs) {
        PendingTask task = mine.next(line, nowNs);
        int slot = task == null ? Policy.HOLD : choose(task);
        if (slot >= 0) {
            mine.served(line, nowNs);
            served = task;
        }
        return slot;
    }

    private int choose(PendingTask task) {
        try {
            return placement.choose(task);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            cluster.events().cluster().error(cluster.name() + ": the policy failed to choose for a waiting task", e);
            return Policy.HOLD;
        }
    }
}
