// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.handler.codec.http2.Http2StreamFrame;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A client of HTTP/2 over a socket, by Netty's codec, which keeps the rules and the windows. */
final class NettyClient implements Closeable {

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Channel channel;

    /** A connection to a port of this machine, with prior knowledge. */
    NettyClient(int port) {
        channel = new Bootstrap()
                .group(group)
                .channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel made) {
                        made.pipeline()
                                .addLast(Http2FrameCodecBuilder.forClient()
                                        .initialSettings(Http2Settings.defaultSettings())
                                        .build())
                                .addLast(new Http2MultiplexHandler(new ChannelInboundHandlerAdapter()));
                    }
                })
                .connect(InetAddress.getLoopbackAddress(), port)
                .syncUninterruptibly()
                .channel();
    }

    /**
     * An answer as it came.
     *
     * @param body octets as characters
     * @param end {@code END} or the number of the error of a reset
     */
    record Answer(String status, String body, Http2Headers head, String end) {}

    /** Asks with a body, perhaps an empty one. */
    CompletableFuture<Answer> ask(String method, String path, byte[] body) {
        return ask(new DefaultHttp2Headers().method(method), path, body);
    }

    /** Asks for a WebSocket (RFC 8441), sends octets on it, and ends. */
    CompletableFuture<Answer> opens(String path, byte[] octets) {
        return ask(new DefaultHttp2Headers().method("CONNECT").set(":protocol", "websocket"), path, octets);
    }

    private CompletableFuture<Answer> ask(Http2Headers head, String path, byte[] body) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        new Http2StreamChannelBootstrap(channel)
                .handler(new Collector(answer))
                .open()
                .addListener(opened -> {
                    Http2StreamChannel stream = (Http2StreamChannel) opened.getNow();
                    head.scheme("http").authority("shop").path(path);
                    stream.write(new DefaultHttp2HeadersFrame(head, body.length == 0));
                    if (body.length > 0) {
                        stream.write(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(body), true));
                    }
                    stream.flush();
                });
        return answer;
    }

    private static final class Collector extends SimpleChannelInboundHandler<Http2StreamFrame> {

        private final CompletableFuture<Answer> answer;
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private final Http2Headers head = new DefaultHttp2Headers();

        Collector(CompletableFuture<Answer> answer) {
            this.answer = answer;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, Http2StreamFrame frame) throws Exception {
            boolean ends = false;
            if (frame instanceof Http2HeadersFrame headers) {
                head.add(headers.headers());
                ends = headers.isEndStream();
            } else if (frame instanceof Http2DataFrame data) {
                ByteBuf octets = data.content();
                octets.readBytes(body, octets.readableBytes());
                ends = data.isEndStream();
            }
            if (ends) {
                complete("END");
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof Http2ResetFrame reset) {
                complete(String.valueOf(reset.errorCode()));
            }
        }

        private void complete(String end) {
            answer.complete(
                    new Answer(String.valueOf(head.status()), body.toString(StandardCharsets.ISO_8859_1), head, end));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            answer.completeExceptionally(cause);
        }
    }

    @Override
    public void close() {
        channel.close().syncUninterruptibly();
        group.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }
}
