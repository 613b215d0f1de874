// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.content;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.Task;

/**
 * The work that requests for the same thing make: of the same class where the cluster has request classes, else of the
 * same host and path; and intervals of it ({@link SizeIntervals}), made again each second.
 *
 * <pre>
 * n      tasks that share the node when a task begins, itself included, for each that the node can work on at once:
 *        max(1, in flight / k), with k from the node's sample, else 1
 * size   mean time of answers, each with weight 1 / n², as the time of a task that began alone says most
 * work   size * answers;   an answer of a window ago weighs 1 / e in all sums
 * </pre>
 *
 * The time is that to the answer's head, else to its end, of tasks that succeeded and became no tunnel. 4096 paths are
 * remembered; those answered longest ago make room. Cost: O(1), and O(paths) once a second.
 */
final class ContentWork {

    private static final int PATHS = 4096;
    private static final long INTERVAL_NS = 1_000_000_000L;

    private final double windowNs;
    private final ContentTable paths = new ContentTable(PATHS);
    private final double[] weightedNs = new double[Task.REQUEST_CLASSES + paths.size()];
    private final double[] weights = new double[Task.REQUEST_CLASSES + paths.size()];
    private final double[] answers = new double[Task.REQUEST_CLASSES + paths.size()];
    /** The size as the intervals know it; 0 for none. */
    private final double[] sizeNs = new double[Task.REQUEST_CLASSES + paths.size()];

    private final SizeIntervals intervals = new SizeIntervals();
    private long placedNs;
    private boolean begun;

    /** @param windowNs time over which the weight of an answer fades to 1 / e */
    ContentWork(double windowNs) {
        this.windowNs = windowNs;
    }

    SizeIntervals intervals() {
        return intervals;
    }

    /** The size of requests like this one, nanoseconds; 0 while it is not known. */
    double sizeNs(Task task) {
        int cell = task.requestClass();
        if (cell == 0) {
            int path = paths.find(task.contentKey());
            return path < 0 ? 0 : sizeNs[Task.REQUEST_CLASSES + path];
        }
        return sizeNs[cell];
    }

    /**
     * A task has ended.
     *
     * @param together tasks in flight on the node when it began, itself included
     */
    void ended(Task task, int slot, Outcome outcome, long elapsedNs, int together, Nodes nodes) {
        if (!begun || task.nowNs() - placedNs >= INTERVAL_NS) {
            place(task.nowNs());
        }
        if (outcome == Outcome.SUCCEEDED && !task.connection()) {
            double parallel = nodes.sample(slot, Sample.PARALLELISM);
            double n = Math.max(1, together / (parallel >= 1 ? parallel : 1));
            learn(task, (double) Math.max(1, task.headNs() >= 0 ? task.headNs() : elapsedNs), n);
        }
    }

    private void learn(Task task, double ns, double n) {
        int cell = task.requestClass();
        if (cell == 0) {
            if (task.contentKey() == 0) {
                return;
            }
            int path = paths.ask(task.contentKey());
            cell = Task.REQUEST_CLASSES + (path < 0 ? -1 - path : path);
            if (path < 0) {
                weightedNs[cell] = 0;
                weights[cell] = 0;
                answers[cell] = 0;
                sizeNs[cell] = 0;
            }
        }
        weightedNs[cell] += ns / (n * n);
        weights[cell] += 1 / (n * n);
        answers[cell]++;
    }

    private void place(long nowNs) {
        double kept = begun ? StrictMath.exp(-Math.max(0, nowNs - placedNs) / windowNs) : 1;
        begun = true;
        placedNs = nowNs;
        intervals.clear();
        for (int cell = 0; cell < sizeNs.length; cell++) {
            if (answers[cell] > 0) {
                sizeNs[cell] = weightedNs[cell] / weights[cell];
                intervals.add(sizeNs[cell], sizeNs[cell] * answers[cell]);
                weightedNs[cell] *= kept;
                weights[cell] *= kept;
                answers[cell] *= kept;
            }
        }
        intervals.place();
    }

    /** Takes over the work of paths; that of classes is learned again, as their numbers may mean something else. */
    void inherit(ContentWork before) {
        paths.inherit(before.paths);
        System.arraycopy(before.weightedNs, Task.REQUEST_CLASSES, weightedNs, Task.REQUEST_CLASSES, paths.size());
        System.arraycopy(before.weights, Task.REQUEST_CLASSES, weights, Task.REQUEST_CLASSES, paths.size());
        System.arraycopy(before.answers, Task.REQUEST_CLASSES, answers, Task.REQUEST_CLASSES, paths.size());
        begun = before.begun;
        place(before.placedNs);
    }
}
