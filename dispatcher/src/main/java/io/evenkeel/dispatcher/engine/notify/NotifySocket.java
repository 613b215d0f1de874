// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.notify;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The datagram socket in the file system, or in Linux's abstract namespace, on which a service manager hears how a
 * service is. Java has no such sockets, so this one is Netty's.
 *
 * <p>Threads: any; each message has a socket of its own, which is closed at once.
 */
public final class NotifySocket {

    private static final String ABSTRACT = "@";

    /** Octets of an address that Linux takes, sun_path in unix(7). */
    private static final int LONGEST = 108;

    private final byte[] address;

    private NotifySocket(byte[] address) {
        this.address = address;
    }

    /**
     * The socket that a service manager names in {@code NOTIFY_SOCKET}.
     *
     * @param name an absolute path, or a name in the abstract namespace behind an {@code @}
     * @throws IOException when it cannot be used here, with a sentence for the user
     */
    public static NotifySocket named(String name) throws IOException {
        boolean isAbstract = name.startsWith(ABSTRACT);
        if (!isAbstract && !Path.of(name).isAbsolute()) {
            throw new IOException("'" + name + "' is neither an absolute path nor a name behind an @");
        }
        if (!Epoll.isAvailable()) {
            throw new IOException("the native transport, which has the sockets for it, is not available here");
        }
        byte[] address = name.getBytes(StandardCharsets.UTF_8);
        if (address.length > LONGEST) {
            throw new IOException("'" + name + "' is longer than " + LONGEST + " bytes");
        }
        if (isAbstract) {
            address[0] = 0;
        }
        return new NotifySocket(address);
    }

    /**
     * Sends one message; never waits.
     *
     * @param lines assignments such as {@code READY=1}, a line each
     * @throws IOException when nobody listens there, or has not read for long
     */
    public void send(String... lines) throws IOException {
        byte[] octets = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        ByteBuffer message = ByteBuffer.allocateDirect(octets.length).put(octets);
        Socket socket = Socket.newSocketDomainDgram();
        try {
            int sent = socket.sendToDomainSocket(message, 0, octets.length, Arrays.copyOf(address, address.length));
            if (sent != octets.length) {
                throw new IOException("the service manager does not read its messages");
            }
        } finally {
            socket.close();
        }
    }
}
