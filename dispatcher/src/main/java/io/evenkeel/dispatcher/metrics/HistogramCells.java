// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A histogram that one thread writes while any thread reads it.
 *
 * <p>The cells are those of HdrHistogram: every power of two is cut into the same number of equal cells, 128 for two
 * significant digits and 1024 for three, so a reader turns them into a {@link Histogram} without loss. HdrHistogram's
 * own recorders swap two buffers and pay two atomic additions for each value; a task records ten values. Here counts
 * only ever grow, so nothing is swapped: a record is one opaque store, and a reader that comes in the middle sees one
 * value fewer, never one twice.
 *
 * <p>Cells exist by pages of an eighth of a power of two, from the first value that falls there, and have 32 bits until
 * one of the page needs more: a node whose answers take 1 to 60 ms costs 4 kB, one with a few answers some hundred
 * octets. Any value from 0 to {@link Long#MAX_VALUE} is taken; a negative one counts as 0.
 */
final class HistogramCells {

    private static final VarHandle NARROW = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle WIDE = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle PAGE = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final VarHandle OCTAVE = MethodHandles.arrayElementVarHandle(Object[][].class);
    private static final VarHandle OCTAVES;

    static {
        try {
            OCTAVES = MethodHandles.lookup().findVarHandle(HistogramCells.class, "octaves", Object[][].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final int PAGE_BITS = 3;
    private static final int PAGES = 1 << PAGE_BITS;

    /** The table of octaves grows by this many. */
    private static final int OCTAVES_STEP = 8;

    private final int digits;
    private final int bits;
    private final int mask;
    private final int pageShift;

    /**
     * Octave, page; a page is an {@code int[]}, or a {@code long[]} once a count has outgrown it. Tables and pages are
     * only ever replaced.
     */
    private @Nullable Object[] @Nullable [] octaves = new Object[0][];

    /** @param digits significant decimal digits, 2 or 3 */
    HistogramCells(int digits) {
        this.digits = digits;
        this.bits = digits == 2 ? 7 : 10;
        this.mask = (1 << bits) - 1;
        this.pageShift = bits - PAGE_BITS;
    }

    /** Counts one value; the writer's thread only. */
    void record(long value) {
        record(value, 1);
    }

    /** Counts a value several times; the writer's thread only. */
    void record(long value, int times) {
        long v = Math.max(0, value);
        int octave = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(v) - bits);
        int cell = (int) (v >>> Math.max(0, octave - 1)) & mask;
        @Nullable Object[] pages = pages(octave);
        int index = cell & ((1 << pageShift) - 1);
        Object page = pages[cell >>> pageShift];
        if (page instanceof int[] narrow && narrow[index] <= Integer.MAX_VALUE - times) {
            NARROW.setOpaque(narrow, index, narrow[index] + times);
            return;
        }
        if (page == null) {
            int[] made = new int[1 << pageShift];
            made[index] = times;
            PAGE.setRelease(pages, cell >>> pageShift, made);
            return;
        }
        long[] wide = page instanceof int[] narrow ? widened(narrow) : (long[]) page;
        WIDE.setOpaque(wide, index, wide[index] + times);
        PAGE.setRelease(pages, cell >>> pageShift, wide);
    }

    private static long[] widened(int[] narrow) {
        long[] wide = new long[narrow.length];
        for (int cell = 0; cell < narrow.length; cell++) {
            wide[cell] = narrow[cell];
        }
        return wide;
    }

    /** The pages of an octave, made when they are not there; the writer's thread only. */
    private @Nullable Object[] pages(int octave) {
        if (octave >= octaves.length) {
            OCTAVES.setRelease(this, Arrays.copyOf(octaves, (octave / OCTAVES_STEP + 1) * OCTAVES_STEP));
        }
        @Nullable Object[] pages = octaves[octave];
        if (pages == null) {
            pages = new Object[PAGES];
            OCTAVE.setRelease(octaves, octave, pages);
        }
        return pages;
    }

    /** Adds what the other has counted so far to this, which must not be visible to any other thread yet. */
    void add(HistogramCells other) {
        Object[][] theirs = (Object[][]) OCTAVES.getAcquire(other);
        for (int octave = 0; octave < theirs.length; octave++) {
            Object[] from = (Object[]) OCTAVE.getAcquire(theirs, octave);
            for (int page = 0; from != null && page < PAGES; page++) {
                Object cells = PAGE.getAcquire(from, page);
                if (cells != null) {
                    @Nullable Object[] into = pages(octave);
                    into[page] = sum(into[page], cells);
                }
            }
        }
    }

    /** A page with the counts of two; of the first when it has room for them. */
    private static Object sum(@Nullable Object mine, Object theirs) {
        int length = length(theirs);
        Object sum = mine == null ? new int[length] : mine;
        for (int cell = 0; cell < length; cell++) {
            long count = read(sum, cell) + read(theirs, cell);
            if (sum instanceof int[] narrow && count <= Integer.MAX_VALUE) {
                narrow[cell] = (int) count;
                continue;
            }
            if (sum instanceof int[] narrow) {
                sum = widened(narrow);
            }
            ((long[]) sum)[cell] = count;
        }
        return sum;
    }

    private static int length(Object page) {
        return page instanceof int[] narrow ? narrow.length : ((long[]) page).length;
    }

    private static long read(Object page, int cell) {
        return page instanceof int[] narrow
                ? (int) NARROW.getOpaque(narrow, cell)
                : (long) WIDE.getOpaque((long[]) page, cell);
    }

    /** The count of a cell; for the reader's own copy. */
    private long count(int octave, int cell) {
        Object page = page(octave, cell >>> pageShift);
        return page == null ? 0 : read(page, cell & ((1 << pageShift) - 1));
    }

    private @Nullable Object page(int octave, int page) {
        @Nullable Object[] pages = octave < octaves.length ? octaves[octave] : null;
        return pages == null ? null : pages[page];
    }

    /** The same counts as a histogram of the library; for the reader's own copy. */
    Histogram histogram() {
        return since(new HistogramCells(digits));
    }

    /** Values counted so far; for the reader's own copy. */
    long count() {
        long count = 0;
        for (int octave = 0; octave < octaves.length; octave++) {
            for (int page = 0; page < PAGES; page++) {
                Object cells = page(octave, page);
                for (int cell = 0; cells != null && cell < 1 << pageShift; cell++) {
                    count += read(cells, cell);
                }
            }
        }
        return count;
    }

    /**
     * The values counted after an earlier copy, as a histogram; for the reader's own copy.
     *
     * @throws IllegalArgumentException when the earlier one has more anywhere, or other digits
     */
    Histogram since(HistogramCells earlier) {
        if (digits != earlier.digits) {
            throw new IllegalArgumentException("cells of " + earlier.digits + " digits are none of " + digits);
        }
        int most = Math.max(octaves.length, earlier.octaves.length);
        Histogram between = new Histogram(1, Math.max(2, greatest(earlier)), digits);
        for (int octave = 0; octave < most; octave++) {
            for (int page = 0; page < PAGES; page++) {
                if (page(octave, page) != null || earlier.page(octave, page) != null) {
                    addPage(octave, page, earlier, between);
                }
            }
        }
        return between;
    }

    private void addPage(int octave, int page, HistogramCells earlier, Histogram between) {
        for (int cell = page << pageShift; cell < (page + 1) << pageShift; cell++) {
            long change = count(octave, cell) - earlier.count(octave, cell);
            if (change < 0) {
                throw new IllegalArgumentException("the earlier cells have more");
            }
            if (change > 0) {
                between.recordValueWithCount(middle(octave, cell), change);
            }
        }
    }

    /** The greatest value of the last octave in which something was counted since. */
    private long greatest(HistogramCells earlier) {
        for (int octave = octaves.length - 1; octave >= 0; octave--) {
            for (int cell = 0; octaves[octave] != null && cell <= mask; cell++) {
                if (count(octave, cell) != earlier.count(octave, cell)) {
                    return middle(octave, mask);
                }
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
