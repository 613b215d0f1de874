// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.overload;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.dispatcher.node.bound.NodeBound;
import io.evenkeel.dispatcher.node.guard.Gate;
import io.evenkeel.dispatcher.node.queue.ClassQueues;
import io.evenkeel.policy.overload.OtherSessions;
import java.util.List;
import java.util.function.Supplier;

/** The rules for overload of a cluster, as callers outside its gate use them. Threads: any. */
public final class GatedOverload {

    private final Gate gate;
    private final OverloadInForce rules;
    private final ClassQueues<?> waiting;
    private final Supplier<ClusterSettings> settings;
    private final Supplier<List<NodeBound>> bounds;

    /**
     * The view of the rules that the gate guards.
     *
     * @param waiting the tasks of the cluster that wait
     * @param settings those in force
     * @param bounds those of the nodes; asked inside the gate
     */
    public GatedOverload(
            Gate gate,
            OverloadInForce rules,
            ClassQueues<?> waiting,
            Supplier<ClusterSettings> settings,
            Supplier<List<NodeBound>> bounds) {
        this.gate = gate;
        this.rules = rules;
        this.waiting = waiting;
        this.settings = settings;
        this.bounds = bounds;
    }

    /**
     * Seconds after which the client of a task that is refused now may come again.
     *
     * @param session true when its session was not admitted
     */
    public int retryAfterS(boolean session, long nowNs) {
        return settings.get().overload().isOff()
                ? 1
                : gate.inside(() -> rules.retryAfterS(session, waiting.size(), nowNs));
    }

    /** The longest time for which a task may wait in the queue, by the settings and by what clients were seen to do. */
    public long queueTimeoutNs() {
        return Math.min(settings.get().queue().timeout().toNanos(), rules.patienceNs());
    }

    /** Takes over what joined dispatchers tell of their sessions; one pass of the gate where that matters. */
    public void others(double running, double thinkNs, double perSecond) {
        if (settings.get().overload().admitSessions()) {
            gate.inside(() -> {
                rules.others(new OtherSessions(running, thinkNs, perSecond));
                return true;
            });
        }
    }

    /** The tasks that the cluster has refused. */
    public RefusedTasks refused() {
        return rules.refused();
    }

    /** Figures of the rules at this moment. */
    public OverloadCounts counts(long nowNs) {
        return gate.look(() -> rules.counts(number -> waiting.of(number).size(), bounds.get(), nowNs));
    }
}
