// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramCellsTest {

    private static final long SEED = Long.getLong("seed", 42);

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void agreesWithHdrHistogram(int digits) {
        Random random = new Random(SEED);
        HistogramCells cells = new HistogramCells(digits);
        Histogram library = new Histogram(1, 1L << 45, digits);
        for (int i = 0; i < 100_000; i++) {
            long value = (long) Math.exp(random.nextDouble() * 31);
            cells.record(value);
            library.recordValue(value);
        }
        Histogram ours = cells.histogram();
        assertThat(ours.getTotalCount()).isEqualTo(library.getTotalCount());
        for (double percentile = 0; percentile <= 100; percentile += 0.1) {
            assertThat(ours.getValueAtPercentile(percentile))
                    .as("percentile %s, seed %s", percentile, SEED)
                    .isEqualTo(library.getValueAtPercentile(percentile));
        }
        assertThat(ours.getMean()).isCloseTo(library.getMean(), within(library.getMean() * Math.pow(10, -digits)));
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                127,
                128,
                255,
                256,
                1023,
                1024,
                2047,
                2048,
                1_000_000_007,
                3_600_000_000_000L,
                Long.MAX_VALUE / 2
            })
    void keepsEachValueWithinItsDigits(long value) {
        for (int digits = 2; digits <= 3; digits++) {
            HistogramCells cells = new HistogramCells(digits);
            cells.record(value);
            Histogram histogram = cells.histogram();
            assertThat(histogram.getTotalCount()).isEqualTo(1);
            assertThat((double) histogram.getMinValue())
                    .isCloseTo((double) value, within(value * Math.pow(10, -digits)));
        }
    }

    @Test
    void countsNegativeValuesAsZero() {
        HistogramCells cells = new HistogramCells(2);
        cells.record(-5);
        cells.record(Long.MIN_VALUE);
        assertThat(cells.histogram().getCountAtValue(0)).isEqualTo(2);
    }

    @Test
    void takesTheGreatestLong() {
        HistogramCells cells = new HistogramCells(2);
        cells.record(Long.MAX_VALUE);
        assertThat(cells.histogram().getTotalCount()).isEqualTo(1);
    }

    @Test
    void tellsWhatCameAfterAnEarlierCopy() {
        HistogramCells earlier = new HistogramCells(2);
        HistogramCells later = new HistogramCells(2);
        for (long value : new long[] {5, 900, 70_000}) {
            earlier.record(value);
            later.record(value);
        }
        later.record(900);
        later.record(4_000_000);
        Histogram between = later.since(earlier);
        assertThat(later.count()).isEqualTo(5);
        assertThat(between.getTotalCount()).isEqualTo(2);
        assertThat(between.getCountAtValue(900)).isEqualTo(1);
        assertThat(between.getCountAtValue(5)).isZero();
        assertThat(later.since(later).getTotalCount()).isZero();
    }

    @Test
    void refusesAnEarlierCopyThatHasMore() {
        HistogramCells one = new HistogramCells(2);
        one.record(5);
        one.record(7);
        HistogramCells other = new HistogramCells(2);
        other.record(5);
        other.record(5);
        assertThatThrownBy(() -> other.since(one)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HistogramCells(2).since(one)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HistogramCells(3).since(new HistogramCells(2)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void countsMoreThanThirtyTwoBitsHold() {
        HistogramCells cells = new HistogramCells(2);
        cells.record(900, Integer.MAX_VALUE);
        cells.record(901);
        cells.record(900);
        HistogramCells sum = new HistogramCells(2);
        sum.add(cells);
        sum.add(cells);
        assertThat(cells.histogram().getCountAtValue(900)).isEqualTo(Integer.MAX_VALUE + 2L);
        assertThat(sum.count()).isEqualTo(2L * (Integer.MAX_VALUE + 2L));
        assertThat(sum.since(cells).getTotalCount()).isEqualTo(Integer.MAX_VALUE + 2L);
    }

    @Test
    void readerWithACopyInHandSeesNoCountTwice() {
        HistogramCells cells = new HistogramCells(2);
        cells.record(5, Integer.MAX_VALUE);
        HistogramCells before = new HistogramCells(2);
        before.add(cells);
        cells.record(5);
        HistogramCells after = new HistogramCells(2);
        after.add(cells);
        assertThat(before.count()).isEqualTo(Integer.MAX_VALUE);
        assertThat(after.since(before).getTotalCount()).isEqualTo(1);
    }
}
