// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.unix;

import io.netty.channel.ChannelException;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A socket that sends datagrams to one path in the file system. The path is looked up for each datagram, so a receiver
 * that was started again gets the next one. One thread.
 */
public final class UnixDatagrams implements AutoCloseable {

    private final String path;
    private final byte[] address;
    private final Socket socket;

    private UnixDatagrams(String path, Socket socket) {
        this.path = path;
        this.address = path.getBytes(StandardCharsets.UTF_8);
        this.socket = socket;
    }

    /** True where there are such sockets: on Linux, unless the native transport cannot be loaded. */
    public static boolean isAvailable() {
        return Epoll.isAvailable();
    }

    /**
     * A socket for a path; needs no receiver yet.
     *
     * @throws IOException when there are no such sockets here, or no file handle is left
     */
    public static UnixDatagrams to(String path) throws IOException {
        if (!isAvailable()) {
            throw new IOException("the native transport is not available here", Epoll.unavailabilityCause());
        }
        try {
            return new UnixDatagrams(path, Socket.newSocketDomainDgram());
        } catch (ChannelException e) {
            throw new IOException("no socket could be opened", e);
        }
    }

    /**
     * Sends what remains of a direct buffer as one datagram; never waits.
     *
     * @return false when the receiver has not read for long and takes no more now
     * @throws IOException when there is no receiver, with a few words for the user
     */
    public boolean send(ByteBuffer message) throws IOException {
        try {
            int sent = socket.sendToDomainSocket(message, message.position(), message.limit(), address.clone());
            return sent > 0;
        } catch (IOException e) {
            throw new IOException(words(e), e);
        }
    }

    private String words(IOException e) {
        if (!Files.exists(Path.of(path))) {
            return "there is no such socket";
        }
        String message = String.valueOf(e.getMessage());
        return message.substring(message.lastIndexOf(": ") + 1).strip();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException ignored) {
            // nothing is kept in it
        }
    }
}
