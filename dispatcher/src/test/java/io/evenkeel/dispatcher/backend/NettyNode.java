// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrame;
import java.io.Closeable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A node of HTTP/2 on a socket, by Netty's codec: answers with its name, and the octets of the request as they come.
 * The trailers tell how many they were.
 */
final class NettyNode implements Closeable {

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final Channel channel;

    /**
     * A node on any free port.
     *
     * @param streams that it allows at the same time
     */
    NettyNode(String name, int streams) {
        channel = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel made) {
                        connections.incrementAndGet();
                        made.pipeline()
                                .addLast(Http2FrameCodecBuilder.forServer()
                                        .initialSettings(
                                                Http2Settings.defaultSettings().maxConcurrentStreams(streams))
                                        .build())
                                .addLast(new Http2MultiplexHandler(new ChannelInitializer<>() {
                                    @Override
                                    protected void initChannel(Channel stream) {
                                        requests.incrementAndGet();
                                        stream.pipeline().addLast(new Echo(name));
                                    }
                                }));
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel();
    }

    int port() {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    int connections() {
        return connections.get();
    }

    int requests() {
        return requests.get();
    }

    private static final class Echo extends SimpleChannelInboundHandler<Http2StreamFrame> {

        private final String name;
        private int octets;

        Echo(String name) {
            this.name = name;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, Http2StreamFrame frame) {
            if (frame instanceof Http2HeadersFrame head) {
                Http2Headers answer = new DefaultHttp2Headers().status("200").add("x-node", name);
                boolean ends = head.isEndStream();
                context.writeAndFlush(new DefaultHttp2HeadersFrame(answer, ends));
            } else if (frame instanceof Http2DataFrame data) {
                ByteBuf content = data.content();
                octets += content.readableBytes();
                context.write(new DefaultHttp2DataFrame(Unpooled.copiedBuffer(content), false));
                if (data.isEndStream()) {
                    Http2Headers trailers = new DefaultHttp2Headers().add("x-octets", String.valueOf(octets));
                    context.write(new DefaultHttp2HeadersFrame(trailers, true));
                }
                context.flush();
            }
        }
    }

    @Override
    public void close() {
        channel.close().syncUninterruptibly();
        group.shutdownGracefully(0, 1, java.util.concurrent.TimeUnit.SECONDS).syncUninterruptibly();
    }
}
