// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.queue;

import io.evenkeel.policy.overload.QueueRule;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that wait for the same nodes, each with the moment since when, and whose turn it is by {@link QueueRule}.
 *
 * <p>A ring that grows as it must, so that a task that waits allocates nothing either. Numbers tell which of the tasks
 * of two lines came first.
 *
 * @param <T> a task
 */
final class WaitingLine<T> {

    /** The key of the node that the tasks wait for; 0 for any. */
    final long home;

    private final QueueRule rule;
    private @Nullable Object[] tasks = new @Nullable Object[16];
    private long[] sinceNs = new long[16];
    private long[] numbers = new long[16];
    private int head;
    private int size;

    WaitingLine(long home, long targetNs, long nowNs) {
        this.home = home;
        rule = new QueueRule(targetNs, nowNs);
    }

    void target(long targetNs) {
        rule.target(targetNs);
    }

    int size() {
        return size;
    }

    /** The number of the task that has waited longest; there must be one. */
    long first() {
        return numbers[head];
    }

    /** Puts a task at the end. */
    void add(T task, long number, long nowNs) {
        if (size == tasks.length) {
            grow();
        }
        int at = at(size);
        tasks[at] = task;
        sinceNs[at] = nowNs;
        numbers[at] = number;
        size++;
    }

    private void grow() {
        @Nullable Object[] moreTasks = new @Nullable Object[2 * size];
        long[] moreNs = new long[2 * size];
        long[] moreNumbers = new long[2 * size];
        for (int place = 0; place < size; place++) {
            moreTasks[place] = tasks[at(place)];
            moreNs[place] = sinceNs[at(place)];
            moreNumbers[place] = numbers[at(place)];
        }
        tasks = moreTasks;
        sinceNs = moreNs;
        numbers = moreNumbers;
        head = 0;
    }

    private int at(int place) {
        return (head + place) & (tasks.length - 1);
    }

    @SuppressWarnings("unchecked") // only add puts something in
    private @Nullable T task(int place) {
        return (T) tasks[at(place)];
    }

    /** The task that has waited longest; null when none waits. */
    @Nullable
    T oldest() {
        return size == 0 ? null : task(0);
    }

    /** The task whose turn it is; null when none waits. */
    @Nullable
    T next(long nowNs) {
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
    void served(long nowNs) {
        long waitedNs = nowNs - sinceNs[head];
        remove(turn());
        rule.served(waitedNs, size == 0);
    }

    /** Takes out the oldest task if it has waited too long for a line that is late; null when there is none. */
    @Nullable
    T dropped(long nowNs) {
        look(nowNs);
        if (size == 0 || nowNs - sinceNs[head] < rule.longestNs(Long.MAX_VALUE)) {
            return null;
        }
        return pull();
    }

    /** Takes out the oldest task; null when none waits. */
    @Nullable
    T pull() {
        T task = oldest();
        if (task != null) {
            remove(0);
        }
        return task;
    }

    /** Takes a task out wherever it stands; false when it is not there. O(n). */
    @SuppressWarnings("ReferenceEquality") // a task is its identity
    boolean cancel(T task) {
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
            int to = at(later);
            int from = at(later + 1);
            tasks[to] = tasks[from];
            sinceNs[to] = sinceNs[from];
            numbers[to] = numbers[from];
        }
        size--;
        tasks[at(size)] = null;
    }
}
