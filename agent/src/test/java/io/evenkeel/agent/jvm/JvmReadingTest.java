// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class JvmReadingTest {

    private final NodeSample sample = new NodeSample();

    @Test
    void readsAllOfTableFive() {
        new JvmReading().collect(sample, 0);
        new CollectionReading().collect(sample, 0);

        assertThat(Metric.values())
                .filteredOn(metric -> metric.table() == Metric.Table.JVM)
                .allSatisfy(metric -> assertThat(sample.has(metric)).isTrue());
        assertThat(sample.value(Metric.JVM_HEAP_USED) + sample.value(Metric.JVM_HEAP_AVAIL))
                .isEqualTo(sample.value(Metric.JVM_HEAP_TOTAL));
    }

    @Test
    void processorTimeIsOfWhatTheProcessMayUse() {
        JvmReading reading = new JvmReading();
        reading.collect(sample, 0);
        assertThat(sample.has(Metric.JVM_CPU_USED_PERCENT)).isFalse();

        // The process has used more than a microsecond of processor time since it began, not since the last reading.
        sample.set(Metric.OS_CPU_LIMIT, 1_000_000);
        reading.collect(sample, TimeUnit.SECONDS.toNanos(100));
        assertThat(sample.value(Metric.JVM_CPU_USED_PERCENT)).isLessThan(1);
    }

    @Test
    void aCollectionShowsWhatItLeft() {
        System.gc();
        CollectionReading reading = new CollectionReading();
        reading.collect(sample, 0);
        reading.collect(sample, TimeUnit.SECONDS.toNanos(1));

        assertThat(sample.value(Metric.JVM_HEAP_LIVE_PERCENT)).isBetween(0.01, 99.0);
        assertThat(sample.value(Metric.JVM_GC_SHARE_PERCENT)).isBetween(0.0, 100.0);
    }

    @Test
    void workBesideTheApplicationIsNoPause() {
        assertThat(CollectionReading.worksBeside("ZGC Cycles")).isTrue();
        assertThat(CollectionReading.worksBeside("ZGC Major Cycles")).isTrue();
        assertThat(CollectionReading.worksBeside("Shenandoah Cycles")).isTrue();
        assertThat(CollectionReading.worksBeside("G1 Concurrent GC")).isTrue();
        assertThat(CollectionReading.worksBeside("ZGC Pauses")).isFalse();
        assertThat(CollectionReading.worksBeside("G1 Young Generation")).isFalse();
        assertThat(CollectionReading.worksBeside("MarkSweepCompact")).isFalse();
    }
}
