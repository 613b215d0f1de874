// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.body;

import io.evenkeel.dispatcher.http.HeadBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * The part of a request's body that is kept here: what has come before there was a connection to send it on, and a copy
 * of what was sent, while the node may still say that it did nothing about it. Threads: that of its owner.
 */
public final class HeldBody {

    private final SentBody sent;
    private @Nullable ByteBuf early;

    /** @param memory of the copies on its loop */
    public HeldBody(SentMemory memory) {
        this.sent = new SentBody(memory);
    }

    /**
     * Keeps octets until they can be sent.
     *
     * @param more octets of the tail that belong behind them
     */
    public void hold(ByteBuf in, int from, int count, HeadBuffer tail, int more) {
        if (count + more > 0) {
            ByteBuf kept = allocate(count + more);
            kept.writeBytes(in, from, count).writeBytes(tail.octets(), 0, more);
            early = kept;
        }
    }

    /** A head and what is held, in a buffer of the caller's; what is held stays. */
    public ByteBuf behind(HeadBuffer head) {
        ByteBuf held = early;
        int count = held == null ? 0 : held.readableBytes();
        ByteBuf whole = allocate(head.length() + count);
        whole.writeBytes(head.octets(), 0, head.length());
        if (held != null) {
            whole.writeBytes(held, held.readerIndex(), count);
        }
        return whole;
    }

    private static ByteBuf allocate(int length) {
        return ByteBufAllocator.DEFAULT.directBuffer(length, length);
    }

    /** Begins to remember what is sent to a node that may say that it did nothing about it. */
    public void remember(ByteBuf octets, int from, int to) {
        sent.begin();
        sent.add(octets, from, to);
    }

    /** Remembers more of it. */
    public void rememberMore(ByteBuf octets, int from, int to) {
        sent.add(octets, from, to);
    }

    /** Forgets what was sent. */
    public void forgetSent() {
        sent.drop();
    }

    /**
     * Holds again what was sent, for another attempt.
     *
     * @return false when it is not there any more; then nothing is held
     */
    public boolean holdAgain() {
        dropHeld();
        if (!sent.isWhole()) {
            return false;
        }
        early = sent.take();
        return true;
    }

    /** Drops what is held, not what was sent. */
    public void dropHeld() {
        if (early != null) {
            early.release();
            early = null;
        }
    }
}
