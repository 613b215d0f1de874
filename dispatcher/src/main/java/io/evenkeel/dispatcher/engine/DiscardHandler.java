// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.netty.buffer.ByteBuf;

/** The handler of a connection that has no other yet: forgets everything. */
public enum DiscardHandler implements ConnectionHandler {
    HANDLER;

    @Override
    public void received(ByteBuf bytes) {}

    @Override
    public void inputEnded() {}

    @Override
    public void failed(Throwable cause) {}

    @Override
    public void closed() {}
}
