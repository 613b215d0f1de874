// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.queue;

import io.evenkeel.config.cluster.OverloadSettings;
import io.evenkeel.config.cluster.QueueClass;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.policy.overload.ClassTurns;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a cluster: a {@link TaskQueue} for each class of tasks, with a bound and an order of its own, and whose
 * turn it is among them ({@link ClassTurns}). Where no classes are told apart there is one.
 *
 * <p>A class is named by its number; 0 is that of the tasks that no class fits. One that a reload has removed keeps its
 * line until its tasks have left, behind all others.
 *
 * <p>Threads: one at a time; in a cluster, the one inside its gate.
 *
 * @param <T> a task
 */
public final class ClassQueues<T> {

    private TaskQueue<T>[] queues;
    private int[] waiting;
    private ClassTurns turns;
    private boolean asked;

    public ClassQueues(QueueSettings queue, OverloadSettings overload, long nowNs) {
        queues = made(overload.classes().size() + 1, queue, nowNs);
        waiting = new int[queues.length];
        turns = turns(overload.classes());
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of queues of tasks
    private static <T> TaskQueue<T>[] made(int count, QueueSettings settings, long nowNs) {
        TaskQueue<T>[] made = new TaskQueue[count];
        Arrays.setAll(made, k -> new TaskQueue<>(settings, nowNs));
        return made;
    }

    private ClassTurns turns(List<QueueClass> classes) {
        double[] shares = new double[queues.length];
        int[] priorities = new int[queues.length];
        Arrays.fill(priorities, Integer.MIN_VALUE);
        priorities[0] = 0;
        for (int k = 0; k < classes.size(); k++) {
            shares[k + 1] = classes.get(k).share();
            priorities[k + 1] = classes.get(k).priority();
        }
        return new ClassTurns(shares, priorities);
    }

    /** Goes by other settings from now on. */
    public void settings(QueueSettings queue, OverloadSettings overload, long nowNs) {
        int count = overload.classes().size() + 1;
        if (count > queues.length) {
            TaskQueue<T>[] more = made(count, queue, nowNs);
            System.arraycopy(queues, 0, more, 0, queues.length);
            queues = more;
            waiting = new int[count];
        }
        for (TaskQueue<T> each : queues) {
            each.settings(queue);
        }
        turns = turns(overload.classes());
    }

    /** The queue of a class; of one that there is not, that of the tasks which no class fits. */
    public TaskQueue<T> of(int number) {
        return queues[number < queues.length ? number : 0];
    }

    public boolean isEmpty() {
        for (TaskQueue<T> each : queues) {
            if (!each.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** The number of tasks that wait. */
    public int size() {
        int size = 0;
        for (TaskQueue<T> each : queues) {
            size += each.size();
        }
        return size;
    }

    /** The number of tasks that wait in the lines of a name: of a home, or {@link TaskQueue#ANY}. */
    public int size(int slot) {
        int size = 0;
        for (TaskQueue<T> each : queues) {
            size += each.size(slot);
        }
        return size;
    }

    /** The number of tasks ever added. */
    public long total() {
        long total = 0;
        for (TaskQueue<T> each : queues) {
            total += each.total();
        }
        return total;
    }

    /** One of the tasks that have waited long, which may tell the time; null when none waits. */
    public @Nullable T oldest() {
        T task = null;
        for (int k = 0; k < queues.length && task == null; k++) {
            task = queues[k].oldest();
        }
        return task;
    }

    /** Begins to look for the class that gets a place. */
    public void begin() {
        asked = false;
        if (queues.length > 1) {
            turns.begin();
            for (int k = 0; k < queues.length; k++) {
                waiting[k] = queues[k].size();
            }
        }
    }

    /** The class whose turn it is, among those that this was not since {@link #begin}; -1 when there is none. */
    public int next() {
        if (queues.length > 1) {
            return turns.next(waiting);
        }
        boolean first = !asked;
        asked = true;
        return first ? 0 : -1;
    }

    /** The class that {@link #next} told has got a place. */
    public void served(int number) {
        if (queues.length > 1) {
            turns.served(number, waiting);
        }
    }

    /** {@link TaskQueue#dropped}, of any class. */
    public @Nullable T dropped(int slot, long nowNs) {
        T task = null;
        for (int k = 0; k < queues.length && task == null; k++) {
            task = queues[k].dropped(slot, nowNs);
        }
        return task;
    }

    /** {@link TaskQueue#follow}, of all classes. */
    public void follow(LongToIntFunction slotOf, long nowNs) {
        for (TaskQueue<T> each : queues) {
            each.follow(slotOf, nowNs);
        }
    }
}
