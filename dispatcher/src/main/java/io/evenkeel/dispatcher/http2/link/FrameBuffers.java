// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.link;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.LoopLocal;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/** Buffers for frames that nobody on a loop uses at the moment. Threads: that of its loop. */
final class FrameBuffers {

    /** Octets of a buffer. */
    static final int OCTETS = 64 << 10;

    private static final int MOST_KEPT = 32;

    private static final LoopLocal<FrameBuffers> ALL = new LoopLocal<>(loop -> new FrameBuffers());

    private final ArrayDeque<ByteBuf> spare = new ArrayDeque<>();
    /** Buffers that were made to be kept. */
    private int kept;

    private FrameBuffers() {}

    static FrameBuffers of(Loop loop) {
        return ALL.of(loop);
    }

    /** An empty buffer of {@link #OCTETS}. */
    ByteBuf take() {
        ByteBuf present = spare.pollLast();
        if (present != null) {
            return present;
        }
        if (kept == MOST_KEPT) {
            return ByteBufAllocator.DEFAULT.directBuffer(OCTETS, OCTETS);
        }
        kept++;
        return Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(OCTETS)).clear();
    }

    /** Takes a buffer back; the first few are kept, the others go back to where the memory came from. */
    void give(ByteBuf buffer) {
        if (buffer.alloc() == UnpooledByteBufAllocator.DEFAULT) {
            spare.addLast(buffer.clear());
        } else {
            buffer.release();
        }
    }
}
