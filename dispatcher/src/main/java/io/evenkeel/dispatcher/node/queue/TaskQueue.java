// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.queue;

import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.policy.overload.QueueRule;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that wait, each with the moment since when, and whose turn it is by {@link QueueRule}.
 *
 * <p>A ring that grows as it must, so that a task that waits allocates nothing either. Nothing here keeps the bound:
 * the caller asks {@link #size} before it adds. It has no timer: it is looked at when a task comes and when one may be
 * served, which in an overload is all the time.
 *
 * <p>Threads: one at a time; in a cluster, the one inside its gate.
 *
 * @param <T> a task
 */
public final class TaskQueue<T> {

    private @Nullable Object[] tasks = new @Nullable Object[16];
    private long[] sinceNs = new long[16];
    private int head;
    private int size;
    private long total;
    private final QueueRule rule;

    public TaskQueue(QueueSettings settings, long nowNs) {
        rule = new QueueRule(settings.targetNs(), nowNs);
    }

    /** Goes by other settings from now on. */
    public void settings(QueueSettings settings) {
        rule.target(settings.targetNs());
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** The number of tasks that wait. */
    public int size() {
        return size;
    }

    /** The number of tasks ever added. */
    public long total() {
        return total;
    }

    /** Puts a task at the end. */
    public void add(T task, long nowNs) {
        if (size == tasks.length) {
            grow();
        }
        int at = at(size);
        tasks[at] = task;
        sinceNs[at] = nowNs;
        size++;
        total++;
    }

    private void grow() {
        @Nullable Object[] moreTasks = new @Nullable Object[2 * size];
        long[] moreNs = new long[2 * size];
        int first = size - head;
        System.arraycopy(tasks, head, moreTasks, 0, first);
        System.arraycopy(tasks, 0, moreTasks, first, head);
        System.arraycopy(sinceNs, head, moreNs, 0, first);
        System.arraycopy(sinceNs, 0, moreNs, first, head);
        tasks = moreTasks;
        sinceNs = moreNs;
        head = 0;
    }

    private int at(int place) {
        return (head + place) & (tasks.length - 1);
    }

    @SuppressWarnings("unchecked") // only add puts something in
    private @Nullable T task(int place) {
        return (T) tasks[at(place)];
    }

    /** The task that has waited longest, who may tell the time; null when nobody waits. */
    public @Nullable T oldest() {
        return size == 0 ? null : task(0);
    }

    /** The task whose turn it is; null when nobody waits. */
    public @Nullable T next(long nowNs) {
        look(nowNs);
        return size == 0 ? null : task(turn());
    }

    private int turn() {
        return rule.late() ? size - 1 : 0;
    }

    private void look(long nowNs) {
        if (size > 0) {
            rule.look(nowNs, nowNs - sinceNs[head]);
        }
    }

    /** Takes out the task that {@link #next} has just told, because it has a node. */
    public void served(long nowNs) {
        long waitedNs = nowNs - sinceNs[head];
        remove(turn());
        rule.served(waitedNs, size == 0);
    }

    /** Takes out the oldest task if it has waited too long for a queue that is late; null when there is none. */
    public @Nullable T dropped(long nowNs) {
        look(nowNs);
        if (size == 0 || nowNs - sinceNs[head] < rule.longestNs(Long.MAX_VALUE)) {
            return null;
        }
        T task = task(0);
        remove(0);
        return task;
    }

    /** Takes a task out wherever it stands; false when it is not there. O(n). */
    @SuppressWarnings("ReferenceEquality") // a task is its identity
    public boolean cancel(T task) {
        for (int place = 0; place < size; place++) {
            if (task(place) == task) {
                remove(place);
                return true;
            }
        }
        return false;
    }

    private void remove(int place) {
        if (place == 0) {
            tasks[head] = null;
            head = at(1);
            size--;
            return;
        }
        for (int later = place; later < size - 1; later++) {
            tasks[at(later)] = tasks[at(later + 1)];
            sinceNs[at(later)] = sinceNs[at(later + 1)];
        }
        size--;
        tasks[at(size)] = null;
    }
}
