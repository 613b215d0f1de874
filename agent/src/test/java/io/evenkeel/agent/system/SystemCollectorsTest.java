// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The figures that every machine must have, read from the one that the test runs on. */
final class SystemCollectorsTest {

    @Test
    @EnabledOnOs(OS.LINUX)
    void thisMachineHasProcessorsMemoryAndNetwork() throws Exception {
        NodeSample sample = new NodeSample();
        List<Collector> collectors = SystemCollectors.ofThisMachine();
        for (Collector collector : collectors) {
            collector.collect(sample, 0);
        }
        collectors.forEach(Collector::close);

        assertThat(sample.value(Metric.OS_LOAD_MAX)).isPositive();
        assertThat(sample.value(Metric.OS_CPU_LIMIT)).isPositive();
        assertThat(sample.value(Metric.OS_MEM_TOTAL)).isGreaterThan(100);
        assertThat(sample.value(Metric.OS_MEM_USED_PERCENT)).isBetween(0.0, 100.0);
        assertThat(sample.has(Metric.NET_TCP_IN_SEGS)).isTrue();
    }

    @Test
    void javasOwnBeanKnowsProcessorsAndMemory() {
        NodeSample sample = new NodeSample();
        new JavaBeanReading().collect(sample, 0);

        assertThat(sample.value(Metric.OS_LOAD_MAX)).isPositive();
        assertThat(sample.value(Metric.OS_MEM_TOTAL)).isGreaterThan(100);
    }

    @Test
    void oshiKnowsWhatTheKernelsFilesKnow() {
        NodeSample sample = new NodeSample();
        OshiReading oshi = new OshiReading();
        oshi.collect(sample, 0);
        oshi.collect(sample, TimeUnit.SECONDS.toNanos(1));

        assertThat(sample.value(Metric.OS_LOAD_MAX)).isPositive();
        assertThat(sample.value(Metric.OS_MEM_TOTAL)).isGreaterThan(100);
        assertThat(sample.has(Metric.NET_TCP_IN_SEGS))
                .as("told again in between")
                .isTrue();
    }
}
