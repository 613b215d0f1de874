// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Connector;
import io.netty.buffer.ByteBuf;

/** One attempt to reach a node for a TCP connection. Once it is opened, a tunnel handles the connection instead. */
record NodeAttempt(TcpTask task) implements ConnectionHandler {

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
        if (cause instanceof Connector.NoSocketException) {
            task.lacksSocket();
        }
    }

    @Override
    public void closed() {
        task.nodeFailed();
    }
}
