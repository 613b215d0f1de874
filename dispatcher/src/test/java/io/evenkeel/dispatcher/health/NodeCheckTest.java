// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeCheckTest {

    private static final long MS = 1_000_000;

    private final SplittableRandom random = new SplittableRandom(Long.getLong("seed", 4));

    @ParameterizedTest
    @ValueSource(longs = {10, 100, 500, 2000, 10_000})
    void keepsItsIntervalHoweverLateTheLoopWakes(long intervalMs) {
        long intervalNs = intervalMs * MS;
        long firstNs = 123_456_789_123L;
        long startedNs = firstNs;
        int checks = 1000;
        for (int check = 0; check < checks; check++) {
            long atNs = NodeCheck.onGrid(startedNs + intervalNs, intervalNs);
            assertThat(atNs - startedNs).isBetween(intervalNs * 19 / 20 - 1, intervalNs);
            startedNs = atNs + random.nextLong(Math.min(20 * MS, intervalNs / 20));
        }
        assertThat((double) (startedNs - firstNs) / checks).isBetween(0.999 * intervalNs, 1.001 * intervalNs);
    }

    @Test
    void aThousandNodesWakeTheLoopFiftyTimesASecond() {
        long intervalNs = 2000 * MS;
        TreeSet<Long> moments = new TreeSet<>();
        for (int node = 0; node < 1000; node++) {
            moments.add(NodeCheck.onGrid(random.nextLong(intervalNs), intervalNs));
        }
        assertThat(moments).hasSizeBetween(95, 100);
    }

    @Test
    void worksWithTimesBelowZero() {
        assertThat(NodeCheck.onGrid(-1, 2000 * MS)).isEqualTo(-20 * MS);
    }
}
