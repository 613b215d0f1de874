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

    /** The head was written, or has grown. The room of a spare buffer beyond twice its length is not its own. */
    public void written() {
        counted = memory.count(counted, size());
    }

    /**
     * The head is kept for the access log alone, for as long as a tunnel lasts. One of the usual size counts no more:
     * connections bound the number of tunnels.
     */
    public void tunnelled() {
        counted = memory.countForTunnel(counted, size());
    }

    private int size() {
        return Math.min(buffer().capacity(), 2 * buffer().length());
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
