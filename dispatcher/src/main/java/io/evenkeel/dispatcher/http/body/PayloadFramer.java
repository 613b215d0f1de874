// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.body;

import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.netty.buffer.ByteBuf;

/**
 * Frames one payload after another for HTTP/1.1, when the sender tells the end of the payload: counts it against its
 * Content-Length, or puts it into chunks.
 *
 * <p>Nothing is copied. The size of a chunk goes into the free octets in front of the piece, behind the CR LF that ends
 * the chunk before. The last octet of a payload with a length is kept back until the sender has told the end: so the
 * receiver never takes a payload for whole that turns out to be longer. Threads: that of its owner.
 */
public final class PayloadFramer {

    /** Free octets that a piece has in front of it; enough for CR LF, five digits and CR LF. */
    public static final int ROOM = 9;

    /** Octets of a piece must be fewer. */
    public static final int MOST = 1 << 20;

    private static final byte[] NO_TRAILER = new byte[0];

    private final HeadBuffer tail = new HeadBuffer(ROOM);
    private byte[] trailer = NO_TRAILER;
    private Framing framing = Framing.NONE;
    private long remaining;
    private long total;
    private boolean inChunk;
    private boolean ended;
    private boolean malformed;
    private int passFrom;
    private int passEnd;

    /**
     * Starts a payload.
     *
     * @param length octets when the framing is LENGTH
     */
    public void start(Framing newFraming, long length) {
        framing = newFraming;
        remaining = newFraming == Framing.LENGTH ? length : 0;
        total = 0;
        inChunk = false;
        ended = newFraming == Framing.NONE;
        malformed = false;
        trailer = NO_TRAILER;
        tail.clear();
    }

    /** The framing of the payload. */
    public Framing framing() {
        return framing;
    }

    /** Sets the lines that follow the last chunk, before the end is told; each has its CR LF. */
    public void trailer(byte[] lines) {
        trailer = lines;
    }

    /**
     * Takes a piece, of which {@link #ROOM} octets in front may be overwritten.
     *
     * @param ends true when the payload ends with it
     */
    public void take(ByteBuf in, int from, int to, boolean ends) {
        int count = to - from;
        if (count >= MOST) {
            throw new IllegalArgumentException("a piece of " + count + " bytes");
        }
        total += count;
        passFrom = from;
        passEnd = to;
        if (framing == Framing.CHUNKED) {
            chunk(in, from, count, ends);
        } else {
            count(in, to, count, ends);
        }
        ended |= ends;
    }

    private void count(ByteBuf in, int to, int count, boolean ends) {
        if (count > remaining || (ends && count < remaining)) {
            malformed = true;
            return;
        }
        remaining -= count;
        if (remaining == 0 && count > 0 && !ends) {
            passEnd = to - 1;
            tail.add(in.getByte(passEnd));
        }
    }

    private void chunk(ByteBuf in, int from, int count, boolean ends) {
        if (count > 0) {
            int at = lineEnd(in, from);
            for (int left = count; left > 0; left >>>= 4) {
                in.setByte(--at, Character.forDigit(left & 0xf, 16));
            }
            passFrom = inChunk ? lineEnd(in, at) : at;
            inChunk = true;
        }
        if (ends) {
            if (inChunk) {
                tail.endLine();
            }
            tail.add((byte) '0');
            tail.endLine();
            tail.add(trailer);
            tail.endLine();
            trailer = NO_TRAILER;
        }
    }

    /** Puts CR LF in front of an index. */
    private static int lineEnd(ByteBuf in, int end) {
        in.setByte(end - 2, '\r').setByte(end - 1, '\n');
        return end - 2;
    }

    /** Start of the octets that may be passed on, up to {@link #passEnd}. */
    public int passFrom() {
        return passFrom;
    }

    /** End of those octets. */
    public int passEnd() {
        return passEnd;
    }

    /** The octets that follow the last piece, once the payload is {@link #whole}. */
    public HeadBuffer tail() {
        return tail;
    }

    /** Forgets the tail, which nobody needs any more. */
    public void dropTail() {
        tail.shrink(ROOM);
        trailer = NO_TRAILER;
    }

    /** True once the sender has told the end, or when there is nothing to send. */
    public boolean whole() {
        return ended;
    }

    /** True when there are more octets, or fewer, than the length says. */
    public boolean malformed() {
        return malformed;
    }

    /** Octets so far. */
    public long total() {
        return total;
    }
}
