// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * One node at work.
 *
 * <p>Progress is the work that one task which has been there all along would have had done to it. Tasks that share the processor all
 * progress alike, at speed / n, so a task is done when progress has grown by its work; the order of ends never changes after a start.
 * For FIFO, progress is the work the node has done, and a task is done when the work before it and its own are.
 */
final class SimulatedNode {

    private final ServerModel model;
    private final PriorityQueue<SimulatedTask> tasks =
            new PriorityQueue<>(Comparator.comparingDouble((SimulatedTask task) -> task.doneAt));
    private double progress;
    private double lastDoneAt;
    private long updatedNs;
    private long nextEndNs = Long.MAX_VALUE;

    SimulatedNode(ServerModel model) {
        this.model = model;
    }

    void start(SimulatedTask task, long nowNs) {
        advance(nowNs);
        task.startedNs = nowNs;
        boolean fifo = model.order() == ServerModel.Order.FIFO;
        task.doneAt = (fifo ? Math.max(progress, lastDoneAt) : progress) + task.workNs;
        lastDoneAt = task.doneAt;
        tasks.add(task);
        foresee();
    }

    /** When the next task is done if none starts before; {@link Long#MAX_VALUE} when idle. */
    long nextEndNs() {
        return nextEndNs;
    }

    SimulatedTask finish(long nowNs) {
        advance(nowNs);
        SimulatedTask done = tasks.remove();
        foresee();
        return done;
    }

    private void foresee() {
        SimulatedTask next = tasks.peek();
        nextEndNs = next == null ? Long.MAX_VALUE : updatedNs + (long) Math.ceil((next.doneAt - progress) / rate());
    }

    private void advance(long nowNs) {
        progress += (nowNs - updatedNs) * rate();
        updatedNs = nowNs;
    }

    private double rate() {
        boolean fifo = model.order() == ServerModel.Order.FIFO;
        return tasks.isEmpty() ? 0 : fifo ? model.speed() : model.speed() / tasks.size();
    }
}
