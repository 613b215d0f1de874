// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import io.evenkeel.dispatcher.backend.NodeDial;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.tls.TlsDial;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to reach a node for a TCP connection: counts the connection among the node's, and tells the task that it
 * was opened or has failed. Once it is opened, a tunnel handles the connection instead.
 *
 * <p>Threads: the client's loop.
 */
final class NodeAttempt implements ConnectionHandler {

    private final TcpTask task;
    private final Cluster cluster;
    private final Node node;
    private @Nullable Connection connection;
    private boolean socketless;
    private boolean blameless;

    NodeAttempt(TcpTask task, Cluster cluster, Node node) {
        this.task = task;
        this.cluster = cluster;
        this.node = node;
    }

    /** Begins to connect; false, and nothing was begun, when the node has all the connections that it allows. */
    boolean begin(Connector connector, Loop loop) {
        if (!cluster.table().openConnection(node)) {
            return false;
        }
        connection = NodeDial.begin(connector, loop, cluster, node, null, this);
        return true;
    }

    /** Gives up; the task hears of it as of a failure. */
    void close() {
        if (connection != null) {
            connection.close();
        }
    }

    /** The tunnel over the connection has ended. */
    void tunnelEnded() {
        cluster.table().closeConnection(node);
    }

    @Override
    public void opened(Connection made) {
        task.nodeOpened(made);
    }

    @Override
    public void received(ByteBuf bytes) {}

    @Override
    public void inputEnded() {}

    @Override
    public void failed(Throwable cause) {
        socketless = cause instanceof Connector.NoSocketException || socketless;
        blameless = cause instanceof TlsDial.OutdatedException || cause instanceof OutOfMemoryError || blameless;
    }

    @Override
    public void closed() {
        cluster.table().closeConnection(node);
        task.nodeFailed(socketless, blameless);
    }
}
