// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.util.ArrayList;
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
    private final SilenceDetector silenceDetector;
    private final IdentityHashMap<Node, NodePool> pools = new IdentityHashMap<>();

    /** Pools of earlier settings with connections that are still used. */
    private final List<NodePool> closing = new ArrayList<>();

    /**
     * @param all the pools of every loop, this one included once the list is complete
     */
    public NodePools(Connector connector, Loop loop, List<NodePools> all) {
        this.connector = connector;
        this.loop = loop;
        this.all = all;
        this.silenceDetector = new SilenceDetector(loop);
    }

    Connector connector() {
        return connector;
    }

    Loop loop() {
        return loop;
    }

    SilenceDetector silenceDetector() {
        return silenceDetector;
    }

    /** The connections to a node. */
    public NodePool of(Cluster cluster, Node node) {
        NodePool pool = pools.get(node);
        boolean shares = cluster.settings().protocol() == NodeProtocol.H2;
        if (pool != null && shares == pool.shares()) {
            return pool;
        }
        NodePool made = shares ? new SharedPool(this, cluster, node) : new ExclusivePool(this, cluster, node);
        // A task that was on its way to a node when that left may have made a pool behind the call of close.
        pools.values().removeIf(each -> each.closed() && each.isEmpty());
        pools.put(node, made);
        if (pool != null) {
            close(pool);
        }
        return made;
    }

    private void close(NodePool pool) {
        pool.close();
        if (!pool.isEmpty()) {
            closing.add(pool);
        }
    }

    /** A pool that is of no further use has nothing left. */
    void emptied(NodePool pool) {
        closing.remove(pool);
        pools.remove(pool.node(), pool);
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
        makeRoom(pool, false);
        return false;
    }

    /**
     * Lets other loops give way to a connection to the pool's node.
     *
     * @param hasNone true when the pool has no connection at all
     */
    void makeRoom(NodePool pool, boolean hasNone) {
        Node node = pool.node();
        for (NodePools other : all) {
            if (other != this) {
                other.loop.execute(() -> {
                    NodePool theirs = other.pools.get(node);
                    if (theirs != null) {
                        theirs.giveWay(hasNone);
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
                for (NodePool each : List.copyOf(pools.closing)) {
                    if (each.isTo(node)) {
                        each.cut();
                    }
                }
            });
        }
    }

    /**
     * Closes the idle connections to a node that has left or is reached in another way from now on, on every loop; busy
     * ones are closed when they come back. Any thread.
     */
    public static void close(List<NodePools> all, Node node) {
        for (NodePools pools : all) {
            pools.loop.execute(() -> {
                NodePool pool = pools.pools.remove(node);
                if (pool != null) {
                    pools.close(pool);
                }
            });
        }
    }
}
