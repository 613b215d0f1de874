// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.control.CacheView;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CacheIntervalTest {

    private static final int MB = 1 << 20;

    private final CacheInterval cache = new CacheInterval();

    private static CacheView view(long hits, long misses, long bypassed, long octets, long stored, long evicted) {
        return new CacheView(
                64 * MB, 3 * MB, 5, hits, 0, 0, 0, misses, bypassed, stored, evicted, 0, octets, 0.3, MB, 0, 0, 0);
    }

    private double[] row(CacheView now, double elapsedS) {
        double[] row = new double[CacheInterval.FIGURES];
        Arrays.fill(row, Double.NaN);
        cache.fill(now, row, 0, elapsedS);
        return row;
    }

    @Test
    void tellsTheGrowthOfAnInterval() {
        row(view(10, 10, 1, MB, 5, 1), 1);

        assertThat(row(view(40, 20, 3, 5 * MB, 9, 2), 2)).containsExactly(75, 15, 5, 1, 2, 3, 1, 30, 2, 0.5);
    }

    @Test
    void theFirstReadingHasMemoryAndNoRates() {
        assertThat(row(view(10, 10, 1, MB, 5, 1), 1))
                .containsExactly(
                        Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 3, 1, 30, Double.NaN, Double.NaN);
    }

    @Test
    void withoutARequestThereIsNoHitRate() {
        row(view(10, 10, 1, MB, 5, 1), 1);

        double[] row = row(view(10, 10, 1, MB, 5, 1), 1);
        assertThat(row[0]).isNaN();
        assertThat(row[1]).isZero();
    }

    @Test
    void theFiguresStandAtTheEndOfThoseOfTheDispatcher() {
        assertThat(Catalog.DISPATCHER.subList(Catalog.cacheFrom(), Catalog.DISPATCHER.size()))
                .hasSize(CacheInterval.FIGURES)
                .allMatch(metric -> metric.group() == Group.CACHE)
                .element(0)
                .extracting(HistoryMetric::name)
                .isEqualTo("TD_CACHE_HIT%");
    }
}
