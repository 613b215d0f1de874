// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import io.evenkeel.config.cluster.EjectionSettings;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import java.util.concurrent.TimeUnit;

/**
 * The time without new tasks that a node has asked for by 429 or 503 with {@code Retry-After}.
 *
 * <p>A node rests for as long as it says, bounded by the settings, if the cluster can spare it. Tasks that belong to it
 * go on to it, since their sessions are there; it may refuse them itself. When no other node is up, it is asked anyway.
 * Threads: any.
 */
public final class Rest {

    private Rest() {}

    /**
     * A node asks for a time without new tasks.
     *
     * @param status of its answer
     */
    public static void ask(Cluster cluster, Node node, int status, long seconds, long nowNs) {
        EjectionSettings settings = cluster.settings().ejection();
        long restNs = Math.min(
                TimeUnit.SECONDS.toNanos(seconds), settings.retryAfter().toNanos());
        if (!settings.enabled() || restNs <= 0 || node.state() != NodeState.UP) {
            return;
        }
        String reason = "it answered " + status + " with Retry-After: " + seconds;
        if (Membership.tryRest(cluster, node, settings.maxShare(), reason, nowNs + restNs, nowNs)) {
            cluster.events()
                    .node()
                    .warn(node + " gets no new tasks for " + TimeUnit.NANOSECONDS.toSeconds(restNs) + " s: " + reason);
        }
    }

    /** Ends the rest of a node whose time is over, or which is the only one left. */
    static void look(Cluster cluster, Node node, boolean someUp, long nowNs) {
        if (node.resting() && (!someUp || nowNs - node.restsUntilNs() >= 0)) {
            Membership.endRest(cluster, node, nowNs);
            cluster.events()
                    .node()
                    .info(node + " gets new tasks again: "
                            + (someUp ? "its Retry-After is over" : "no other node is up"));
        }
    }
}
