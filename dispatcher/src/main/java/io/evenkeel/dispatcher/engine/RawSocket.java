// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's socket below a channel, asked past Netty. Transports without one, and those on which another read may be
 * under way, answer as if there were nothing. Threads: the channel's loop.
 */
record RawSocket(Loop loop, SocketChannel channel) {

    private @Nullable Socket socket() {
        return channel instanceof UnixChannel unix && unix.fd() instanceof Socket socket ? socket : null;
    }

    private @Nullable Socket readable() {
        return loop.reads().shared() ? socket() : null;
    }

    /** False when there is something to read: octets, a FIN or an error. */
    boolean quiet() {
        Socket socket = readable();
        try {
            return socket == null || socket.recv(loop.reads().oneByte(), 0, 1) == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Reads what is there; the number of octets, and -1 after an end or an error. */
    int read(ByteBuf into) {
        Socket socket = readable();
        if (socket == null) {
            return 0;
        }
        ByteBuffer room = into.internalNioBuffer(into.writerIndex(), into.writableBytes());
        try {
            int count = socket.recv(room, room.position(), room.limit());
            into.writerIndex(into.writerIndex() + Math.max(0, count));
            return count;
        } catch (IOException e) {
            return -1;
        }
    }

    /** The error that the socket has, which is taken from it: 0 for none, -1 when it cannot be told. */
    int error() {
        Socket socket = socket();
        if (socket == null) {
            return 0;
        }
        try {
            return loop.reads().shared() ? socket.getSoError() : -1;
        } catch (IOException e) {
            return -1;
        }
    }
}
