// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import io.evenkeel.config.cluster.ClusterSettings.ProxyProtocol;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.proxyprotocol.ProxyHeaderEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Tells a node the client's address of a connection, in a PROXY protocol header. */
final class Announcement {

    private Announcement() {}

    /** Sends the header in front of everything else, when the cluster is configured so. */
    static void send(
            ProxyProtocol version,
            @Nullable InetSocketAddress source,
            @Nullable InetSocketAddress destination,
            Connection node) {
        if (version == ProxyProtocol.NONE) {
            return;
        }
        ByteBuf header = PooledByteBufAllocator.DEFAULT.directBuffer(256);
        try {
            if (version == ProxyProtocol.V1) {
                ProxyHeaderEncoder.v1(source, destination, header);
            } else {
                ProxyHeaderEncoder.v2(source, destination, header);
            }
            node.write(header);
        } finally {
            header.release();
        }
    }
}
