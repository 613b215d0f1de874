// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2.conduct;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The streams that were closed last, and how: what a client may still send on a stream depends on it (RFC 9113 §5.1).
 * Those that this side has reset are kept apart, so that no end of another stream makes them forgotten. Threads: the
 * connection's loop.
 */
public final class ClosedStreams {

    /** Ends of streams that are remembered; as many as a client has under way by default, and some. */
    private static final int MOST_ENDS = 128;

    /** Resets by this side that are remembered. */
    private static final int MOST_RESETS = 1024;

    private static final int FIRST = 8;

    private static final How[] HOWS = How.values();

    /** Half the number of a stream, and its end in the last two bits; 0 for no stream. */
    private int[] ends = new int[FIRST];

    private int nextEnd;

    /** The same of the streams that this side has reset. */
    private int[] resets = new int[FIRST];

    private int nextReset;

    /** The highest number of a stream whose reset was remembered once and is not any more; 0 for none. */
    private int forgotten;

    /** The way a stream came to its end. */
    public enum How {
        /** Both sides have said that they send no more. */
        BOTH_ENDED(1),
        /** Reset by this side, so what the client had sent before it heard of that may still come. */
        RESET_HERE(2),
        /** The client has reset it. */
        RESET_THERE(3);

        private final int bits;

        How(int bits) {
            this.bits = bits;
        }
    }

    /** Remembers the end of a stream. */
    public void add(int id, How how) {
        int entry = (id >>> 1) << 2 | how.bits;
        if (how == How.RESET_HERE) {
            if (nextReset == resets.length) {
                resets = grown(resets, MOST_RESETS);
                nextReset = nextReset == resets.length ? 0 : nextReset;
            }
            int oldest = resets[nextReset];
            if (oldest != 0) {
                forgotten = Math.max(forgotten, oldest >>> 2 << 1 | 1);
            }
            resets[nextReset++] = entry;
        } else {
            if (nextEnd == ends.length) {
                ends = grown(ends, MOST_ENDS);
                nextEnd = nextEnd == ends.length ? 0 : nextEnd;
            }
            ends[nextEnd++] = entry;
        }
    }

    private static int[] grown(int[] entries, int most) {
        return entries.length == most ? entries : Arrays.copyOf(entries, Math.min(most, entries.length * 4));
    }

    /** The way a stream ended; null when it was never used, or so long ago that nobody knows. */
    public @Nullable How of(int id) {
        How end = of(id, ends);
        return end == null ? of(id, resets) : end;
    }

    private static @Nullable How of(int id, int[] entries) {
        for (int entry : entries) {
            if (entry >>> 2 == id >>> 1 && entry != 0) {
                return HOWS[(entry & 3) - 1];
            }
        }
        return null;
    }

    /**
     * True for a stream that this side has reset, so that what comes on it is left aside. Where nobody knows any more,
     * it is a glitch of the client; with too many of them this is false.
     */
    public boolean drops(int id, Glitches glitches, long nowNs) {
        How how = of(id);
        return how == How.RESET_HERE || (how == null && id <= forgotten && glitches.glitch(nowNs));
    }
}
