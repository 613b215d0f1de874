// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import org.HdrHistogram.AbstractHistogram;

/**
 * How the values of one measure were spread, at one moment.
 *
 * @param sum of all values, exact where the histogram rounds
 * @param histogram the reader's own copy; nobody writes to it
 */
public record Distribution(double sum, AbstractHistogram histogram) {

    public long count() {
        return histogram.getTotalCount();
    }

    /** Mean value; 0 when there is none. */
    public double mean() {
        return count() == 0 ? 0 : sum / count();
    }

    /**
     * The value that a share of all values does not exceed; 0 when there is none.
     *
     * @param share 0 to 1, so 0.99 for the 99th percentile
     */
    public long atShare(double share) {
        return count() == 0 ? 0 : histogram.getValueAtPercentile(100 * share);
    }
}
