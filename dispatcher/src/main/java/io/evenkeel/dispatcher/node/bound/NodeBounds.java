// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.bound;

import io.evenkeel.config.cluster.OverloadSettings;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.policy.overload.LearnedLimits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of the tasks of each node, by slot.
 *
 * <p>By workers, after paper 3's rule that nothing new begins while every processor is busy: a node gets as many tasks
 * as it has workers, less what others have there, and on top of that the tasks that hold no worker: tunnels, and those
 * that two samples in a row have shown to be parked. While every worker is busy and the agent does not tell with how
 * many tasks, it gets nothing on top of what it has. So it needs no more connections either.
 *
 * <p>Learned, where no agent tells the workers: {@link LearnedLimits}.
 *
 * <p>Nothing allocates but a change of settings and {@link #of}. Threads: the one inside the cluster's gate.
 */
public final class NodeBounds {

    private static final double NS_PER_MS = 1e6;

    private final NodeArrays arrays;
    private final LearnedLimits learned;
    private final int[] workers;
    private final int[] parked;
    private boolean byWorkers;
    private boolean learns;

    /** Bounds that are off. */
    public NodeBounds(NodeArrays arrays) {
        this.arrays = arrays;
        learned = new LearnedLimits(arrays.capacity());
        workers = new int[arrays.capacity()];
        parked = new int[arrays.capacity()];
        Arrays.fill(workers, Integer.MAX_VALUE);
    }

    /** Goes by other settings from now on; the limits of the nodes are to be set again. */
    public void settings(OverloadSettings settings) {
        if (settings.learnConcurrency() && !learns) {
            for (int slot = 0; slot < workers.length; slot++) {
                learned.forget(slot);
            }
        }
        learns = settings.learnConcurrency();
        byWorkers = settings.waitForWorkers();
        for (int slot = 0; slot < arrays.slots(); slot++) {
            sampled(slot);
        }
    }

    /** Forgets a node that has left its slot. */
    public void forget(int slot) {
        learned.forget(slot);
        workers[slot] = Integer.MAX_VALUE;
        parked[slot] = 0;
    }

    private double figure(int slot, Sample column) {
        return arrays.samples().figure(slot, column);
    }

    private boolean tellsWorkers(int slot) {
        return figure(slot, Sample.WORKERS_MAX) >= 1;
    }

    /** The most tasks of a node, tunnels included; {@link Integer#MAX_VALUE} for no bound. */
    public int most(int slot) {
        return learns && !tellsWorkers(slot) ? learned.limit(slot) : workers[slot];
    }

    /** The most connections to a node; {@link Integer#MAX_VALUE} for no bound. */
    public int connections(int slot) {
        return workers[slot] == Integer.MAX_VALUE
                ? Integer.MAX_VALUE
                : Math.max(workers[slot], (int) figure(slot, Sample.WORKERS_MAX));
    }

    /** The sample of a node has come or gone; true when its bound has changed. */
    public boolean sampled(int slot) {
        if (!byWorkers && workers[slot] == Integer.MAX_VALUE && !learns) {
            return false;
        }
        int before = workers[slot];
        workers[slot] = byWorkers && tellsWorkers(slot) ? bound(slot) : Integer.MAX_VALUE;
        return workers[slot] != before || learns;
    }

    private int bound(int slot) {
        int most = (int) Math.min(1e9, figure(slot, Sample.WORKERS_MAX));
        double busy = figure(slot, Sample.WORKERS_BUSY);
        double inFlight = figure(slot, Sample.IN_FLIGHT);
        int own = arrays.tasks(slot);
        int plain = own - arrays.tunnels(slot);
        int idle = busy >= 0 ? (int) Math.max(0, most - busy) : 0;
        int seen = idle > 0 ? (int) Math.max(0, plain + arrays.samples().others(slot) - busy) : 0;
        int still = Math.min(seen, parked[slot]);
        parked[slot] = seen;
        int bound = most - arrays.samples().others(slot) + arrays.tunnels(slot) + still;
        if (idle == 0 && busy >= 0 && !(inFlight >= 0)) {
            bound = Math.min(bound, own);
        }
        return Math.max(0, bound);
    }

    /**
     * A task has ended on a node; true when its bound has changed.
     *
     * @param inFlight tasks that the node had, this one included
     * @param elapsedNs of the whole task; the time to the head of the answer counts where it is known
     * @param answered a failure that is an answer of the application
     */
    public boolean ended(int slot, Task task, Outcome outcome, long elapsedNs, boolean answered, int inFlight) {
        if (!learns || outcome == Outcome.ABANDONED || answered || task.connection()) {
            return false;
        }
        long headNs = task.headNs();
        return learned.ended(slot, outcome == Outcome.SUCCEEDED, headNs >= 0 ? headNs : elapsedNs, inFlight)
                && !tellsWorkers(slot);
    }

    /** The reason for which a node at its bound gets nothing, for people. */
    public String why(int slot) {
        return workers[slot] < Integer.MAX_VALUE ? "every worker busy" : "full, as its answers show";
    }

    /** The bound of a node in words and numbers; null when it has none. */
    public @Nullable NodeBound of(int slot, String node) {
        int most = most(slot);
        if (most == Integer.MAX_VALUE) {
            return null;
        }
        boolean isLearned = learns && !tellsWorkers(slot);
        return new NodeBound(
                node, most, isLearned ? "learned" : "workers", isLearned ? learned.baseNs(slot) / NS_PER_MS : 0);
    }
}
