// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;

/**
 * The read buffer that all connections of a loop share, so that a thousand idle connections hold no memory.
 *
 * <p>Bytes are read to an offset of {@link Connection#HEADROOM}: a head that was rewritten can be placed directly in
 * front of the body bytes that came with it, and both leave in one write. The shared memory is handed out only while
 * nobody holds it: a nested read, or one that comes while a handler keeps a buffer, gets a pooled buffer of its own, so
 * a handler that forgets itself costs speed, not bytes. Two views of the memory exist because transports read as much
 * as a buffer can take.
 *
 * <p>Threads: that of its loop.
 */
final class SharedReads {

    private final ByteBuf small;
    private final ByteBuf large;
    private final ByteBuffer oneByte = ByteBuffer.allocateDirect(1);
    private final boolean shared;

    /**
     * @param shared false where the kernel fills buffers on its own time, as io_uring does
     */
    SharedReads(boolean shared) {
        this.shared = shared;
        ByteBuffer memory = ByteBuffer.allocateDirect(shared ? Connection.HEADROOM + SocketConnection.BODY_READ : 0);
        large = Unpooled.wrappedBuffer(memory);
        small = shared
                ? Unpooled.wrappedBuffer(memory.slice(0, Connection.HEADROOM + SocketConnection.HEAD_READ))
                : large;
    }

    /** A place for an octet that nobody wants. */
    ByteBuffer oneByte() {
        return oneByte;
    }

    boolean shared() {
        return shared;
    }

    /** A buffer that takes {@code size} bytes behind the headroom; the caller releases it. */
    ByteBuf take(ByteBufAllocator pool, int size) {
        if (shared && small.refCnt() == 1 && large.refCnt() == 1) {
            ByteBuf view = size <= SocketConnection.HEAD_READ ? small : large;
            return view.retain().setIndex(Connection.HEADROOM, Connection.HEADROOM);
        }
        return pooled(pool, size);
    }

    /** A buffer of the caller's own. */
    static ByteBuf pooled(ByteBufAllocator pool, int size) {
        int capacity = Connection.HEADROOM + size;
        return pool.directBuffer(capacity, capacity).setIndex(Connection.HEADROOM, Connection.HEADROOM);
    }
}
