// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.exchange.head.HeldMemory;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Octets of a client that cannot be used yet: a head that is not whole, or requests behind the present one. Threads:
 * its connection's loop.
 */
final class Waiting {

    private @Nullable ByteBuf octets;
    private HeldMemory.@Nullable HeldEntry held;

    boolean none() {
        return octets == null;
    }

    int length() {
        return octets == null ? 0 : octets.readableBytes();
    }

    /** True when the octets that wait begin with these. */
    boolean beginsWith(byte[] first) {
        ByteBuf mine = octets;
        if (mine == null || mine.readableBytes() < first.length) {
            return false;
        }
        int from = mine.readerIndex();
        for (int i = 0; i < first.length; i++) {
            if (mine.getByte(from + i) != first[i]) {
                return false;
            }
        }
        return true;
    }

    /** The octets that wait, the caller's from now on; null when nothing does. */
    @Nullable
    ByteBuf take() {
        ByteBuf taken = octets;
        octets = null;
        return taken;
    }

    /**
     * The octets that wait with more behind them, the caller's from now on; {@code bytes} themselves, not the
     * caller's, when nothing waits.
     */
    ByteBuf join(ByteBuf bytes) {
        ByteBuf before = take();
        if (before == null) {
            return bytes;
        }
        try {
            before.writeBytes(bytes);
            return before;
        } catch (OutOfMemoryError e) {
            octets = before;
            throw e;
        }
    }

    /**
     * Keeps what is readable in a buffer.
     *
     * @param own true when the buffer is the caller's, which is given away here
     */
    void keep(ByteBuf in, boolean own, LoopContext context) {
        ByteBuf before = octets;
        if (before == null && own && in.readerIndex() == Connection.HEADROOM) {
            octets = in;
            return;
        }
        try {
            if (before == null) {
                octets = context.roomy(in);
            } else {
                before.writeBytes(in);
            }
        } finally {
            if (own) {
                in.release();
            }
        }
    }

    /** Counts what waits as a head that is not whole; see {@link HeldMemory#hold}. */
    void countAsHead(HeldMemory heads, HeldMemory.Sender sender, long nowNs) {
        if (octets != null) {
            held = heads.hold(held, sender, null, octets.capacity());
            heads.makeRoom(nowNs);
        }
    }

    /** The head is whole, or will never be. */
    void headOver(HeldMemory heads) {
        HeldMemory.HeldEntry entry = held;
        if (entry != null) {
            held = null;
            heads.free(entry);
        }
    }

    /** Drops everything that waits. */
    void drop(HeldMemory heads) {
        headOver(heads);
        if (octets != null) {
            octets.release();
            octets = null;
        }
    }
}
