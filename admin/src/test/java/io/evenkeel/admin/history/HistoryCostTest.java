// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.Metric;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cost of a second of history with 100 nodes that report everything. Needs 5 GB in the folder for temporary files.
 */
@Tag("slow")
class HistoryCostTest {

    private static final int NODES = 100;
    private static final int TICKS = 1200;
    private static final int WARM = 600;
    private static final HistorySampler.Sink EVERYTHING = new HistorySampler.Sink() {
        @Override
        public boolean wants(Scope node) {
            return true;
        }

        @Override
        public void row(Scope scope, double[] row) {}
    };

    private static final long SEED = Long.getLong("seed", 20);

    @Test
    void aTickOfAHundredNodesTakesFewMilliseconds(@TempDir Path folder) {
        Fleet fleet = new Fleet();
        SplittableRandom random = new SplittableRandom(SEED);
        for (int node = 0; node < NODES; node++) {
            fleet.add("node" + node).score = node;
        }
        long[] cpuNs = new long[TICKS];
        long[] sampleNs = new long[TICKS];
        var threads = ManagementFactory.getThreadMXBean();
        try (History history = new History(folder, fleet, SeriesStore.MOST_FILES, Long.MAX_VALUE)) {
            for (int tick = 0; tick < TICKS; tick++) {
                long sequence = tick + 1L;
                fleet.members.values().forEach(member -> {
                    member.reports(sequence, figures(random));
                    member.selections += 10;
                    for (int task = 0; task < 10; task++) {
                        fleet.finish(member, 1 + random.nextInt(60));
                    }
                });
                long began = threads.getCurrentThreadCpuTime();
                new HistorySampler(fleet).sample(tick, EVERYTHING);
                long sampled = threads.getCurrentThreadCpuTime();
                history.tick(1_700_000_000_000L + tick * 1000L, tick * 1_000_000_000L);
                cpuNs[tick] = threads.getCurrentThreadCpuTime() - sampled;
                sampleNs[tick] = sampled - began;
            }
            assertThat(history.isOn()).isTrue();
        }
        double tickMs = median(cpuNs) / 1e6;
        System.out.printf(
                "history: %d nodes x %d figures, %.1f MB a node: median %.2f ms of CPU a tick, %.2f %% of a core; reading the control door"
                        + " is %.2f ms of it (seed %d)%n",
                NODES,
                Catalog.NODE.size(),
                SeriesFile.bytes(Catalog.NODE) / 1e6,
                tickMs,
                tickMs / 10,
                median(sampleNs) / 1e6,
                SEED);
        // five times the goal of 2 % of a core: for a machine that is busy with other things
        assertThat(tickMs).isLessThan(100);
    }

    private static Map<String, Double> figures(SplittableRandom random) {
        Map<String, Double> figures = new HashMap<>();
        for (Metric metric : Metric.values()) {
            figures.put(metric.title(), random.nextDouble(100));
        }
        return figures;
    }

    private static double median(long[] values) {
        long[] warm = Arrays.copyOfRange(values, WARM, values.length);
        Arrays.sort(warm);
        return warm[warm.length / 2];
    }
}
