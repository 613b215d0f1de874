// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** The octets that have come of the head of an answer that is not whole. One loop. */
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

    /** Keeps a buffer, which is this object's to release from now on. */
    public void keep(ByteBuf all) {
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
