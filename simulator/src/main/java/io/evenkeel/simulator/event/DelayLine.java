// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.event;

/** Tasks on a way that takes the same time for all, so that they come out as they went in. */
public final class DelayLine {

    private final long delayNs;
    private long[] times = new long[64];
    private int[] tasks = new int[64];
    private int head;
    private int size;

    public DelayLine(long delayNs) {
        this.delayNs = delayNs;
    }

    /** The time when the next one comes out; {@link Long#MAX_VALUE} when none is on the way. */
    public long nextNs() {
        return size == 0 ? Long.MAX_VALUE : times[head];
    }

    public void add(int task, long nowNs) {
        if (size == tasks.length) {
            grow();
        }
        int tail = (head + size) & (tasks.length - 1);
        times[tail] = nowNs + delayNs;
        tasks[tail] = task;
        size++;
    }

    public int remove() {
        int task = tasks[head];
        head = (head + 1) & (tasks.length - 1);
        size--;
        return task;
    }

    private void grow() {
        long[] moreTimes = new long[2 * size];
        int[] moreTasks = new int[2 * size];
        for (int k = 0; k < size; k++) {
            moreTimes[k] = times[(head + k) & (size - 1)];
            moreTasks[k] = tasks[(head + k) & (size - 1)];
        }
        times = moreTimes;
        tasks = moreTasks;
        head = 0;
    }
}
