// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelOutputShutdownEvent;
import io.netty.channel.socket.ChannelOutputShutdownException;
import io.netty.channel.unix.Errors;
import java.io.IOException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The only handler in a channel's pipeline: turns Netty's events into those of a {@link ConnectionHandler}, in order
 * and when they may be told.
 *
 * <p>Bytes that come although reads are paused are held; whatever comes behind them waits for them.
 */
final class ChannelEvents extends ChannelInboundHandlerAdapter {

    private final SocketConnection connection;
    private @Nullable ArrayDeque<ByteBuf> held;
    private boolean opened;
    private boolean inputEnded;
    private @Nullable Throwable failure;
    private boolean gone;
    private boolean toldEnd;
    private boolean toldReset;
    private boolean toldFailure;
    private boolean toldGone;

    ChannelEvents(SocketConnection connection) {
        this.connection = connection;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        opened = true;
        connection.handler().opened(connection);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (!connection.paused() && held == null) {
            tell(bytes);
            return;
        }
        if (held == null) {
            held = new ArrayDeque<>();
        }
        held.add(bytes);
    }

    private void tell(ByteBuf bytes) {
        try {
            connection.handler().received(bytes);
        } finally {
            bytes.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (!connection.paused() && held == null) {
            connection.handler().readComplete();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            connection.writer().onWritable();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            if (opened) {
                inputEnded();
            }
        } else if (event == ChannelOutputShutdownEvent.INSTANCE) {
            connection.writer().onFailure();
        }
    }

    /** A socket that was asked for its error after a reset reports a FIN later on; the reset is remembered. */
    private void inputEnded() {
        if (connection.socketError() != 0) {
            failed(Errors.newConnectionResetException("recv", -connection.socketError()));
            return;
        }
        inputEnded = true;
        deliver();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        gone();
    }

    void gone() {
        gone = true;
        deliver();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause == ReadHandle.ReadPause.NOW || cause instanceof ChannelOutputShutdownException) {
            return;
        }
        if (cause instanceof OutOfMemoryError) {
            connection.loop().outOfMemory(cause);
        } else if (!(cause instanceof IOException)) {
            connection.loop().events().listener().error("a connection is closed because its handler failed", cause);
        }
        failed(cause);
    }

    void failed(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
        deliver();
        connection.closeChannel();
    }

    boolean toldInputEnd() {
        return inputEnded && toldEnd;
    }

    /** True when something waits to be told. */
    boolean holding() {
        return held != null || (inputEnded && !toldEnd);
    }

    /** Tells what was held back, in order, as far as it may be told now. */
    void deliver() {
        while (held != null && !connection.paused()) {
            ByteBuf bytes = held.poll();
            if (bytes != null) {
                tell(bytes);
            }
            if (held != null && held.isEmpty()) {
                held = null;
                connection.handler().readComplete();
            }
        }
        if (held != null) {
            if (failure != null && !toldReset) {
                toldReset = true;
                connection.handler().resetWhilePaused();
            }
            return;
        }
        if (failure != null && !toldFailure) {
            toldFailure = true;
            toldEnd = true;
            connection.handler().failed(failure);
        }
        if (inputEnded && !toldEnd) {
            toldEnd = true;
            connection.handler().inputEnded();
        }
        if (gone && !toldGone) {
            toldGone = true;
            connection.onGone();
            connection.handler().closed();
        }
    }

    /** The owner has closed the connection: nothing is told any more but its end. */
    void forget() {
        if (held != null) {
            held.forEach(ByteBuf::release);
            held = null;
        }
        toldEnd = true;
        toldFailure = true;
        if (gone) {
            deliver();
        }
    }
}
