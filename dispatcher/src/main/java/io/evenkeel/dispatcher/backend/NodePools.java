// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The node connections of one event loop.
 *
 * <p>Threads: its loop, except for {@link #close(List, Node)} and {@link #cut(List, Node)}.
 */
public final class NodePools {

    private final Connector connector;
    private final Loop loop;
    private final List<NodePools> all;
    private final Lookout lookout;
    private final IdentityHashMap<Node, NodePool> pools = new IdentityHashMap<>();

    /**
     * @param all the pools of every loop, this one included once the list is complete
     */
    public NodePools(Connector connector, Loop loop, List<NodePools> all) {
        this.connector = connector;
        this.loop = loop;
        this.all = all;
        this.lookout = new Lookout(loop);
    }

    /** The connections to a node. */
    public NodePool of(Cluster cluster, Node node) {
        NodePool pool = pools.get(node);
        boolean shares = cluster.settings().protocol() == NodeProtocol.H2;
        if (pool == null || shares != pool.shares()) {
            if (pool != null) {
                pool.close();
            }
            pool = shares
                    ? new SharedPool(this, connector, loop, lookout, cluster, node)
                    : new ExclusivePool(connector, loop, lookout, cluster, node);
            pools.put(node, pool);
        }
        return pool;
    }

    /**
     * Makes room for one connection to the node and reserves it.
     *
     * @return false when the node has all the connections it allows; then idle ones of other loops are being closed,
     *     and it pays to ask again soon
     */
    public boolean reserve(NodePool pool) {
        if (pool.reserve()) {
            return true;
        }
        makeRoom(pool);
        return false;
    }

    /** Closes idle connections of other loops to the pool's node. */
    void makeRoom(NodePool pool) {
        Node node = pool.node();
        for (NodePools other : all) {
            if (other != this) {
                other.loop.execute(() -> {
                    NodePool theirs = other.pools.get(node);
                    if (theirs != null) {
                        theirs.closeOldest();
                    }
                });
            }
        }
    }

    /** Ends what the connections to a node are used for, on every loop. Any thread. */
    public static void cut(List<NodePools> all, Node node) {
        for (NodePools pools : all) {
            pools.loop.execute(() -> {
                NodePool pool = pools.pools.get(node);
                if (pool != null) {
                    pool.cut();
                }
            });
        }
    }

    /**
     * Closes the idle connections to a node that has left, on every loop; busy ones are closed when they come back. Any
     * thread.
     */
    public static void close(List<NodePools> all, Node node) {
        for (NodePools pools : all) {
            pools.loop.execute(() -> {
                NodePool pool = pools.pools.remove(node);
                if (pool != null) {
                    pool.close();
                }
            });
        }
    }
}
