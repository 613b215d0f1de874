// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.store;

import io.evenkeel.dispatcher.affinity.table.SessionHash;
import io.evenkeel.dispatcher.affinity.table.SessionKey;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The shared sessions of a cluster as the requests of one event loop use them.
 *
 * <p>The cluster is referred to weakly, because the loop keeps this for as long as the cluster is there. Threads: the
 * loop.
 */
public final class LoopSessions {

    private final SharedSessions sessions;
    private final SessionHash hash;
    private final WeakReference<Cluster> cluster;
    private final Loop loop;
    private List<Node> members = List.of();
    private int listedAt = -1;

    /** @param hash that of all dispatchers with the same cluster key */
    public LoopSessions(SharedSessions sessions, SessionHash hash, Cluster cluster, Loop loop) {
        this.sessions = sessions;
        this.hash = hash;
        this.cluster = new WeakReference<>(cluster);
        this.loop = loop;
    }

    /** Sets a key to that under which the store has the session in {@code [from, to)}. */
    public void identify(byte[] octets, int from, int to, SessionKey shared) {
        hash.of(octets, from, to, shared);
    }

    /**
     * True when a node still takes its sessions. Another dispatcher may have given those of a node that does not a new
     * one.
     *
     * @param node the node's key
     */
    public boolean keeps(long node, int nowSeconds) {
        if (nowSeconds != listedAt) {
            // Once a second and not for each request, because it takes the cluster's gate.
            Cluster present = cluster.get();
            members = present == null ? List.of() : present.nodes();
            listedAt = nowSeconds;
        }
        for (int i = 0; i < members.size(); i++) {
            Node each = members.get(i);
            if (each.key() == node) {
                return each.keepsHomes();
            }
        }
        return false;
    }

    /** {@link SharedSessions#ask}. */
    public @Nullable StoreQuestion ask(SessionKey key, SessionKey shared, LongConsumer then) {
        return sessions.ask(key, shared, loop, then);
    }

    /** {@link SharedSessions#used}. */
    public void used(SessionKey key, SessionKey shared, long node, int nowSeconds) {
        sessions.used(key, shared, node, nowSeconds);
    }

    /** {@link SharedSessions#set}. */
    public void set(SessionKey shared, long node) {
        sessions.set(shared, node);
    }

    /** {@link SharedSessions#ended}. */
    public void ended(SessionKey shared) {
        sessions.ended(shared);
    }
}
