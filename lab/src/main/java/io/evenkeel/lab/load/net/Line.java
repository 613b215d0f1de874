// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load.net;

import io.evenkeel.lab.load.FailureKind;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A user's connection: kept open between requests, made anew when it is not there any more; one request at a time.
 *
 * <p>Once a request is on its way it is never sent again. For the lane's thread.
 */
public final class Line {

    private final Lane lane;
    private final InetSocketAddress address;
    private final long timeoutNs;
    private final Receiver receiver;
    private final AnswerParser parser = new AnswerParser();

    private @Nullable Wire wire;
    private boolean isBusy;
    private boolean keeps;
    private long deadlineNs;
    private boolean isWatched;

    Line(Lane lane, InetSocketAddress address, Duration timeout, Receiver receiver) {
        this.lane = lane;
        this.address = address;
        this.timeoutNs = timeout.toNanos();
        this.receiver = receiver;
    }

    /**
     * Sends a request; the receiver is told how it ended.
     *
     * @param request complete message, not changed until the end
     * @param nowNs when it leaves
     * @param keeps whether the connection is used again afterwards, if the server agrees
     */
    public void send(byte[] request, long nowNs, boolean wantsBody, boolean isHead, boolean keeps) {
        if (isBusy) {
            throw new IllegalStateException("the answer before has not come yet");
        }
        isBusy = true;
        this.keeps = keeps;
        parser.begin(wantsBody, isHead);
        watch(nowNs);
        Wire open = wire;
        if (open != null) {
            open.write(request);
            return;
        }
        Wire fresh = new Wire();
        wire = fresh;
        ChannelFuture connecting = lane.connect(address, fresh);
        fresh.channel = connecting.channel();
        connecting.addListener(done -> {
            if (wire != fresh) {
                connecting.channel().close();
            } else if (done.isSuccess()) {
                fresh.write(request);
            } else {
                fail(
                        done.cause() instanceof ConnectException e && isRefusal(e)
                                ? FailureKind.REFUSED
                                : FailureKind.CONNECT);
            }
        });
    }

    private static boolean isRefusal(ConnectException e) {
        return String.valueOf(e.getMessage()).contains("refused");
    }

    /** Closes the connection; a request on its way is forgotten without a word. */
    public void hangUp() {
        isBusy = false;
        Wire open = wire;
        wire = null;
        if (open != null && open.channel != null) {
            open.channel.close();
        }
    }

    /** One timer for each line and not for each request: it looks when the first deadline passes and waits for the next. */
    private void watch(long nowNs) {
        deadlineNs = nowNs + timeoutNs;
        if (!isWatched) {
            isWatched = true;
            lane.at(deadlineNs, this::look);
        }
    }

    private void look() {
        isWatched = false;
        if (!isBusy) {
            return;
        }
        if (System.nanoTime() - deadlineNs >= 0) {
            fail(FailureKind.TIMEOUT);
        } else {
            isWatched = true;
            lane.at(deadlineNs, this::look);
        }
    }

    private void fail(FailureKind kind) {
        boolean wasBusy = isBusy;
        hangUp();
        if (wasBusy) {
            receiver.failed(kind);
        }
    }

    private void complete() {
        isBusy = false;
        if (!keeps || parser.isLast()) {
            hangUp();
        }
        receiver.answered(parser);
    }

    /** The events of one connection; those that come after the line has left it are ignored. */
    private final class Wire extends ChannelInboundHandlerAdapter {

        private @Nullable Channel channel;

        void write(byte[] request) {
            Channel open = channel;
            if (open != null) {
                ByteBuf buffer = open.alloc().directBuffer(request.length).writeBytes(request);
                open.writeAndFlush(buffer, open.voidPromise());
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf in = (ByteBuf) message;
            try {
                if (wire != this) {
                    return;
                }
                if (!isBusy) {
                    hangUp(); // what nobody asked for
                } else if (parser.feed(in)) {
                    if (in.isReadable()) {
                        keeps = false;
                    }
                    complete();
                }
            } catch (ProtocolException e) {
                fail(FailureKind.MALFORMED);
            } finally {
                in.release();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (wire != this) {
                return;
            }
            if (isBusy && parser.end()) {
                complete();
            } else {
                fail(FailureKind.CLOSED);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (wire == this) {
                String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
                fail(
                        message.contains("reset") || message.contains("broken pipe")
                                ? FailureKind.RESET
                                : FailureKind.CLOSED);
            }
        }
    }
}
