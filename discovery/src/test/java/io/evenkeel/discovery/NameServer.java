// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.dns.DatagramDnsQuery;
import io.netty.handler.codec.dns.DatagramDnsQueryDecoder;
import io.netty.handler.codec.dns.DatagramDnsResponse;
import io.netty.handler.codec.dns.DatagramDnsResponseEncoder;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DefaultDnsRawRecord;
import io.netty.handler.codec.dns.DefaultDnsResponse;
import io.netty.handler.codec.dns.DnsQuery;
import io.netty.handler.codec.dns.DnsQuestion;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.handler.codec.dns.DnsSection;
import io.netty.handler.codec.dns.TcpDnsQueryDecoder;
import io.netty.handler.codec.dns.TcpDnsResponseEncoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A name server on a free port of the loopback, over UDP and TCP, that says what a test tells it to. */
final class NameServer implements AutoCloseable {

    /** The way it answers. */
    enum Mood {
        WELL,
        SILENT,
        FAILING,
        TRUNCATING
    }

    private final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Map<String, List<byte[]>> records = new ConcurrentHashMap<>();
    private final AtomicInteger overTcp = new AtomicInteger();
    private final AtomicInteger questions = new AtomicInteger();
    private final int port;
    private volatile Mood mood = Mood.WELL;
    private volatile int liveSeconds = 1;

    NameServer() throws Exception {
        Channel tcp = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(new TcpDnsQueryDecoder(), new TcpDnsResponseEncoder(), new OverTcp());
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .sync()
                .channel();
        port = ((InetSocketAddress) tcp.localAddress()).getPort();
        new Bootstrap()
                .group(group)
                .channel(NioDatagramChannel.class)
                .handler(new ChannelInitializer<NioDatagramChannel>() {
                    @Override
                    protected void initChannel(NioDatagramChannel channel) {
                        channel.pipeline()
                                .addLast(
                                        new DatagramDnsQueryDecoder(), new DatagramDnsResponseEncoder(), new OverUdp());
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .sync();
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    void mood(Mood now) {
        mood = now;
    }

    void live(int seconds) {
        liveSeconds = seconds;
    }

    int overTcp() {
        return overTcp.get();
    }

    int questions() {
        return questions.get();
    }

    /** Sets the addresses of a name; none for a name that does not exist. */
    void say(String name, String... addresses) throws UnknownHostException {
        List<byte[]> four = new ArrayList<>();
        List<byte[]> six = new ArrayList<>();
        for (String each : addresses) {
            byte[] octets = InetAddress.getByName(each).getAddress();
            (octets.length == 4 ? four : six).add(octets);
        }
        records.put(name + ".A", four);
        records.put(name + ".AAAA", six);
    }

    /** Sets the records of a service, each {@code priority weight port target}. */
    void service(String name, String... lines) {
        List<byte[]> all = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            ByteBuf octets = Unpooled.buffer();
            for (int i = 0; i < 3; i++) {
                octets.writeShort(Integer.parseInt(words[i]));
            }
            for (String label : words[3].split("\\.", -1)) {
                octets.writeByte(label.length()).writeBytes(label.getBytes(StandardCharsets.US_ASCII));
            }
            octets.writeByte(0);
            byte[] copy = new byte[octets.readableBytes()];
            octets.readBytes(copy);
            all.add(copy);
        }
        records.put(name + ".SRV", all);
    }

    private void fill(DnsResponse answer, DnsQuestion question, boolean datagram) {
        questions.incrementAndGet();
        answer.setRecursionAvailable(true);
        answer.addRecord(DnsSection.QUESTION, new DefaultDnsQuestion(question.name(), question.type()));
        if (mood == Mood.FAILING) {
            answer.setCode(DnsResponseCode.SERVFAIL);
            return;
        }
        if (mood == Mood.TRUNCATING && datagram) {
            answer.setTruncated(true);
            return;
        }
        String name = question.name().substring(0, question.name().length() - 1);
        List<byte[]> found = records.get(name + "." + question.type().name());
        boolean known = records.keySet().stream()
                .anyMatch(key -> key.startsWith(name + ".")
                        && !Objects.requireNonNull(records.get(key)).isEmpty());
        if (!known) {
            answer.setCode(DnsResponseCode.NXDOMAIN);
            return;
        }
        for (byte[] octets : found == null ? List.<byte[]>of() : found) {
            answer.addRecord(
                    DnsSection.ANSWER,
                    new DefaultDnsRawRecord(
                            question.name(),
                            question.type(),
                            DnsRecord.CLASS_IN,
                            liveSeconds,
                            Unpooled.wrappedBuffer(octets)));
        }
    }

    private final class OverUdp extends SimpleChannelInboundHandler<DatagramDnsQuery> {

        @Override
        protected void channelRead0(ChannelHandlerContext context, DatagramDnsQuery query) {
            if (mood == Mood.SILENT) {
                return;
            }
            InetSocketAddress here = query.recipient();
            InetSocketAddress asker = query.sender();
            DatagramDnsResponse answer = new DatagramDnsResponse(here, asker, query.id());
            fill(answer, query.recordAt(DnsSection.QUESTION), true);
            context.writeAndFlush(answer);
        }
    }

    private final class OverTcp extends SimpleChannelInboundHandler<DnsQuery> {

        @Override
        protected void channelRead0(ChannelHandlerContext context, DnsQuery query) {
            overTcp.incrementAndGet();
            DefaultDnsResponse answer = new DefaultDnsResponse(query.id());
            fill(answer, query.recordAt(DnsSection.QUESTION), false);
            context.writeAndFlush(answer);
        }
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
