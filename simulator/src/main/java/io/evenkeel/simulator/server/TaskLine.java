// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import java.util.Arrays;

/** A line of tasks, first come first served; grows as it must. */
public final class TaskLine {

    private int[] tasks = new int[16];
    private int head;
    private int size;

    /** True when no task waits. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** The number of tasks that wait. */
    public int size() {
        return size;
    }

    /** Puts a task at the end. */
    public void add(int task) {
        if (size == tasks.length) {
            int[] larger = new int[2 * size];
            System.arraycopy(tasks, head, larger, 0, size - head);
            System.arraycopy(tasks, 0, larger, size - head, head);
            tasks = larger;
            head = 0;
        }
        tasks[(head + size) & (tasks.length - 1)] = task;
        size++;
    }

    /** The task that has waited longest; the line must not be empty. */
    public int first() {
        return tasks[head];
    }

    /** Takes the task that has waited longest; the line must not be empty. */
    public int remove() {
        int task = tasks[head];
        head = (head + 1) & (tasks.length - 1);
        size--;
        return task;
    }

    /** The task that has come last; the line must not be empty. */
    public int last() {
        return tasks[(head + size - 1) & (tasks.length - 1)];
    }

    /** Takes the task that has come last; the line must not be empty. */
    public int removeLast() {
        int task = last();
        size--;
        return task;
    }

    /** Takes a task out of any place; false when it is not there. O(n). */
    public boolean cancel(int task) {
        int mask = tasks.length - 1;
        for (int k = 0; k < size; k++) {
            if (tasks[(head + k) & mask] == task) {
                for (int later = k; later < size - 1; later++) {
                    tasks[(head + later) & mask] = tasks[(head + later + 1) & mask];
                }
                size--;
                return true;
            }
        }
        return false;
    }

    /** Copies the tasks, first first; for people and tests. */
    int[] toArray() {
        int[] copy = new int[size];
        Arrays.setAll(copy, k -> tasks[(head + k) & (tasks.length - 1)]);
        return copy;
    }
}
