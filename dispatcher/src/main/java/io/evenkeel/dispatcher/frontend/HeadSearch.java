// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import io.netty.buffer.ByteBuf;

/**
 * Remembers how far octets of an unfinished head were looked at, so that a head which comes in small pieces is not read
 * again for each of them. Threads: those of its connection.
 */
final class HeadSearch {

    /** Octets that were looked at and hold no end of a head. */
    private int seen;

    /** A new head begins. */
    void start() {
        seen = 0;
    }

    /** The first {@code count} octets hold no end of a head. */
    void endsNot(int count) {
        seen = count;
    }

    /**
     * Skips empty lines in front of a request (RFC 9112 §2.2), which are no beginning of one.
     *
     * @return true when there were some
     */
    boolean skipEmptyLines(ByteBuf in) {
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
    boolean mayEnd(ByteBuf in, int count, int most) {
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
