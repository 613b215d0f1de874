// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Octets of a client that came with what was negotiated, before its node was there. Threads: the connection's loop.
 */
final class EarlyOctets {

    private @Nullable ByteBuf kept;

    /** Keeps a copy of octets that are lent, unless there are none. */
    void keep(ByteBuf lent) {
        if (lent.isReadable()) {
            kept = PooledByteBufAllocator.DEFAULT
                    .directBuffer(lent.readableBytes())
                    .writeBytes(lent);
        }
    }

    /** The octets, lent until {@link #release}; null when none came. */
    @Nullable
    ByteBuf octets() {
        return kept;
    }

    void release() {
        if (kept != null) {
            kept.release();
            kept = null;
        }
    }
}
