// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import io.evenkeel.simulator.scenario.ServerGroup.Order;

/**
 * The cores of a server: tasks share them equally, and none uses more than one; or they serve in the order of arrival.
 *
 * <p>Progress is the work that a task which has been there all along would have had done to it. All tasks at work
 * progress alike, at {@code speed / slowness * min(1, free / tasks)}, so a task ends when progress has grown by its
 * work, and the order of ends never changes. First come first served is the same with no more tasks at work than there
 * are cores. Free are {@code cores * (1 - stolen)}: the system's scheduler lets a task have a core of its own as long
 * as a neighbour leaves one.
 */
final class Cores {

    /** Progress is a double: an end that rounding puts half a nanosecond too late is now. */
    private static final double ROUNDING_NS = 0.5;

    private final int cores;
    private final double speed;
    private final boolean inOrder;
    private final EndHeap working = new EndHeap();
    private final TaskLine line = new TaskLine();
    private final Tasks tasks;
    private double progress;
    private double rate;
    private double freeShare = 1;
    private double slowness = 1;
    private boolean still;

    Cores(int cores, double speed, Order order, Tasks tasks) {
        this.cores = cores;
        this.speed = speed;
        this.inOrder = order == Order.FIFO;
        this.tasks = tasks;
    }

    /** Tasks that compute or wait for a core. */
    int size() {
        return working.size() + line.size();
    }

    /** The number of cores. */
    int count() {
        return cores;
    }

    /** Cores that this server's tasks use, 0.0 to the number of cores. */
    double used() {
        return still ? 0 : Math.min(free(), working.size());
    }

    /** Cores that no neighbour takes. */
    double free() {
        return cores * freeShare;
    }

    /** Lets so much time pass in which nothing changes. */
    void pass(double elapsedNs) {
        progress += elapsedNs * rate;
    }

    void add(int task) {
        if (inOrder && working.size() == cores) {
            line.add(task);
        } else {
            begin(task);
            settle();
        }
    }

    /** Time until the next task has computed if nothing changes; infinite when none will. */
    double nextNs() {
        return rate == 0 ? Double.POSITIVE_INFINITY : (working.earliest() - progress) / rate;
    }

    /** Takes a task that has computed, or -1 when none has. */
    int take() {
        if (still || working.earliest() > progress + ROUNDING_NS) {
            return -1;
        }
        int task = working.remove();
        if (!line.isEmpty()) {
            begin(line.remove());
        }
        settle();
        return task;
    }

    /** Stands still for a collection, or goes on. */
    void still(boolean now) {
        still = now;
        settle();
    }

    /** Sets the factor by which work takes longer than on a core of this speed. */
    void slowness(double factor) {
        slowness = factor;
        settle();
    }

    /** Sets the share of every core that a neighbour takes. */
    void stolen(double share) {
        freeShare = 1 - share;
        settle();
    }

    private void begin(int task) {
        working.add(progress + tasks.cpuNs[task], task);
    }

    private void settle() {
        int count = working.size();
        if (count == 0) {
            progress = 0;
            rate = 0;
        } else {
            double free = cores * freeShare;
            rate = still ? 0 : speed / slowness * (count <= free ? 1 : free / count);
        }
    }
}
