// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.evenkeel.dispatcher.engine.buffer.SharedReads;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelException;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.epoll.LinuxSocket;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A connection for one small question: it says some hundred octets, hears the answer and ends. Made by
 * {@link Engine#ask}.
 *
 * <p>With epoll it is a socket and its place in epoll, without Netty's channel, pipeline and promises, which cost a
 * thousand of these a second more than the kernel's work. On other transports it is a {@link Connection}.
 *
 * <p>Threads: that of its loop, for everything.
 */
public final class BriefConnection {

    private final Handler handler;
    private @Nullable Connection plain;
    private @Nullable Place place;

    /** The asker. {@link #closed} comes last and once, the others not after {@link BriefConnection#close}. */
    public interface Handler {

        /** The connection is made; now is the time to say something. */
        void opened(BriefConnection connection);

        /** Octets came, lent until this returns. */
        void received(ByteBuf bytes);

        /** The peer says no more. */
        void inputEnded();

        /** The connection could not be made, or broke; {@link #closed} follows. */
        void failed(Throwable cause);

        /** The connection is gone. */
        void closed();
    }

    private BriefConnection(Handler handler) {
        this.handler = handler;
    }

    /** Connects a socket; what comes of it is told later. */
    static BriefConnection direct(Engine engine, Loop loop, InetSocketAddress address, Handler handler) {
        BriefConnection made = new BriefConnection(handler);
        try {
            Place place = made.place(engine, loop, address);
            made.place = place;
            place.begin(address);
        } catch (IOException e) {
            loop.execute(() -> made.failBeforeOpen(e));
        }
        return made;
    }

    private Place place(Engine engine, Loop loop, InetSocketAddress address) throws Connector.NoSocketException {
        try {
            return new Place(loop, address);
        } catch (ChannelException e) {
            throw engine.lacksSocket(address, e);
        }
    }

    /** Makes a connection as others are. */
    static BriefConnection plain(
            Connector connector, Loop loop, InetSocketAddress address, Duration timeout, Handler handler) {
        BriefConnection made = new BriefConnection(handler);
        made.plain = connector.connect(loop, address, timeout, made.new Plain());
        return made;
    }

    private void failBeforeOpen(Exception cause) {
        if (place == null) {
            handler.failed(cause);
            handler.closed();
        } else {
            place.fail(cause);
        }
    }

    /** Says something, in {@link Handler#opened} only; the buffer stays the caller's. */
    public void write(ByteBuf bytes) {
        if (place != null) {
            place.write(bytes);
        } else if (plain != null) {
            plain.write(bytes);
        }
    }

    /** Ends the connection. */
    public void close() {
        if (place != null) {
            place.close();
        } else if (plain != null) {
            plain.close();
        }
    }

    private final class Plain implements ConnectionHandler {

        @Override
        public void opened(Connection connection) {
            plain = connection;
            handler.opened(BriefConnection.this);
        }

        @Override
        public void received(ByteBuf bytes) {
            handler.received(bytes);
        }

        @Override
        public void inputEnded() {
            handler.inputEnded();
        }

        @Override
        public void failed(Throwable cause) {
            handler.failed(cause);
        }

        @Override
        public void closed() {
            handler.closed();
        }
    }

    /** A socket and its place in epoll, where it hears of every change once. */
    private final class Place implements EpollIoHandle {

        private static final int ENDS = EpollIoOps.EPOLLERR.value() | EpollIoOps.EPOLLRDHUP.value();

        private final Loop loop;
        private final Socket socket;
        private @Nullable IoRegistration registration;
        private boolean connected;
        private boolean open = true;

        Place(Loop loop, InetSocketAddress address) {
            this.loop = loop;
            this.socket = address.getAddress() instanceof Inet4Address
                    ? LinuxSocket.newSocketStream(SocketProtocolFamily.INET)
                    : LinuxSocket.newSocketStream();
        }

        void begin(InetSocketAddress address) throws IOException {
            if (address.isUnresolved()) {
                throw new IOException("the name " + address.getHostString() + " has no address");
            }
            socket.connect(address);
            registration = ((IoEventLoop) loop.eventLoop()).register(this).getNow();
            if (registration == null) {
                throw new IOException("no place in epoll");
            }
            registration.submit(EpollIoOps.EPOLLIN
                    .with(EpollIoOps.EPOLLOUT)
                    .with(EpollIoOps.EPOLLRDHUP)
                    .with(EpollIoOps.EPOLLET));
        }

        @Override
        public void handle(IoRegistration from, IoEvent event) {
            try {
                if (open) {
                    handleOpen(((EpollIoEvent) event).ops().value());
                }
            } catch (IOException e) {
                fail(e);
            } catch (RuntimeException e) {
                loop.events().listener().error("a brief connection is closed because its handler failed", e);
                fail(e);
            }
        }

        private void handleOpen(int events) throws IOException {
            if (!connected && socket.finishConnect()) {
                connected = true;
                handler.opened(BriefConnection.this);
            }
            boolean toTheEnd = (events & ENDS) != 0;
            boolean more = connected && (toTheEnd || (events & EpollIoOps.EPOLLIN.value()) != 0);
            while (open && more) {
                more = read(toTheEnd);
            }
        }

        /** False when nothing is left to read now. */
        private boolean read(boolean toTheEnd) throws IOException {
            ByteBuf bytes = loop.reads().take(ByteBufAllocator.DEFAULT, SharedReads.HEAD_READ);
            try {
                int room = bytes.writableBytes();
                int count = receive(bytes, room);
                if (count < 0) {
                    handler.inputEnded();
                    close();
                    return false;
                }
                if (count > 0) {
                    bytes.writerIndex(bytes.writerIndex() + count);
                    handler.received(bytes);
                }
                return count > 0 && (toTheEnd || count == room);
            } finally {
                bytes.release();
            }
        }

        private int receive(ByteBuf bytes, int room) throws IOException {
            int at = bytes.writerIndex();
            if (bytes.hasMemoryAddress()) {
                return socket.recvAddress(bytes.memoryAddress(), at, at + room);
            }
            ByteBuffer range = bytes.internalNioBuffer(at, room);
            return socket.recv(range, range.position(), range.limit());
        }

        void write(ByteBuf bytes) {
            try {
                int length = bytes.readableBytes();
                int taken = send(bytes, length);
                if (taken < length) {
                    fail(new IOException("the kernel took " + taken + " of " + length + " bytes"));
                }
            } catch (IOException e) {
                fail(e);
            }
        }

        private int send(ByteBuf bytes, int length) throws IOException {
            if (bytes.hasMemoryAddress()) {
                return socket.sendAddress(bytes.memoryAddress(), bytes.readerIndex(), bytes.writerIndex());
            }
            ByteBuffer range = bytes.internalNioBuffer(bytes.readerIndex(), length);
            return socket.send(range, range.position(), range.limit());
        }

        void fail(Exception cause) {
            if (open) {
                handler.failed(cause);
                close();
            }
        }

        @Override
        public void close() {
            if (!open) {
                return;
            }
            open = false;
            try {
                socket.close();
            } catch (IOException e) {
                // Linux has closed it all the same.
            }
            if (registration != null) {
                registration.cancel();
            }
            loop.execute(handler::closed);
        }

        @Override
        public FileDescriptor fd() {
            return socket;
        }

        @Override
        public void registered() {}

        @Override
        public void unregistered() {}
    }
}
