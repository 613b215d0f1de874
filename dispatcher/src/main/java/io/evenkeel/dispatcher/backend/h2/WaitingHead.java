// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.evenkeel.dispatcher.http.HeadBuffer;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The head of an answer that waits for DATA of the same read, so that both are told at once: one for each connection,
 * and none between two reads. Threads: the connection's loop.
 */
final class WaitingHead {

    private final HeadBuffer head;
    private @Nullable AnswerFlow flow;

    /** @param head holds the head that waits; others use it between two blocks of fields */
    WaitingHead(HeadBuffer head) {
        this.head = head;
    }

    /** The head that was just composed waits. */
    void waits(AnswerFlow mine) {
        flow = mine;
    }

    /** The answer is over. */
    void forget(AnswerFlow mine) {
        if (mine.equals(flow)) {
            flow = null;
        }
    }

    /** Tells the head that waits, if there is one. */
    void tell() {
        AnswerFlow mine = flow;
        flow = null;
        if (mine != null) {
            mine.tellHead();
        }
    }

    /** The same, unless it is that of an answer whose DATA has come. */
    void tellUnlessOf(AnswerFlow mine) {
        if (!mine.equals(flow)) {
            tell();
        }
    }

    /**
     * Puts the head that waits in front of its DATA.
     *
     * @param from start of the DATA; what is in front may be overwritten
     * @return start of both
     */
    int putBefore(AnswerFlow mine, ByteBuf in, int from) {
        int at = from - head.length();
        if (!mine.equals(flow)) {
            return from;
        }
        if (at < 0) {
            tell();
            return from;
        }
        flow = null;
        in.setBytes(at, head.octets(), 0, head.length());
        return at;
    }
}
