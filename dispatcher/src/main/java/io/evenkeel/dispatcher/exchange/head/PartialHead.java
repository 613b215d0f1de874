// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import io.evenkeel.dispatcher.engine.Connection;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The octets that have come of the head of an answer that is not whole. Threads: the loop of the exchange.
 */
public final class PartialHead {

    private @Nullable ByteBuf octets;

    /** True when there are none. */
    public boolean isEmpty() {
        return octets == null;
    }

    /**
     * Joins what was kept and what just came, in one buffer with room in front, and keeps nothing any more.
     *
     * @return {@code bytes} itself when nothing was kept; else a buffer that is the caller's to release
     */
    public ByteBuf join(ByteBuf bytes) {
        ByteBuf before = octets;
        if (before == null) {
            return bytes;
        }
        octets = null;
        before.writeBytes(bytes);
        return before;
    }

    /**
     * Keeps a buffer, which is this object's to release from now on. What is readable moves down to the room in front
     * when something before it was read: a node may send interim heads without end, each cut by the end of a read, and
     * those that were passed on would make the buffer larger with each one.
     *
     * @param all a buffer whose octets began behind {@link Connection#HEADROOM}, which nobody else reads any more
     */
    public void keep(ByteBuf all) {
        int count = all.readableBytes();
        if (all.readerIndex() > Connection.HEADROOM) {
            all.setBytes(Connection.HEADROOM, all, all.readerIndex(), count);
            all.setIndex(Connection.HEADROOM, Connection.HEADROOM + count);
        }
        octets = all;
    }

    /** Releases what was kept. */
    public void drop() {
        if (octets != null) {
            octets.release();
            octets = null;
        }
    }
}
