// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * How the values of one measure were spread, at one moment; nobody changes it any more. Any thread.
 *
 * <p>It keeps the cells that hold something, some kilobytes; a histogram of the library, ten times as large, is made when it is asked for.
 */
public final class Distribution {

    private final double sum;
    private final Cells cells;
    private final long count;
    private @Nullable Histogram histogram;

    /** @param cells the reader's own copy */
    Distribution(double sum, Cells cells) {
        this.sum = sum;
        this.cells = cells;
        this.count = cells.count();
    }

    /** Sum of all values, exact where the histogram rounds. */
    public double sum() {
        return sum;
    }

    public long count() {
        return count;
    }

    /** Mean value; 0 when there is none. */
    public double mean() {
        return count == 0 ? 0 : sum / count;
    }

    /**
     * The value that a share of all values does not exceed; 0 when there is none.
     *
     * @param share 0 to 1, so 0.99 for the 99th percentile
     */
    public long atShare(double share) {
        return count == 0 ? 0 : histogram().getValueAtPercentile(100 * share);
    }

    /** As a histogram of the library; to look at, not to change. */
    public synchronized Histogram histogram() {
        if (histogram == null) {
            histogram = cells.histogram();
        }
        return histogram;
    }

    /**
     * The values that came after an earlier distribution of the same measure, as the caller's own histogram.
     *
     * @throws IllegalArgumentException when the earlier one has more of some value, so that it counted something else
     */
    public Histogram since(Distribution earlier) {
        return cells.since(earlier.cells);
    }
}
