// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.BindTrouble;
import io.evenkeel.config.address.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * The listening socket of an admin server that is not there yet. It takes microseconds where the server takes a large
 * part of a second, so that a port which is taken ends a start before anything else has begun. Clients that connect
 * meanwhile wait for the server. One thread.
 */
public final class AdminSocket implements AutoCloseable {

    private static final int BACKLOG = 128;

    private @Nullable ServerSocketChannel channel;

    private AdminSocket(ServerSocketChannel channel) {
        this.channel = channel;
    }

    /**
     * Binds the address of settings.
     *
     * @return null when they have none
     * @throws IOException when it cannot be had, with a sentence for the user
     */
    public static @Nullable AdminSocket bind(AdminSettings settings) throws IOException {
        HostPort address = settings.address();
        return address == null ? null : bind(address);
    }

    static AdminSocket bind(HostPort address) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            InetSocketAddress socket = new InetSocketAddress(address.host(), address.port());
            if (socket.isUnresolved()) {
                throw new IOException("the host is unknown");
            }
            channel.bind(socket, BACKLOG);
            return new AdminSocket(channel);
        } catch (IOException e) {
            channel.close();
            throw new IOException(
                    "admin.address " + address + " cannot be bound: "
                            + BindTrouble.words(String.valueOf(e.getMessage()), address.port()),
                    e);
        }
    }

    /** Gives the socket away; {@link #close} does nothing from now on. */
    ServerSocketChannel take() {
        ServerSocketChannel taken = channel;
        if (taken == null) {
            throw new IllegalStateException("the socket was given away or closed");
        }
        channel = null;
        return taken;
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
