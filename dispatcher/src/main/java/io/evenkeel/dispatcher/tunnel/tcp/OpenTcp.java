// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.listener.OpenClient;
import io.evenkeel.dispatcher.node.Node;

/** A TCP connection as its listener sees it. A drain lets it end by itself. */
final class OpenTcp extends OpenClient {

    private final Connection connection;
    private final TcpTask task;

    OpenTcp(Connection connection, TcpTask task) {
        this.connection = connection;
        this.task = task;
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public void drain() {}

    @Override
    public void abort() {
        task.abort(null);
    }

    @Override
    public void leaveNode(Node node) {
        task.abort(node);
    }
}
