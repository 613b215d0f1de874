// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.backend.NodeConnection;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.body.SentBody;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The part of a request's body that is kept here: what has come before there was a connection to send it on, and a copy
 * of what was sent, while the node may still say that it did nothing about it. Threads: the loop.
 */
final class HeldBody {

    private final LoopContext context;
    private final SentBody sent = new SentBody();
    private @Nullable ByteBuf early;

    HeldBody(LoopContext context) {
        this.context = context;
    }

    /**
     * Keeps octets until they can be sent.
     *
     * @param more octets of the tail that belong behind them
     */
    void hold(ByteBuf in, int from, int count, HeadBuffer tail, int more) {
        if (count + more > 0) {
            ByteBuf kept = context.allocate(count + more);
            kept.writeBytes(in, from, count).writeBytes(tail.octets(), 0, more);
            early = kept;
        }
    }

    /** A head and what is held, in a buffer of the caller's; what is held stays. */
    ByteBuf behind(HeadBuffer head) {
        ByteBuf held = early;
        int count = held == null ? 0 : held.readableBytes();
        ByteBuf whole = context.allocate(head.length() + count);
        whole.writeBytes(head.octets(), 0, head.length());
        if (held != null) {
            whole.writeBytes(held, held.readerIndex(), count);
        }
        return whole;
    }

    /** Begins to remember what is sent on a connection whose node may say that it did nothing about it. */
    void remember(NodeConnection wire, ByteBuf octets, int from, int to) {
        if (wire.mayRefuse()) {
            sent.begin();
            sent.add(octets, from, to);
        }
    }

    /** Remembers more of it. */
    void rememberMore(NodeConnection wire, ByteBuf octets, int from, int to) {
        if (wire.mayRefuse()) {
            sent.add(octets, from, to);
        }
    }

    /** Forgets what was sent. */
    void forgetSent() {
        sent.drop();
    }

    /**
     * Holds again what was sent, for another try.
     *
     * @return false when it is not there any more; then nothing is held
     */
    boolean holdAgain() {
        dropHeld();
        if (!sent.isWhole()) {
            return false;
        }
        early = sent.take();
        return true;
    }

    /** Drops what is held, not what was sent. */
    void dropHeld() {
        if (early != null) {
            early.release();
            early = null;
        }
    }
}
