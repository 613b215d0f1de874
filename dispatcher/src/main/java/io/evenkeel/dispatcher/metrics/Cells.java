// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A histogram that one thread writes and anybody reads while it is written.
 *
 * <p>The cells are those of HdrHistogram: every power of two is cut into the same number of equal cells, 128 for two significant
 * digits and 1024 for three, so a reader turns them into a {@link Histogram} without loss. HdrHistogram's own recorders swap two
 * buffers and pay two atomic additions for each value; a task records ten values. Here counts only ever grow, so nothing is swapped:
 * a record is one opaque store, and a reader that comes in the middle sees a value fewer, never one twice.
 *
 * <p>Cells of a power of two exist from the first value that falls there: a node whose answers take 1 to 60 ms costs 6 kB. Any value
 * from 0 to {@link Long#MAX_VALUE} is taken; a negative one counts as 0.
 */
final class Cells {

    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle OCTAVE = MethodHandles.arrayElementVarHandle(long[][].class);

    private final int digits;
    private final int bits;
    private final int mask;
    private final long[] @Nullable [] octaves;

    /** @param digits significant decimal digits, 2 or 3 */
    Cells(int digits) {
        this.digits = digits;
        this.bits = digits == 2 ? 7 : 10;
        this.mask = (1 << bits) - 1;
        this.octaves = new long[64 - bits][];
    }

    /** Counts one value; the writer's thread only. */
    void record(long value) {
        long v = Math.max(0, value);
        int octave = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(v) - bits);
        long[] cells = octaves[octave];
        if (cells == null) {
            cells = new long[mask + 1];
            OCTAVE.setRelease(octaves, octave, cells);
        }
        int cell = (int) (v >>> Math.max(0, octave - 1)) & mask;
        CELL.setOpaque(cells, cell, cells[cell] + 1);
    }

    /** Adds what the other has counted so far to this, which must not be visible to any other thread yet. */
    void add(Cells other) {
        for (int octave = 0; octave < octaves.length; octave++) {
            long[] theirs = (long[]) OCTAVE.getAcquire(other.octaves, octave);
            if (theirs == null) {
                continue;
            }
            long[] mine = octaves[octave];
            if (mine == null) {
                mine = new long[mask + 1];
                octaves[octave] = mine;
            }
            for (int cell = 0; cell <= mask; cell++) {
                mine[cell] += (long) CELL.getOpaque(theirs, cell);
            }
        }
    }

    /** The same counts as a histogram of the library; for the reader's own copy. */
    Histogram histogram() {
        Histogram histogram = new Histogram(1, Math.max(2, greatest()), digits);
        for (int octave = 0; octave < octaves.length; octave++) {
            long[] cells = octaves[octave];
            for (int cell = 0; cells != null && cell <= mask; cell++) {
                if (cells[cell] != 0) {
                    histogram.recordValueWithCount(middle(octave, cell), cells[cell]);
                }
            }
        }
        return histogram;
    }

    /** Values counted so far; for the reader's own copy. */
    long count() {
        long count = 0;
        for (long[] cells : octaves) {
            for (int cell = 0; cells != null && cell <= mask; cell++) {
                count += cells[cell];
            }
        }
        return count;
    }

    /**
     * What was counted after an earlier copy, as a histogram; for the reader's own copy.
     *
     * @throws IllegalArgumentException when the earlier one has more anywhere, or other digits
     */
    Histogram since(Cells earlier) {
        if (digits != earlier.digits) {
            throw new IllegalArgumentException("cells of " + earlier.digits + " digits are none of " + digits);
        }
        Cells between = new Cells(digits);
        for (int octave = 0; octave < octaves.length; octave++) {
            long[] now = octaves[octave];
            long[] then = earlier.octaves[octave];
            if (now == null && then != null) {
                throw new IllegalArgumentException("the earlier cells have more");
            }
            if (now != null && then != null) {
                between.octaves[octave] = difference(now, then);
            } else {
                between.octaves[octave] = now;
            }
        }
        return between.histogram();
    }

    private static long @Nullable [] difference(long[] now, long[] then) {
        long[] difference = new long[now.length];
        long count = 0;
        for (int cell = 0; cell < now.length; cell++) {
            difference[cell] = now[cell] - then[cell];
            count += difference[cell];
            if (difference[cell] < 0) {
                throw new IllegalArgumentException("the earlier cells have more");
            }
        }
        return count == 0 ? null : difference;
    }

    private long greatest() {
        for (int octave = octaves.length - 1; octave >= 0; octave--) {
            if (octaves[octave] != null) {
                return middle(octave, mask);
            }
        }
        return 0;
    }

    private long middle(int octave, int cell) {
        if (octave == 0) {
            return cell;
        }
        long width = 1L << (octave - 1);
        return (mask + 1L + cell) * width + width / 2;
    }
}
