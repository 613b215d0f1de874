// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.util.List;

/** A listening address; made by {@link Engine#listen}. Threads: any. */
public final class Listener implements AutoCloseable {

    private final List<Channel> channels;
    private final InetSocketAddress address;

    Listener(List<Channel> channels) {
        this.channels = List.copyOf(channels);
        this.address = (InetSocketAddress) channels.get(0).localAddress();
    }

    /** Where it listens; with the real port when any free one was asked for. */
    public InetSocketAddress address() {
        return address;
    }

    /** Stops listening; returns when the address is free again. Connections that were accepted go on. Not to be called from a loop. */
    @Override
    public void close() {
        channels.forEach(Channel::close);
        channels.forEach(channel -> channel.closeFuture().awaitUninterruptibly());
    }
}
