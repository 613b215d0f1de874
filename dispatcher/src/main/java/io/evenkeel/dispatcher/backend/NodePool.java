// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.tls.TlsClientContext;
import io.evenkeel.dispatcher.engine.tls.TlsDial;
import io.evenkeel.dispatcher.log.Spacing;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.Silence;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop to one node.
 *
 * <p>Threads: its loop.
 */
public abstract class NodePool {

    private static final long SAY_AGAIN_NS = 10_000_000_000L;

    private final NodePools pools;
    private final Cluster cluster;
    private final Node node;
    private final AwaitedConnections awaited;
    private boolean closed;
    private final Spacing lines = new Spacing(SAY_AGAIN_NS);
    private int cuts;

    NodePool(NodePools pools, Cluster cluster, Node node) {
        this.pools = pools;
        this.cluster = cluster;
        this.node = node;
        this.awaited = new AwaitedConnections(cluster, node, pools.silenceDetector());
    }

    final NodePools pools() {
        return pools;
    }

    final Loop loop() {
        return pools.loop();
    }

    final Cluster cluster() {
        return cluster;
    }

    final Node node() {
        return node;
    }

    @SuppressWarnings("ReferenceEquality") // a node is its identity
    final boolean isTo(Node other) {
        return node == other;
    }

    /** The connections on which the node owes something. */
    final AwaitedConnections awaited() {
        return awaited;
    }

    /** Something came back although the node was doubted. */
    final void heard(long nowNs) {
        Silence.trust(cluster, node, "it answers", false, nowNs);
    }

    /** The time a connection may stay idle: as configured, but at most a second less than its node has announced. */
    final long idleNs(int keepAliveS) {
        long configuredNs = cluster.settings().pool().idle().toNanos();
        return keepAliveS < 0 ? configuredNs : Math.min(configuredNs, TimeUnit.SECONDS.toNanos(keepAliveS - 1L));
    }

    /**
     * True when connections to the node are of no use any more, because it or its cluster has left or other settings
     * are in force.
     */
    final boolean closed() {
        return closed || !node.member() || cluster.removed();
    }

    /** True when other settings are in force: no connection is made. */
    final boolean replaced() {
        return closed;
    }

    /**
     * The way in which a connection was lost that was not made yet. One that met a reload may be asked for again,
     * unless the cluster was removed by that: then the TLS that is in force has ended, too.
     *
     * @param host the host of the request that the node must prove to be; null where that does not depend on it
     */
    final NodeUser.Loss lossOf(Throwable why, @Nullable String host) {
        if (why instanceof TlsDial.OutdatedException) {
            TlsClientContext present = cluster.secure();
            return present != null && present.isReleased() ? NodeUser.Loss.CUT : NodeUser.Loss.OUTDATED;
        }
        return NodeUser.Loss.ofConnecting(why, host);
    }

    /** True when many users share a connection. */
    abstract boolean shares();

    /**
     * A connection that is there and is handed over, or null.
     *
     * @param host for which it was made; null where one is as good as another
     */
    public abstract @Nullable NodeConnection take(NodeUser user, @Nullable String host);

    /**
     * True when the node allows one connection more, which is counted from now on; {@link #connect} must follow.
     */
    abstract boolean reserve();

    /**
     * Begins a connection that {@link #reserve} has allowed; the user hears of it later.
     *
     * @param host that the node must prove to be; null where the settings or the node's address say it
     */
    public abstract NodeConnection connect(NodeUser user, @Nullable String host);

    /** Says in the event log, once in ten seconds at most, that a node speaks something else than its cluster says. */
    final void say(String what) {
        long nowNs = loop().nowNs();
        if (lines.passes(nowNs)) {
            loop().events().node().warn(node + " " + what);
        }
    }

    /** {@link NodeConnection#refused}. */
    void refused(ByteBuf answer, int from) {
        if (!shares() && NodeRemedy.greetsByHttp2(answer, from)) {
            say(NodeRemedy.speaksHttp2(cluster));
        }
    }

    /** True when there is no connection, and nobody waits for one. */
    abstract boolean isEmpty();

    /** A connection is gone. */
    final void left() {
        if (isEmpty() && closed()) {
            pools.emptied(this);
        }
    }

    /**
     * Closes the connection that was idle for longest, if there is one.
     *
     * @return false when there is none
     */
    abstract boolean closeOldest();

    /**
     * Makes room for another loop, to whose tasks the node allows no further connection now.
     *
     * @param hasNone true when that loop has no connection to the node at all
     */
    void giveWay(boolean hasNone) {
        closeOldest();
    }

    /** Ends what every connection is used for, and closes the idle ones. */
    void cut() {
        cuts++;
    }

    /** The number of cuts so far. A request that waits for a place during a cut goes to another node. */
    public final int cuts() {
        return cuts;
    }

    /** Closes what is idle now, and later what comes back; who waits for a connection asks another pool. */
    void close() {
        closed = true;
    }
}
