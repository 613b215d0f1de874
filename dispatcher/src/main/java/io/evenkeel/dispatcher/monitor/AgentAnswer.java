// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import io.evenkeel.dispatcher.http.ChunkReader;
import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.wire.JsonSample;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;

/**
 * An agent's answer as its octets come in: framed by the rules of the data plane, and bounded.
 *
 * <p>An object is used for answer after answer of one connection. On one loop.
 */
final class AgentAnswer {

    enum AnswerState {
        MORE,
        WHOLE,
        /** Not HTTP, or longer than a sample may be. */
        REFUSED
    }

    private static final int MOST_HEAD = 16 * 1024;
    private static final int MOST_FIELDS = 200;

    private final ResponseHead head = new ResponseHead();
    private final ChunkReader chunks = new ChunkReader();
    private byte[] octets = new byte[4096];
    private int length;
    private boolean inBody;
    private Framing framing = Framing.NONE;
    private long announced;
    private boolean began;
    private boolean excess;
    private AnswerState state = AnswerState.MORE;

    /** Begins another answer. */
    void start() {
        length = 0;
        inBody = false;
        began = false;
        excess = false;
        state = AnswerState.MORE;
    }

    /** True once an octet has come. */
    boolean began() {
        return began;
    }

    /** Takes what came. */
    AnswerState read(ByteBuf bytes) {
        began |= bytes.isReadable();
        if (state != AnswerState.MORE) {
            excess |= bytes.isReadable();
            return state;
        }
        if (inBody) {
            body(bytes);
        } else if (add(bytes, bytes.readerIndex(), bytes.writerIndex(), MOST_HEAD + JsonSample.MOST_OCTETS)) {
            heads();
        }
        return state;
    }

    /** The connection has ended, which ends some answers. */
    AnswerState end() {
        if (state == AnswerState.MORE && inBody && framing == Framing.CLOSE) {
            state = AnswerState.WHOLE;
        }
        return state;
    }

    private void heads() {
        int from = 0;
        while (state == AnswerState.MORE) {
            int end = head.read(octets, from, length, MOST_HEAD, MOST_FIELDS, false);
            if (end == ResponseHead.INCOMPLETE) {
                System.arraycopy(octets, from, octets, 0, length - from);
                length -= from;
                return;
            }
            if (end == ResponseHead.REFUSED || head.status() == 101) {
                state = AnswerState.REFUSED;
                return;
            }
            from = end;
            if (!head.isInterim()) {
                startBody(from);
                return;
            }
        }
    }

    private void startBody(int from) {
        framing = head.framing();
        announced = head.contentLength();
        chunks.start(MOST_HEAD, MOST_FIELDS);
        ByteBuf rest = Unpooled.copiedBuffer(octets, from, length - from);
        length = 0;
        inBody = true;
        if (framing == Framing.NONE) {
            state = AnswerState.WHOLE;
            excess = rest.isReadable();
        } else {
            body(rest);
        }
    }

    private void body(ByteBuf bytes) {
        int from = bytes.readerIndex();
        int to = bytes.writerIndex();
        if (framing == Framing.CHUNKED) {
            int end = chunks.read(bytes, from, to, true);
            excess = end < to;
            if (add(bytes, from, chunks.passEnd(), JsonSample.MOST_OCTETS)) {
                state = chunks.refused() ? AnswerState.REFUSED : chunks.done() ? AnswerState.WHOLE : AnswerState.MORE;
            }
            return;
        }
        int count = framing == Framing.LENGTH ? (int) Math.min(announced - length, to - from) : to - from;
        excess = count < to - from;
        if (announced > JsonSample.MOST_OCTETS) {
            state = AnswerState.REFUSED;
        } else if (add(bytes, from, from + count, JsonSample.MOST_OCTETS)
                && framing == Framing.LENGTH
                && length == announced) {
            state = AnswerState.WHOLE;
        }
    }

    private boolean add(ByteBuf bytes, int from, int to, int most) {
        int count = to - from;
        if (length + count > most) {
            state = AnswerState.REFUSED;
            return false;
        }
        if (length + count > octets.length) {
            octets = Arrays.copyOf(octets, Math.max(length + count, 2 * octets.length));
        }
        bytes.getBytes(from, octets, length, count);
        length += count;
        return true;
    }

    int status() {
        return head.status();
    }

    /** True when the connection may be asked again. */
    boolean keepsAlive() {
        return state == AnswerState.WHOLE && !excess && head.keepsAlive();
    }

    /** Holds the body from index 0 on. */
    byte[] octets() {
        return octets;
    }

    /** Octets of the body. */
    int length() {
        return length;
    }
}
