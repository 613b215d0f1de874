// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.net;

import io.evenkeel.load.FailureKind;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A user's connection: kept open between requests, made again when it is gone; one request at a time.
 *
 * <p>Once a request is on its way it is never sent again. For the lane's thread.
 */
public final class Line {

    private final LoadLane lane;
    private final TargetServer server;
    private final long timeoutNs;
    private final Receiver receiver;
    private final AnswerParser parser = new AnswerParser();

    private @Nullable Wire wire;
    private @Nullable SSLContext context;
    private boolean isBusy;
    private boolean keeps;
    private long deadlineNs;
    private boolean isWatched;

    Line(LoadLane lane, TargetServer server, Duration timeout, Receiver receiver) {
        this.lane = lane;
        this.server = server;
        this.timeoutNs = timeout.toNanos();
        this.receiver = receiver;
    }

    /**
     * Sends a request; the receiver is told how it ended.
     *
     * @param request complete message, not changed until the end
     * @param nowNs moment at which it leaves
     * @param keeps true when the connection is used again afterwards, if the server agrees
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
        connect(request);
    }

    private void connect(byte[] request) {
        SSLContext own = server.isResuming() ? context : null;
        if (own == null) {
            own = server.context();
        }
        context = own;
        SslHandler tls = server.handshake(own);
        long connectedMs = System.currentTimeMillis();
        Wire fresh = new Wire(tls != null);
        wire = fresh;
        ChannelFuture connecting = lane.connect(server.address(), tls == null ? fresh : new Secured(tls, fresh));
        fresh.channel = connecting.channel();
        connecting.addListener(done -> {
            if (wire != fresh) {
                connecting.channel().close();
            } else if (!done.isSuccess()) {
                boolean isRefused = done.cause() instanceof ConnectException e && isRefusal(e);
                fail(
                        isRefused ? FailureKind.REFUSED : FailureKind.CONNECT,
                        isRefused ? null : done.cause().getMessage());
            } else if (tls == null) {
                fresh.write(request);
            } else {
                tls.handshakeFuture().addListener(agreed -> {
                    if (wire == fresh && agreed.isSuccess()) {
                        fresh.isAgreed = true;
                        server.agreed(tls.engine().getSession(), connectedMs);
                        fresh.write(request);
                    } else if (wire == fresh) {
                        fail(FailureKind.HANDSHAKE, Tls.reason(agreed.cause()));
                    }
                });
            }
        });
    }

    private static boolean isRefusal(ConnectException e) {
        return String.valueOf(e.getMessage()).contains("refused");
    }

    /** Forgets what could be resumed: the next request is another visitor's. */
    public void forget() {
        context = null;
    }

    /** Closes the connection; a request on its way is forgotten and the receiver is not told. */
    public void hangUp() {
        isBusy = false;
        Wire open = wire;
        wire = null;
        if (open != null && open.channel != null) {
            open.channel.close();
        }
    }

    /**
     * One timer for each line and not for each request: it looks when the first deadline passes and waits for the next.
     */
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
            fail(FailureKind.TIMEOUT, null);
        } else {
            isWatched = true;
            lane.at(deadlineNs, this::look);
        }
    }

    private void fail(FailureKind kind, @Nullable String why) {
        boolean wasBusy = isBusy;
        hangUp();
        if (wasBusy) {
            receiver.failed(kind, why);
        }
    }

    private void complete() {
        isBusy = false;
        if (!keeps || parser.isLast()) {
            hangUp();
        }
        receiver.answered(parser);
    }

    /** TLS in front of a connection's events. */
    private static final class Secured extends ChannelInitializer<Channel> {

        private final SslHandler tls;
        private final Wire wire;

        Secured(SslHandler tls, Wire wire) {
            this.tls = tls;
            this.wire = wire;
        }

        @Override
        protected void initChannel(Channel channel) {
            channel.pipeline().addLast(tls, wire);
        }
    }

    /** The events of one connection; those that come after the line has left it are ignored. */
    private final class Wire extends ChannelInboundHandlerAdapter {

        private final boolean isSecured;
        private @Nullable Channel channel;
        /** True when requests may be sent: both sides have agreed on TLS, or there is none. */
        private boolean isAgreed;

        Wire(boolean isSecured) {
            this.isSecured = isSecured;
            this.isAgreed = !isSecured;
        }

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
                    hangUp(); // octets that no request asked for
                } else if (parser.feed(in)) {
                    if (in.isReadable()) {
                        keeps = false;
                    }
                    complete();
                }
            } catch (ProtocolException e) {
                fail(FailureKind.MALFORMED, e.getMessage());
            } finally {
                in.release();
            }
        }

        /**
         * Ends an answer on the close message of TLS; a connection that ends without it may have been cut by anybody.
         */
        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (wire == this && isAgreed && event instanceof SslCloseCompletionEvent end && end.isSuccess()) {
                ended(true);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (wire == this) {
                ended(!isSecured);
            }
        }

        private void ended(boolean isWord) {
            if (isBusy && isWord && parser.end()) {
                complete();
            } else {
                cut(FailureKind.CLOSED, new ClosedChannelException());
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (wire == this) {
                String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
                boolean isReset = message.contains("reset") || message.contains("broken pipe");
                cut(isReset ? FailureKind.RESET : FailureKind.CLOSED, cause);
            }
        }

        private void cut(FailureKind kind, Throwable cause) {
            if (isAgreed) {
                fail(kind, null);
            } else {
                fail(FailureKind.HANDSHAKE, Tls.reason(cause));
            }
        }
    }
}
