// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The streams that were closed last, and how: what a client may still send on a stream depends on it (RFC 9113 §5.1).
 * Threads: the connection's loop.
 */
final class ClosedStreams {

    /** Streams that are remembered; as many as a client has under way by default, and some. */
    private static final int MOST = 128;

    private static final int FIRST = 8;

    private static final How[] HOWS = How.values();

    /** Half the number of a stream, and its end in the last two bits; 0 for no stream. */
    private int[] entries = new int[FIRST];

    private int next;

    /** The way a stream came to its end. */
    enum How {
        /** Both sides have said that they send no more. */
        BOTH_ENDED(1),
        /** This side has reset it, so what the client had sent before it heard of that may still come. */
        RESET_HERE(2),
        /** The client has reset it. */
        RESET_THERE(3);

        private final int bits;

        How(int bits) {
            this.bits = bits;
        }
    }

    /** Remembers the end of a stream. */
    void add(int id, How how) {
        if (next == entries.length) {
            if (entries.length < MOST) {
                entries = Arrays.copyOf(entries, entries.length * 4);
            } else {
                next = 0;
            }
        }
        entries[next++] = (id >>> 1) << 2 | how.bits;
    }

    /** The way a stream ended; null when it was never used, or so long ago that nobody knows. */
    @Nullable
    How of(int id) {
        for (int entry : entries) {
            if (entry >>> 2 == id >>> 1 && entry != 0) {
                return HOWS[(entry & 3) - 1];
            }
        }
        return null;
    }
}
