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
    /** Octets of memory that are counted: the capacity of the buffer. */
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
        int length = count + (before == null ? 0 : before.readableBytes());
        if (length > MOST) {
            drop();
            return;
        }
        int capacity = capacity(before, length);
        if (!memory.take(capacity - counted)) {
            drop();
            return;
        }
        counted = capacity;
        if (before == null) {
            before = ByteBufAllocator.DEFAULT.directBuffer(capacity, MOST);
            octets = before;
        }
        before.capacity(capacity).writeBytes(in, from, count);
    }

    /** Octets that the buffer takes with so many in it: it grows by doubling. */
    private static int capacity(@Nullable ByteBuf before, int length) {
        if (before == null) {
            return length;
        }
        return length <= before.capacity()
                ? before.capacity()
                : Math.min(MOST, before.alloc().calculateNewCapacity(length, MOST));
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
