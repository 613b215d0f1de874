// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.syslog;

import io.evenkeel.config.address.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection on which the length of each message goes before it (octet counting, RFC 6587 §3.4.1).
 *
 * <p>The protocol has no acknowledgement: what the kernel took when the receiver goes away may be lost without a word.
 * A connection that the receiver closed is seen before the next message is sent.
 */
final class TcpLink implements SyslogLink {

    private static final long CONNECT_MS = 5_000;
    private static final long AWAIT_MS = 50;

    /** A receiver that takes nothing for this long is given up: its host may be gone without a word. */
    private static final long STALLED_NS = TimeUnit.SECONDS.toNanos(30);

    /** Digits of the length and the blank behind it. */
    private static final int PREFIX = 8;

    private final HostPort receiver;
    private final ByteBuffer frame = ByteBuffer.allocateDirect(LONGEST + PREFIX);
    private final ByteBuffer unasked = ByteBuffer.allocate(512);
    private @Nullable Connection connection;
    private boolean begun;
    private long movedNs;

    /** An open connection. */
    private record Connection(SocketChannel channel, Selector selector) {

        void close() {
            try (selector;
                    channel) {
                channel.shutdownOutput();
            } catch (IOException ignored) {
                // it has gone before
            }
        }
    }

    TcpLink(HostPort receiver) {
        this.receiver = receiver;
    }

    @Override
    public void open() throws IOException {
        InetSocketAddress address = UdpLink.address(receiver);
        Connection opened = new Connection(SocketChannel.open(), Selector.open());
        boolean connected = false;
        try {
            connect(opened, address);
            connected = true;
        } finally {
            if (!connected) {
                opened.close();
            }
        }
        connection = opened;
        begun = false;
    }

    private static void connect(Connection to, InetSocketAddress address) throws IOException {
        SocketChannel channel = to.channel();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        SelectionKey key = channel.register(to.selector(), SelectionKey.OP_CONNECT);
        if (!channel.connect(address)) {
            to.selector().select(CONNECT_MS);
            if (!channel.finishConnect()) {
                throw new IOException("no connection within " + CONNECT_MS / 1000 + " s");
            }
        }
        key.interestOps(SelectionKey.OP_WRITE);
    }

    @Override
    public boolean isOpen() {
        return connection != null;
    }

    @Override
    public boolean send(ByteBuffer message) throws IOException {
        Connection open = connection;
        if (open == null) {
            throw new IOException("it is not open");
        }
        if (!begun) {
            whetherItIsThere(open.channel());
            begin(message);
        }
        while (frame.hasRemaining()) {
            if (open.channel().write(frame) > 0) {
                movedNs = System.nanoTime();
            } else if (System.nanoTime() - movedNs > STALLED_NS) {
                throw new IOException("it took nothing for " + TimeUnit.NANOSECONDS.toSeconds(STALLED_NS) + " s");
            } else {
                return false;
            }
        }
        begun = false;
        return true;
    }

    private void begin(ByteBuffer message) {
        String length = message.remaining() + " ";
        frame.clear();
        frame.put(length.getBytes(StandardCharsets.US_ASCII))
                .put(message.duplicate())
                .flip();
        movedNs = System.nanoTime();
        begun = true;
    }

    /** Reads what a receiver has to say, which is nothing but its end. */
    private void whetherItIsThere(SocketChannel channel) throws IOException {
        if (channel.read(unasked.clear()) < 0) {
            throw new IOException("it closed the connection");
        }
    }

    @Override
    public void await() throws IOException {
        Connection open = connection;
        if (open != null) {
            open.selector().select(AWAIT_MS);
            open.selector().selectedKeys().clear();
        }
    }

    @Override
    public void close() {
        Connection open = connection;
        connection = null;
        begun = false;
        if (open != null) {
            open.close();
        }
    }
}
