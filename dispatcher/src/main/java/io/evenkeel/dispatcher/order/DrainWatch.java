// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.order;

import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Says once that a node which an administrator took out has nothing in flight any more. One thread. */
public final class DrainWatch {

    /** Of whom the end has been said. */
    private final Set<Node> said = new HashSet<>();

    /** Looks at every node that was taken out. */
    public void look(Collection<Cluster> clusters, long nowNs) {
        said.removeIf(node -> !node.member() || node.wanted() == AdminState.READY);
        for (Cluster cluster : clusters) {
            for (Node node : cluster.nodes()) {
                long sinceNs = node.wantedNs();
                boolean out = node.wanted() != AdminState.READY && sinceNs != Long.MIN_VALUE;
                if (out && !said.contains(node) && cluster.counts(node).inFlight() == 0) {
                    said.add(node);
                    EventLog.NODE.info(
                            node + " is drained: nothing in flight after " + (nowNs - sinceNs) / 1_000_000_000 + " s");
                }
            }
        }
    }
}
