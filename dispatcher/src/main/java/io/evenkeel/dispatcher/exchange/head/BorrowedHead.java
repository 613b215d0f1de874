// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import io.evenkeel.dispatcher.http.HeadBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Room for the head of one request after another, borrowed from its loop while a request needs it, so that an idle
 * client has none. Threads: the loop.
 */
public final class BorrowedHead {

    private final HeadMemory memory;
    private @Nullable HeadBuffer buffer;
    private int counted;

    public BorrowedHead(HeadMemory memory) {
        this.memory = memory;
    }

    /** The room, borrowed at the first call; it still has what somebody else has left in it. */
    public HeadBuffer buffer() {
        HeadBuffer mine = buffer;
        if (mine == null) {
            mine = memory.take();
            buffer = mine;
        }
        return mine;
    }

    /** True from {@link #buffer} to {@link #give}. */
    public boolean isBorrowed() {
        return buffer != null;
    }

    /** The head was written, or has grown. */
    public void written() {
        counted = memory.count(counted, buffer().capacity());
    }

    /** True when the head may not stay, because those of others leave no room for it. */
    public boolean lacksRoom(long nowNs) {
        return memory.refuses(buffer().length(), counted, nowNs);
    }

    /** Nobody needs the head any more. */
    public void give() {
        HeadBuffer mine = buffer;
        if (mine != null) {
            memory.free(counted);
            counted = 0;
            buffer = null;
            memory.give(mine);
        }
    }
}
