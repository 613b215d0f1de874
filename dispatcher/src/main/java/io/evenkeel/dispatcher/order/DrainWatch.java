// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.order;

import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.ToLongBiFunction;

/** Logs once that a node that an administrator took out has nothing in flight any more. One thread. */
public final class DrainWatch {

    private final ToLongBiFunction<Cluster, Node> sessions;

    /** Nodes that were logged as drained and are still taken out. */
    private Set<Node> said = Set.of();

    /** @param sessions tells the sessions that a node still has; they do not keep a drain from its end */
    public DrainWatch(ToLongBiFunction<Cluster, Node> sessions) {
        this.sessions = sessions;
    }

    /** Logs the nodes that were taken out and are newly drained. */
    public void look(Collection<Cluster> clusters, long nowNs) {
        Set<Node> drained = new HashSet<>();
        for (Cluster cluster : clusters) {
            for (Node node : cluster.nodes()) {
                long sinceNs = node.wantedNs();
                boolean out = node.wanted() != AdminState.READY && sinceNs != Long.MIN_VALUE;
                if (out && said.contains(node)) {
                    drained.add(node);
                } else if (out && cluster.table().counts(node).inFlight() == 0) {
                    drained.add(node);
                    cluster.events()
                            .node()
                            .info(node + " is drained: nothing in flight after " + (nowNs - sinceNs) / 1_000_000_000
                                    + " s" + left(sessions.applyAsLong(cluster, node)));
                }
            }
        }
        said = drained;
    }

    private static String left(long sessions) {
        return sessions == 0 ? "" : "; it still has " + sessions + (sessions == 1 ? " session" : " sessions");
    }

    /** The number of nodes that are remembered. */
    int size() {
        return said.size();
    }
}
