// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class LatenciesTest {

    @Test
    void aTimeReadBackIsAtMostSevenPercentOff() {
        for (double ns = 8_192; ns < 137e9; ns *= 1.003) {
            int bucket = Latencies.bucket((long) ns);

            assertThat(Latencies.middleNs(bucket)).isCloseTo(ns, within(0.07 * ns));
        }
    }

    @Test
    void whatIsOutOfRangeFallsIntoTheOutermostBuckets() {
        assertThat(Latencies.bucket(0)).isZero();
        assertThat(Latencies.bucket(8_191)).isZero();
        assertThat(Latencies.bucket(1L << 37)).isEqualTo(Latencies.BUCKETS - 1);
        assertThat(Latencies.bucket(Long.MAX_VALUE)).isEqualTo(Latencies.BUCKETS - 1);
    }

    @Test
    void bucketsGrowWithTime() {
        int before = -1;
        for (long ns = 8_192; ns < 1L << 37; ns += ns / 8) {
            assertThat(Latencies.bucket(ns)).isGreaterThan(before);
            before = Latencies.bucket(ns);
        }
    }

    @Test
    void quantilesAreWhereTheCountsAre() {
        double[] counts = new double[Latencies.BUCKETS];
        counts[Latencies.bucket(2_000_000)] = 10;
        counts[Latencies.bucket(50_000_000)] = 90;

        assertThat(Latencies.quantileNs(counts, 0.05)).isCloseTo(2e6, within(0.14e6));
        assertThat(Latencies.quantileNs(counts, 0.11)).isCloseTo(50e6, within(3.5e6));
        assertThat(Latencies.quantileNs(counts, 1)).isCloseTo(50e6, within(3.5e6));
    }

    @Test
    void quantilesOfNothingAreUnknown() {
        assertThat(Latencies.quantileNs(new double[Latencies.BUCKETS], 0.1)).isNaN();
    }
}
