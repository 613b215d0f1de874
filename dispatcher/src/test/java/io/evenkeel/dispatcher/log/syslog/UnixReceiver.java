// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.syslog;

import io.evenkeel.dispatcher.kit.Until;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A receiver of datagrams on a Unix socket. */
final class UnixReceiver implements AutoCloseable {

    private final Path path;
    private final Socket socket;

    UnixReceiver(Path path) throws IOException {
        Epoll.ensureAvailability();
        this.path = path;
        socket = Socket.newSocketDomainDgram();
        socket.bind(new DomainSocketAddress(path.toString()));
    }

    String address() {
        return "unix:" + path;
    }

    /** Waits for a message. */
    String next() {
        ByteBuffer message = ByteBuffer.allocateDirect(65_536);
        Until.holds("a message on " + path, () -> {
            try {
                int length = socket.read(message, 0, message.capacity());
                message.limit(Math.max(0, length));
                return length > 0;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return StandardCharsets.UTF_8.decode(message).toString();
    }

    /** Goes away as a receiver that ends: the socket is closed, and its name removed. */
    @Override
    public void close() throws IOException {
        socket.close();
        Files.deleteIfExists(path);
    }
}
