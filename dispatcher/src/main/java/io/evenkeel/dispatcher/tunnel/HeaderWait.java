// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel;

import io.evenkeel.config.cluster.ClusterSettings.ProxyProtocol;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.proxyprotocol.ProxyHeaderDecoder;
import io.evenkeel.dispatcher.proxyprotocol.ProxyHeaderEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Gathers the first bytes of a connection until its PROXY protocol header is whole; keeps the bytes behind it. */
final class HeaderWait {

    private final ProxyHeaderDecoder decoder = new ProxyHeaderDecoder();
    private final ByteBuf gathered = Unpooled.buffer(256);
    private @Nullable InetSocketAddress source;
    private @Nullable InetSocketAddress destination;

    /** Takes a copy of the bytes that came in, and looks at all bytes so far. */
    ProxyHeaderDecoder.State add(ByteBuf bytes) {
        gathered.writeBytes(bytes, bytes.readerIndex(), bytes.readableBytes());
        ProxyHeaderDecoder.State state = decoder.decode(gathered);
        if (state == ProxyHeaderDecoder.State.HEADER) {
            source = decoder.header().source();
            destination = decoder.header().destination();
            gathered.skipBytes(decoder.header().length());
        }
        return state;
    }

    /** The client's address, when the header has one. */
    @Nullable
    InetSocketAddress source() {
        return source;
    }

    @Nullable
    InetSocketAddress destination() {
        return destination;
    }

    /** The bytes that came in behind the header. */
    ByteBuf rest() {
        return gathered;
    }

    void release() {
        gathered.release();
    }

    /** Tells a node the client's address of a connection, when its cluster is configured so. */
    static void announce(
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
