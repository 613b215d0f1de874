// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.body;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * A copy of what was sent of one body after another, to send it once more, as long as it is small. Threads: that of its
 * owner.
 */
final class SentBody {

    private static final int MOST = 64 << 10;

    private final SentMemory memory;
    private @Nullable ByteBuf octets;
    private int counted;
    private boolean whole;

    /** @param memory of its loop */
    SentBody(SentMemory memory) {
        this.memory = memory;
    }

    /** Begins with nothing sent. */
    void begin() {
        drop();
        whole = true;
    }

    /** Adds octets that are sent. */
    void add(ByteBuf in, int from, int to) {
        int count = to - from;
        if (!whole || count == 0) {
            return;
        }
        ByteBuf before = octets;
        int present = before == null ? 0 : before.readableBytes();
        if (present + count > MOST || !memory.take(count)) {
            drop();
            return;
        }
        counted += count;
        if (before == null) {
            before = ByteBufAllocator.DEFAULT.directBuffer(count);
            octets = before;
        }
        before.writeBytes(in, from, count);
    }

    /** True when everything that was sent is here. */
    boolean isWhole() {
        return whole;
    }

    /** The octets, the caller's to release; null when there are none. Nothing is left here. */
    @Nullable
    ByteBuf take() {
        ByteBuf mine = octets;
        octets = null;
        whole = false;
        countNoMore();
        return mine;
    }

    /** Drops everything. */
    void drop() {
        whole = false;
        if (octets != null) {
            octets.release();
            octets = null;
        }
        countNoMore();
    }

    private void countNoMore() {
        memory.give(counted);
        counted = 0;
    }
}
