// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.engine.Loop;
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

    private final Loop loop;
    private final Cluster cluster;
    private final Node node;
    private final Owing owing;
    private boolean closed;
    private boolean said;
    private long saidNs;
    private int cuts;

    NodePool(Loop loop, Lookout lookout, Cluster cluster, Node node) {
        this.loop = loop;
        this.cluster = cluster;
        this.node = node;
        this.owing = new Owing(cluster, node, lookout);
    }

    final Loop loop() {
        return loop;
    }

    final Cluster cluster() {
        return cluster;
    }

    final Node node() {
        return node;
    }

    /** The connections on which the node owes something. */
    final Owing owing() {
        return owing;
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

    /** True when connections to the node are of no use any more, because it has left. */
    final boolean closed() {
        return closed || !node.member();
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
        long nowNs = loop.nowNs();
        if (!said || nowNs - saidNs > SAY_AGAIN_NS) {
            said = true;
            saidNs = nowNs;
            loop.events().node().warn(node + " " + what);
        }
    }

    /**
     * Looks at an answer that cannot be one of HTTP/1.1, and names the remedy in the event log if it is known.
     *
     * @param from index of its first octet
     */
    public void refused(ByteBuf answer, int from) {
        if (!shares() && NodeRemedy.greetsByHttp2(answer, from)) {
            say(NodeRemedy.speaksHttp2(cluster));
        }
    }

    /** Closes the connection that was idle for longest, if there is one. */
    abstract void closeOldest();

    /** Ends what every connection is used for, and closes the idle ones. */
    void cut() {
        cuts++;
    }

    /** The number of cuts so far. A request that waits for a place during a cut goes to another node. */
    public final int cuts() {
        return cuts;
    }

    /** Closes what is idle now, and later what comes back. */
    void close() {
        closed = true;
    }
}
