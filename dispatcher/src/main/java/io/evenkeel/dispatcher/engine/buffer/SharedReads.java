// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.buffer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;

/**
 * The read buffer that all connections of a loop share, so that a thousand idle connections hold no memory.
 *
 * <p>Bytes are read to an offset of {@link #HEADROOM}: a head that was rewritten can be placed directly in front of the
 * body bytes that came with it, and both leave in one write. The shared memory is handed out only while nobody holds
 * it: a nested read, or one that comes while a handler keeps a buffer, gets a pooled buffer of its own, so a handler
 * that forgets itself costs speed, not bytes. Two views of the memory exist because transports read as much as a buffer
 * can take.
 *
 * <p>Threads: that of its loop.
 */
public final class SharedReads {

    /** Free bytes in front of what is read. */
    public static final int HEADROOM = 4 << 10;

    /** Most bytes of one read while heads are expected. */
    public static final int HEAD_READ = 16 << 10;

    /** Most bytes of one read while a body flows. */
    public static final int BODY_READ = 256 << 10;

    private final ByteBuf small;
    private final ByteBuf large;
    private final ByteBuffer oneByte = ByteBuffer.allocateDirect(1);
    private final boolean shared;

    /**
     * @param shared false where the kernel fills buffers on its own time, as io_uring does
     */
    public SharedReads(boolean shared) {
        this.shared = shared;
        ByteBuffer memory = ByteBuffer.allocateDirect(shared ? HEADROOM + BODY_READ : 0);
        large = Unpooled.wrappedBuffer(memory);
        small = shared ? Unpooled.wrappedBuffer(memory.slice(0, HEADROOM + HEAD_READ)) : large;
    }

    /** A place for an octet that nobody wants. */
    public ByteBuffer oneByte() {
        return oneByte;
    }

    /** True when connections share the buffer. */
    public boolean shared() {
        return shared;
    }

    /** A buffer that takes {@code size} bytes behind the headroom; the caller releases it. */
    public ByteBuf take(ByteBufAllocator pool, int size) {
        if (shared && small.refCnt() == 1 && large.refCnt() == 1) {
            ByteBuf view = size <= HEAD_READ ? small : large;
            return view.retain().setIndex(HEADROOM, HEADROOM);
        }
        return pooled(pool, size);
    }

    /** A buffer of the caller's own. */
    public static ByteBuf pooled(ByteBufAllocator pool, int size) {
        int capacity = HEADROOM + size;
        return pool.directBuffer(capacity, capacity).setIndex(HEADROOM, HEADROOM);
    }
}
