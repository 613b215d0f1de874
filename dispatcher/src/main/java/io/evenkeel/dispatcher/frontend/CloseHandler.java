// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.netty.buffer.ByteBuf;

/** Handles a connection whose client was gone before it was accepted. */
final class CloseHandler implements ConnectionHandler {

    static final CloseHandler HANDLER = new CloseHandler();

    private CloseHandler() {}

    @Override
    public void opened(Connection connection) {
        connection.close();
    }

    @Override
    public void received(ByteBuf bytes) {}

    @Override
    public void inputEnded() {}

    @Override
    public void failed(Throwable cause) {}

    @Override
    public void closed() {}
}
