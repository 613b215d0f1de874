// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.reported;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.LeastLoad;
import org.jspecify.annotations.Nullable;

/**
 * A policy that chooses the node whose {@link Reported} figure is least; equals take turns. O(n).
 *
 * <p>Work sent since the sample is counted as tasks or as sessions. A task counts while it is in flight. For a policy
 * that knows what a session adds, sessions alone count once one has been placed. A session counts from its placing on,
 * with or without requests in flight: its requests come and go without a choice, and a node with few requests just then
 * may have many sessions. Only the next sample tells that a session has ended.
 *
 * <p>Needs the parameters {@link Reported#PERIOD} and {@link Reported#FEEDBACK}.
 */
public final class LeastReported implements Policy {

    /** Makes a number out of a node's sample; NaN when the sample does not tell. */
    public interface NodeFigure {
        double of(int slot, Nodes nodes);
    }

    private final NodeFigure figure;
    private final NodeFigure eachTask;
    private final @Nullable NodeFigure eachSession;
    private final Reported byTasks;
    private final Reported bySessions;
    private final LeastLoad least;
    private final long[] placed;
    private boolean sessions;

    /**
     * A policy by one figure.
     *
     * @param eachTask the amount that one task in flight adds to the figure
     * @param eachSession the amount that one session adds to it; null when tasks are counted in any case
     */
    public LeastReported(
            PolicySettings settings, NodeFigure figure, NodeFigure eachTask, @Nullable NodeFigure eachSession) {
        this.figure = figure;
        this.eachTask = eachTask;
        this.eachSession = eachSession;
        placed = new long[settings.maxNodes()];
        byTasks = Reported.corrected(settings, (slot, nodes) -> nodes.inFlight(slot));
        bySessions = Reported.corrected(settings, (slot, nodes) -> placed[slot]);
        least = new LeastLoad((slot, nodes, nowNs) -> (sessions ? bySessions : byTasks).of(slot, nodes, nowNs));
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        sessions |= counts(task);
        return least.choose(nodes, task.nowNs());
    }

    private boolean counts(Task task) {
        return eachSession != null && task.placesSession();
    }

    @Override
    public void onStart(Task task, int slot, Nodes nodes) {
        if (counts(task)) {
            placed[slot]++;
        }
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        byTasks.forget(slot);
        bySessions.forget(slot);
    }

    @Override
    public void onLeave(int slot, Nodes nodes, long nowNs) {
        byTasks.forget(slot);
        bySessions.forget(slot);
    }

    @Override
    public void onSample(int slot, Nodes nodes, long nowNs) {
        double reported = figure.of(slot, nodes);
        byTasks.read(slot, reported, eachTask.of(slot, nodes), nodes, nowNs);
        if (eachSession != null) {
            bySessions.read(slot, reported, eachSession.of(slot, nodes), nodes, nowNs);
        }
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        return (sessions || counts(task) ? bySessions : byTasks).score(slot, nodes, task.nowNs());
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        return (sessions || counts(task) ? bySessions : byTasks).why(slot, nodes, task.nowNs());
    }

    @Override
    public String reason(Task task, int slot, Nodes nodes) {
        return byTasks.doubt(slot, task.nowNs());
    }
}
