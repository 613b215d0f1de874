// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import io.evenkeel.dispatcher.affinity.Affinities;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.task.Attempts;

/**
 * The node that a connection belongs to by its client's address, where its cluster goes by addresses. Threads: the
 * connection's loop.
 */
final class TcpHome {

    private final Affinities affinities;
    private long home;

    TcpHome(Affinities affinities) {
        this.affinities = affinities;
    }

    /** Tells a task, before it asks for a node, which one it belongs to. */
    void tell(Attempts attempts, Cluster cluster, long nowNs) {
        if (Affinities.goesByAddress(cluster)) {
            home = affinities.home(cluster, attempts.facts().clientKey(), nowNs);
            attempts.facts().belongs(home, 0, cluster.settings().affinity().strict());
        }
    }

    /** The connection has reached the node of its task, to which the address belongs from now on. */
    void reached(Attempts attempts, Cluster cluster, long nowNs) {
        affinities.reached(cluster, attempts.facts().clientKey(), home, attempts.assigned(), nowNs);
    }

    /** The tunnel to a node has ended; the time without the client begins now. */
    void left(Attempts attempts, Cluster cluster, Node served, long nowNs) {
        affinities.left(cluster, attempts.facts().clientKey(), served, nowNs);
    }
}
