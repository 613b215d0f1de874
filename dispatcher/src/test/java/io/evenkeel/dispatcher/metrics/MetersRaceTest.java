// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Loops write while another thread reads: nothing is lost, counted twice or seen to shrink. */
class MetersRaceTest {

    private static final int LOOPS = 3;
    private static final int SLOTS = 5;
    private static final int TASKS = 200_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Meters meters = new Meters(LOOPS);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void losesNothingUnderAReader() throws Exception {
        AtomicBoolean writing = new AtomicBoolean(true);
        Future<Long> reads = threads.submit(() -> read(writing));
        List<Callable<Void>> writers =
                IntStream.range(0, LOOPS).mapToObj(this::writer).toList();
        for (Future<Void> writer : threads.invokeAll(writers, 60, TimeUnit.SECONDS)) {
            writer.get();
        }
        writing.set(false);
        assertThat(reads.get(60, TimeUnit.SECONDS)).isPositive();

        Traffic cluster = meters.cluster("shop");
        assertThat(cluster.tasks()).isEqualTo((long) LOOPS * TASKS);
        assertThat(cluster.bytesIn()).isEqualTo((long) LOOPS * TASKS);
        assertThat(cluster.responseNs().count()).isEqualTo((long) LOOPS * TASKS);
        assertThat(cluster.responseNs().sum()).isEqualTo((double) LOOPS * TASKS * (TASKS + 1) / 2);
        long atNodes = IntStream.range(0, SLOTS)
                .mapToLong(slot -> meters.node("shop", slot).tasks())
                .sum();
        assertThat(atNodes).isEqualTo((long) LOOPS * TASKS);
    }

    @Test
    void countsForTheClusterWhateverHappensToItsNodes() throws Exception {
        AtomicBoolean writing = new AtomicBoolean(true);
        Future<Integer> changes = threads.submit(() -> {
            int count = 0;
            while (writing.get()) {
                meters.keepNodes("shop", Set.of(0, 2));
                count++;
            }
            return count;
        });
        List<Callable<Void>> writers =
                IntStream.range(0, LOOPS).mapToObj(this::writer).toList();
        for (Future<Void> writer : threads.invokeAll(writers, 60, TimeUnit.SECONDS)) {
            writer.get();
        }
        writing.set(false);
        assertThat(changes.get(60, TimeUnit.SECONDS)).isPositive();

        assertThat(meters.cluster("shop").tasks()).isEqualTo((long) LOOPS * TASKS);
        assertThat(meters.node("shop", 0).tasks()).as("a node that stayed").isEqualTo((long) LOOPS * TASKS / SLOTS);
    }

    private Callable<Void> writer(int loop) {
        return () -> {
            TaskMeter meter = meters.meter("shop", loop);
            for (int task = 1; task <= TASKS; task++) {
                meter.finished(task % SLOTS, 200, false, task, task, task, task, 1, 2);
            }
            return null;
        };
    }

    private long read(AtomicBoolean writing) {
        long reads = 0;
        long before = 0;
        do {
            Traffic seen = meters.cluster("shop");
            assertThat(seen.tasks()).isGreaterThanOrEqualTo(before);
            before = seen.tasks();
            reads++;
        } while (writing.get());
        return reads;
    }
}
