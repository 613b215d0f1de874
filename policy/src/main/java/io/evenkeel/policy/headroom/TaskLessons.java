// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.headroom;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Task;
import org.jspecify.annotations.Nullable;

/**
 * The lesson of each task's end: the time that its node would have taken without other tasks, and whether the task was
 * parked.
 *
 * <p>The memo of a task holds the tasks that its node had before, and a mark when the task is expected to park. Called
 * once for each event of a task; nothing allocates.
 */
public final class TaskLessons {

    /** A mark in the memo, beside the tasks that the node had: the task is expected to hold no worker. */
    private static final int PARKS = 1 << 30;

    private final ServiceTimes times;
    private final NodeLimits limits;
    private final ParkedTasks parked;
    private final @Nullable ClassTimes classes;

    /**
     * Lessons for these figures of the nodes.
     *
     * @param classes compare answers within their request class; null when answers count as they are
     */
    public TaskLessons(ServiceTimes times, NodeLimits limits, ParkedTasks parked, @Nullable ClassTimes classes) {
        this.times = times;
        this.limits = limits;
        this.parked = parked;
        this.classes = classes;
    }

    /** A task is given to a node that has so many others. */
    public void begun(Task task, int slot, int before) {
        task.memo(parked.begun(slot, task.contentKey()) ? (before | PARKS) : before);
    }

    /** A task has become a tunnel. */
    public void tunnelled(Task task, int slot, long elapsedNs) {
        if (!task.placesSession()) {
            double aloneMs = aloneMs(task, slot, elapsedNs);
            double sampleMs = sampleMs(task, aloneMs);
            learn(task, slot, aloneMs);
            times.answered(slot, sampleMs, task.nowNs());
        }
        takeOut(task, slot);
    }

    /** A task has ended. */
    public void finished(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
        double aloneMs = aloneMs(task, slot, task.headNs() < 0 ? elapsedNs : task.headNs());
        boolean answered = outcome == Outcome.SUCCEEDED && !task.connection();
        boolean sampled = answered && limits.reports(slot);
        boolean wasParked = sampled ? wasParked(task, slot, elapsedNs, aloneMs, nodes) : takeOut(task, slot);
        if (outcome == Outcome.FAILED) {
            times.failed(slot, task.nowNs());
        } else if (!wasParked && !task.connection()) {
            double sampleMs = sampleMs(task, aloneMs);
            if (answered) {
                learn(task, slot, aloneMs);
            }
            if (answered || sampleMs > times.alone(slot)) {
                times.answered(slot, sampleMs, task.nowNs());
            }
        }
    }

    /** Compares the request classes with each other, ten times a second. */
    public void compare(long nowNs) {
        if (classes != null) {
            classes.compare(nowNs);
        }
    }

    /** True when an answered task was parked, so that its time says nothing. It no longer counts as parked. */
    private boolean wasParked(Task task, int slot, long elapsedNs, double aloneMs, Nodes nodes) {
        boolean expected = parks(task);
        boolean was = parked.explains(slot, expected)
                && elapsedNs > nodes.sampleAgeNs(slot)
                && times.isFarTooLong(slot, aloneMs);
        parked.ended(slot, task.contentKey(), expected, was);
        return was;
    }

    /** Lets a task that was expected to park count as parked no more; true when it was one. */
    private boolean takeOut(Task task, int slot) {
        boolean parks = parks(task);
        if (parks) {
            parked.left(slot);
            task.memo(task.memo() & ~PARKS);
        }
        return parks;
    }

    private static boolean parks(Task task) {
        return (task.memo() & PARKS) != 0;
    }

    private double aloneMs(Task task, int slot, long elapsedNs) {
        int before = task.memo() & ~PARKS;
        return elapsedNs / 1e6 / Math.max(1, (before + 1) * limits.share(slot));
    }

    /** The time of an answer as it counts for its node. */
    private double sampleMs(Task task, double aloneMs) {
        return classes == null ? aloneMs : classes.relative(task.requestClass(), aloneMs);
    }

    /** Takes the time of an answer into its class, unless the node is on probation. */
    private void learn(Task task, int slot, double aloneMs) {
        if (classes != null && !times.onProbation(slot)) {
            classes.answered(task.requestClass(), aloneMs / times.alone(slot));
        }
    }
}
