// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reports are read on an event loop, ten times a second for every node: that must make no garbage. */
class GarbageTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final LoadReport reader = new LoadReport();
    private final NodeSample sample = new NodeSample();
    private final StringBuilder out = new StringBuilder(16_384);

    @BeforeEach
    void fillsTheSample() {
        for (Metric metric : Metric.values()) {
            sample.set(metric, 12.345);
        }
        sample.stamp(1_771_000_000_123L, 4711, 1_771_000_012_345L);
        sample.agentPort(9911);
    }

    @Test
    void readingTextMakesNone() {
        LoadReport.writeText(sample, out);
        assertReadingMakesNone(out.toString(), true);
    }

    @Test
    void readingJsonMakesNone() {
        LoadReport.writeJson(sample, out);
        assertReadingMakesNone(out.toString(), true);
    }

    @Test
    void readingBinaryMakesNone() {
        assertReadingMakesNone("BIN CZqZmZmZmbk/MQAAAAAAAABAQg4KA2ZvbxGamZmZmZm5P0IOCgNiYXIRmpmZmZmZyT8=", true);
    }

    @Test
    void refusingMakesNone() {
        assertReadingMakesNone("TEXT cpu_utilization:0.5,named_metrics.foo:1,unknown:NaN", false);
        assertReadingMakesNone("JSON {\"cpu_utilization\":0.5,\"named_metrics\":{\"a\":1,\"a\":2}}", false);
    }

    @Test
    void writingMakesNoneInABuilderThatIsLargeEnough() {
        assertNone("writeText", () -> {
            out.setLength(0);
            LoadReport.writeText(sample, out);
        });
        assertNone("writeJson", () -> {
            out.setLength(0);
            LoadReport.writeJson(sample, out);
        });
        assertNone("JsonSample.write", () -> {
            out.setLength(0);
            JsonSample.write(sample, out);
        });
    }

    private void assertReadingMakesNone(String report, boolean good) {
        byte[] octets = report.getBytes(StandardCharsets.US_ASCII);
        NodeSample into = new NodeSample();
        assertThat(reader.read(octets, 0, octets.length, into)).isEqualTo(good);
        assertNone(report, () -> reader.read(octets, 0, octets.length, into));
    }

    /**
     * The least of several rounds counts: the virtual machine itself may allocate now and then, a reader does every
     * time.
     */
    private static void assertNone(String what, Runnable work) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1000; i++) {
                work.run();
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).as("bytes allocated by 1000 times %s", what).isZero();
    }
}
