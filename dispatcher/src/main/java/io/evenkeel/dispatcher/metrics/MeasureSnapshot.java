// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import org.HdrHistogram.Histogram;

/** The spread of the values of one measure at one moment; it does not change any more. Any thread. */
public sealed interface MeasureSnapshot permits CellDistribution {

    /** Sum of all values, exact where the histogram rounds. */
    double sum();

    long count();

    /** Mean value; 0 when there are none. */
    default double mean() {
        return count() == 0 ? 0 : sum() / count();
    }

    /**
     * The value that a share of all values does not exceed; 0 when there are none.
     *
     * @param share 0 to 1, so 0.99 for the 99th percentile
     */
    default long atShare(double share) {
        return count() == 0 ? 0 : histogram().getValueAtPercentile(100 * share);
    }

    /** The values as a histogram of the library; to look at, not to change. */
    Histogram histogram();

    /**
     * The values that came after an earlier snapshot of the same measure, as the caller's own histogram.
     *
     * @throws IllegalArgumentException when the earlier one has more of some value, so that it counted something else
     */
    Histogram since(MeasureSnapshot earlier);
}
