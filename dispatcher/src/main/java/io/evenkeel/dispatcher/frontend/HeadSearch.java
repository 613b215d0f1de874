// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.http.RequestHead;
import io.netty.buffer.ByteBuf;

/**
 * Searches the octets of a connection for head after head. Remembers when the present one began, and how far it was
 * looked at, so that a head which comes in small pieces is not read again for each of them. Threads: those of its
 * connection.
 */
final class HeadSearch {

    /** Answer when there are only empty lines. */
    static final int NOTHING = Integer.MIN_VALUE;

    /** Octets that were looked at and hold no end of a head. */
    private int seen;

    private long firstNs;

    /**
     * Reads the head that a buffer begins with, behind empty lines, which are consumed; the head is not.
     *
     * @return the head's length, {@link #NOTHING}, {@link RequestHead#INCOMPLETE} or {@link RequestHead#REFUSED}
     */
    int read(ByteBuf in, LoopContext context, RequestLimits limits, long nowNs) {
        if (skipEmptyLines(in)) {
            firstNs = 0;
        }
        if (!in.isReadable()) {
            return NOTHING;
        }
        if (firstNs == 0) {
            firstNs = nowNs;
        }
        int count = Math.min(in.readableBytes(), limits.head() + 1);
        if (!mayEnd(in, count, limits.head())) {
            return RequestHead.INCOMPLETE;
        }
        int end = context.requestHead().take(context.scratch(in, in.readerIndex(), count), 0, count, limits);
        seen = end == RequestHead.INCOMPLETE ? count : 0;
        return end;
    }

    /** True inside a head. */
    boolean begun() {
        return firstNs != 0;
    }

    /** The time of the first octet of the head that has {@link #begun}. */
    long firstNs() {
        return firstNs;
    }

    /** The head is whole, or will never be: another one begins. Returns the time of its first octet. */
    long over() {
        long first = firstNs;
        firstNs = 0;
        seen = 0;
        return first;
    }

    /**
     * Skips empty lines in front of a request (RFC 9112 §2.2), which do not begin one.
     *
     * @return true when there were some
     */
    private boolean skipEmptyLines(ByteBuf in) {
        int i = in.readerIndex();
        int end = in.writerIndex();
        while (i + 1 < end && in.getByte(i) == '\r' && in.getByte(i + 1) == '\n') {
            i += 2;
        }
        if (i == in.readerIndex()) {
            return false;
        }
        in.readerIndex(i);
        seen = 0;
        return true;
    }

    /**
     * False when what is new since the last look cannot complete the head, so that another read of it
     * would not succeed.
     *
     * @param most octets a head may have; above, it is read to be refused
     */
    private boolean mayEnd(ByteBuf in, int count, int most) {
        if (seen == 0 || count < seen || count > most) {
            return true;
        }
        int from = in.readerIndex();
        for (int i = from + Math.max(0, seen - 3); i < from + count; i++) {
            if (in.getByte(i) == '\n'
                    && (i == from || in.getByte(i - 1) != '\r' || (i >= from + 3 && in.getByte(i - 2) == '\n'))) {
                return true;
            }
        }
        seen = count;
        return false;
    }
}
