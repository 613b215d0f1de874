// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * The home of a client connection: the node that all its requests go to in a cluster with {@code assign: connection}.
 * Elsewhere it only knows the client.
 *
 * <p>The connection makes it, hands it to each {@link Attempts} of its requests and calls {@link #unbind} at its end.
 * The first request that gets a node binds the connection to it, which is one task there from then on, however many
 * requests run at a time. A request that got its node meanwhile keeps it for itself. The home is left when a request
 * fails there, when the next one finds that the node takes no further ones or goes to another cluster, and when the
 * node's tasks are cut. Requests that still run there then end there, and the task ends with the last of them.
 *
 * <p>Threads: the connection's loop.
 */
public final class Home {

    private final Loop loop;
    private final long clientKey;
    private @Nullable HomeTask task;

    /** @param clientKey hash of the client's address, for policies */
    public Home(Loop loop, long clientKey) {
        this.loop = loop;
        this.clientKey = clientKey;
    }

    /** The hash of the client's address, for policies. */
    public long clientKey() {
        return clientKey;
    }

    /** The node that the next request goes to if it may; null when the connection is bound to none. */
    public @Nullable Node node() {
        return task == null ? null : task.node();
    }

    /** Takes the connection from a node whose tasks are cut. */
    @SuppressWarnings("ReferenceEquality") // a node is its identity
    public void leave(Node node) {
        if (task != null && task.node() == node) {
            unbind();
        }
    }

    /** Leaves the node; also called when the client connection has ended. */
    public void unbind() {
        HomeTask left = task;
        if (left != null) {
            task = null;
            left.endIfUnused(loop.nowNs());
        }
    }

    /** The connection's task at the node where a request for this cluster goes; null when it must ask for a node. */
    @Nullable
    HomeTask find(Cluster wanted) {
        HomeTask bound = task;
        if (bound != null && !bound.takes(wanted)) {
            unbind();
            return null;
        }
        return bound;
    }

    /** Binds the connection to the node of a task, unless it is bound already. */
    void bind(HomeTask made) {
        if (task == null) {
            task = made;
        }
    }

    /** Lets go of a task that has ended. */
    @SuppressWarnings("ReferenceEquality") // a task is its identity
    void forget(HomeTask ended) {
        if (task == ended) {
            task = null;
        }
    }

    /** True while the connection is bound by this very task. */
    @SuppressWarnings("ReferenceEquality") // a task is its identity
    boolean isBoundBy(HomeTask other) {
        return task == other;
    }
}
