// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot that keeps the cells with something in them, some kilobytes; the library's histogram has ten times as
 * much.
 */
final class CellDistribution implements MeasureSnapshot {

    private final double sum;
    private final HistogramCells cells;
    private final long count;
    private @Nullable Histogram histogram;

    /** @param cells the reader's own copy */
    CellDistribution(double sum, HistogramCells cells) {
        this.sum = sum;
        this.cells = cells;
        this.count = cells.count();
    }

    @Override
    public double sum() {
        return sum;
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public synchronized Histogram histogram() {
        if (histogram == null) {
            histogram = cells.histogram();
        }
        return histogram;
    }

    @Override
    public Histogram since(MeasureSnapshot earlier) {
        return cells.since(((CellDistribution) earlier).cells);
    }
}
