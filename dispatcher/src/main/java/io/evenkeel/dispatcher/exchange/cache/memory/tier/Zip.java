// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory.tier;

import com.github.luben.zstd.Zstd;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Zstandard for content in the packed tier. Needs a native library; where that cannot be loaded, nothing is packed. */
public final class Zip {

    /** The longest content that is packed, so that an event loop is held up for a millisecond at most. */
    public static final int LONGEST = 1 << 20;

    private static final int LEVEL = 3;

    private @Nullable ByteBuffer room;

    /** True when the native library is there. */
    public static boolean isThere() {
        try {
            return Zstd.compressBound(1) > 0;
        } catch (UnsatisfiedLinkError | NoClassDefFoundError | ExceptionInInitializerError e) {
            return false;
        }
    }

    /** Packs content; null when that takes little away. One thread for each object. */
    public @Nullable ByteBuffer pack(ByteBuf content) {
        int length = content.writerIndex();
        ByteBuffer mine = room;
        if (mine == null) {
            mine = ByteBuffer.allocateDirect((int) Zstd.compressBound(LONGEST));
            room = mine;
        }
        mine.clear();
        long packed =
                Zstd.compressDirectByteBuffer(mine, 0, mine.capacity(), content.nioBuffer(0, length), 0, length, LEVEL);
        if (Zstd.isError(packed) || packed > length - length / 8) {
            return null;
        }
        mine.position(0).limit((int) packed);
        return mine;
    }

    /** Unpacks content to its length; false when it is broken. Any thread. */
    public static boolean unpack(ByteBuf packed, ByteBuf to, int length) {
        int from = packed.writerIndex();
        long got =
                Zstd.decompressDirectByteBuffer(to.nioBuffer(0, length), 0, length, packed.nioBuffer(0, from), 0, from);
        if (Zstd.isError(got) || got != length) {
            return false;
        }
        to.writerIndex(length);
        return true;
    }
}
