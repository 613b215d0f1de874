// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelOutputShutdownEvent;
import io.netty.channel.socket.ChannelOutputShutdownException;
import java.io.IOException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** The only handler in a channel's pipeline: turns Netty's events into those of a {@link Connection}. */
final class ChannelEvents extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LogManager.getLogger(ChannelEvents.class);

    private final Connection connection;

    ChannelEvents(Connection connection) {
        this.connection = connection;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        connection.onOpen();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        connection.onBytes((ByteBuf) message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        connection.onReadComplete();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            connection.onWritable();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            connection.onInputEnd();
        } else if (event == ChannelOutputShutdownEvent.INSTANCE) {
            connection.onOutputFailure();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        connection.onGone();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause == ReadPause.NOW || cause instanceof ChannelOutputShutdownException) {
            return;
        }
        if (!(cause instanceof IOException)) {
            LOG.error("a connection is closed because its handler failed", cause);
        }
        connection.onFailure(cause);
    }
}
