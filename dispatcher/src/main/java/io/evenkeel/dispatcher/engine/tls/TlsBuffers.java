// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.LoopLocal;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;

/**
 * The buffers that all TLS connections of a loop share, so that an idle one holds no memory: one for plain octets that
 * have come, one for encrypted ones that go.
 *
 * <p>Threads: that of the loop.
 */
final class TlsBuffers {

    private static final LoopLocal<TlsBuffers> OF_LOOP = new LoopLocal<>(loop -> new TlsBuffers());

    private final ByteBuf plain =
            Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(Connection.HEADROOM + TlsCodec.PLAIN_ROOM));
    private final ByteBuf network = Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(TlsCodec.NETWORK_ROOM));

    static TlsBuffers of(Loop loop) {
        return OF_LOOP.of(loop);
    }

    /**
     * An empty buffer with the headroom of a read, which the caller releases. While somebody holds the shared one, as
     * in a nested read, it is a pooled one.
     */
    ByteBuf plain() {
        if (plain.refCnt() == 1) {
            return plain.retain().setIndex(Connection.HEADROOM, Connection.HEADROOM);
        }
        int capacity = Connection.HEADROOM + TlsCodec.PLAIN_ROOM;
        return ByteBufAllocator.DEFAULT
                .directBuffer(capacity, capacity)
                .setIndex(Connection.HEADROOM, Connection.HEADROOM);
    }

    /** An empty buffer for one write to the connection below, which copies what it keeps. Stays this object's. */
    ByteBuf network() {
        return network.clear();
    }
}
