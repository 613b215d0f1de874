// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel;

import io.evenkeel.dispatcher.affinity.Affinities;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.task.Tries;

/** The node that a connection belongs to by its client's address, where its cluster goes by addresses. Its loop. */
final class TcpHome {

    private final Affinities affinities;
    private long home;

    TcpHome(Affinities affinities) {
        this.affinities = affinities;
    }

    /** Tells a task, before it asks for a node, which one it belongs to. */
    void tell(Tries tries, Cluster cluster, long nowNs) {
        if (Affinities.goesByAddress(cluster)) {
            home = affinities.home(cluster, tries.facts().clientKey(), nowNs);
            tries.facts().belongs(home, 0, cluster.settings().affinity().strict());
        }
    }

    /** The connection has reached the node of its task, to which the address belongs from now on. */
    void reached(Tries tries, Cluster cluster, long nowNs) {
        affinities.reached(cluster, tries.facts().clientKey(), home, tries.assigned(), nowNs);
    }

    /** The tunnel to a node has ended; the time without the client begins now. */
    void left(Tries tries, Cluster cluster, Node served, long nowNs) {
        affinities.left(cluster, tries.facts().clientKey(), served, nowNs);
    }
}
