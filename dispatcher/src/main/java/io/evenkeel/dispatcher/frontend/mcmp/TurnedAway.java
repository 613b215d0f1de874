// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.mcmp;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.netty.buffer.ByteBuf;

/** Resets a connection of somebody who may not connect. */
final class TurnedAway implements ConnectionHandler {

    @Override
    public void opened(Connection connection) {
        connection.reset();
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
