// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.Silence;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop to one node. The newest idle one is used first, so that a shrinking load lets the
 * oldest expire.
 *
 * <p>Threads: its loop.
 */
public final class NodePool {

    private final Connector connector;
    private final Loop loop;
    private final Cluster cluster;
    private final Node node;
    private final Owing owing;
    private final ArrayDeque<NodeConnection> idle = new ArrayDeque<>();

    /** All that are not gone, in no order. */
    private final List<NodeConnection> all = new ArrayList<>();

    private boolean closed;
    private int cuts;

    NodePool(Connector connector, Loop loop, Lookout lookout, Cluster cluster, Node node) {
        this.connector = connector;
        this.loop = loop;
        this.cluster = cluster;
        this.node = node;
        this.owing = new Owing(cluster, node, lookout);
    }

    Loop loop() {
        return loop;
    }

    Node node() {
        return node;
    }

    /** The connections on which the node owes something. */
    Owing owing() {
        return owing;
    }

    /** Something came back although the node was doubted. */
    void heard(long nowNs) {
        Silence.trust(cluster, node, "it answers", false, nowNs);
    }

    /**
     * An idle connection that is handed over, or null.
     *
     * @param host for which it was made; null where one is as good as another
     */
    public @Nullable NodeConnection take(NodeUser user, @Nullable String host) {
        while (true) {
            NodeConnection newest = host == null ? idle.pollLast() : pollLast(host);
            if (newest == null) {
                return null;
            }
            if (newest.connection().open()) {
                newest.take(user);
                return newest;
            }
        }
    }

    /** The newest idle connection for a host: a server that proved one name has not proved another. */
    private @Nullable NodeConnection pollLast(String host) {
        for (Iterator<NodeConnection> each = idle.descendingIterator(); each.hasNext(); ) {
            NodeConnection next = each.next();
            if (host.equals(next.host)) {
                each.remove();
                return next;
            }
        }
        return null;
    }

    /**
     * True when the node allows one connection more, which is counted from now on and must be followed by
     * {@link #connect}.
     */
    boolean reserve() {
        return cluster.openConnection(node);
    }

    /**
     * Begins a connection that {@link #reserve} has allowed; the user hears of it later.
     *
     * @param host that the node must prove to be; null where the settings or the node's address say it
     */
    public NodeConnection connect(NodeUser user, @Nullable String host) {
        NodeConnection made = new NodeConnection(this, user);
        made.host = host;
        made.place = all.size();
        all.add(made);
        owing.connection(made);
        made.connection(NodeDial.of(connector, cluster, node, host)
                .connect(loop, node.address(), cluster.settings().timeouts().connect(), made));
        return made;
    }

    boolean keep(NodeConnection connection) {
        if (closed || !node.member() || idle.size() >= cluster.settings().pool().maxIdle()) {
            return false;
        }
        idle.addLast(connection);
        return true;
    }

    /** The time a connection may stay idle: as configured, but at most a second less than its node has announced. */
    long idleNs(int keepAliveS) {
        long configuredNs = cluster.settings().pool().idle().toNanos();
        return keepAliveS < 0 ? configuredNs : Math.min(configuredNs, TimeUnit.SECONDS.toNanos(keepAliveS - 1L));
    }

    void forget(NodeConnection connection) {
        idle.removeLastOccurrence(connection);
    }

    void gone(NodeConnection connection) {
        forget(connection);
        NodeConnection last = all.remove(all.size() - 1);
        if (last != connection) {
            last.place = connection.place;
            all.set(connection.place, last);
        }
        cluster.closeConnection(node);
    }

    /** Closes the connection that was idle for longest, if there is one. */
    void closeOldest() {
        NodeConnection oldest = idle.peekFirst();
        if (oldest != null) {
            oldest.close();
        }
    }

    /** Ends what every connection is used for, and closes the idle ones. */
    void cut() {
        cuts++;
        for (NodeConnection each : List.copyOf(all)) {
            each.cut();
        }
    }

    /** The number of cuts so far. A request that waits for a place during a cut goes to another node. */
    public int cuts() {
        return cuts;
    }

    /** Closes what is idle now, and later what comes back. */
    void close() {
        closed = true;
        while (!idle.isEmpty()) {
            idle.peekLast().close();
        }
    }
}
