// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.netty.buffer.ByteBuf;

/** Handlers that forget everything that comes. */
public enum DiscardHandler implements ConnectionHandler {
    /** That of a connection that has no other yet. */
    HANDLER,

    /** Closes at once a connection whose client was gone before it was accepted. */
    CLOSES {
        @Override
        public void opened(Connection connection) {
            connection.close();
        }
    },

    /** Resets at once the connection of somebody who may not connect. */
    RESETS {
        @Override
        public void opened(Connection connection) {
            connection.reset();
        }
    };

    @Override
    public void received(ByteBuf bytes) {}

    @Override
    public void inputEnded() {}

    @Override
    public void failed(Throwable cause) {}

    @Override
    public void closed() {}
}
