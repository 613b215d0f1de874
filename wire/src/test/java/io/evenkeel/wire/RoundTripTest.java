// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A sample that was written is read as it was, in every form. */
class RoundTripTest {

    private final NodeSample sample = new NodeSample();
    private final NodeSample back = new NodeSample();
    private final StringBuilder out = new StringBuilder();

    @BeforeEach
    void fillsTheSample() {
        Random random = new Random(Long.getLong("seed", 3));
        for (Metric metric : Metric.values()) {
            double most = metric.unit() == Unit.PERCENT ? 100 : 1e9;
            assertThat(sample.set(metric, Math.round(random.nextDouble() * most * 1000) / 1000.0))
                    .isTrue();
        }
        sample.stamp(1_771_000_000_123L, 4711, 1_771_000_012_345L);
        sample.agentPort(9911);
    }

    @Test
    void jsonSampleComesBackWhole() {
        JsonSample.write(sample, "Tomcat \"11\"", "0.1.0", out);

        byte[] octets = out.toString().getBytes(StandardCharsets.UTF_8);
        assertThat(JsonSample.read(octets, 0, octets.length, back)).isTrue();
        assertThat(back.rejected()).isZero();
        for (Metric metric : Metric.values()) {
            assertThat(back.value(metric)).as(metric.title()).isCloseTo(sample.value(metric), within(1e-6));
        }
        assertHead();
    }

    @Test
    void textReportComesBackAsFarAsItGoes() {
        LoadReport.writeText(sample, out);
        assertReport();
    }

    @Test
    void jsonReportComesBackAsFarAsItGoes() {
        LoadReport.writeJson(sample, out);
        assertReport();
    }

    private void assertReport() {
        byte[] octets = out.toString().getBytes(StandardCharsets.US_ASCII);
        assertThat(new LoadReport().read(octets, 0, octets.length, back))
                .as(out.toString())
                .isTrue();
        assertThat(back.rejected()).isZero();
        assertThat(Metric.values())
                .filteredOn(Metric::inReport)
                .allSatisfy(metric -> assertThat(back.value(metric)).isCloseTo(sample.value(metric), within(1e-4)));
        assertThat(Metric.values())
                .filteredOn(metric -> !metric.inReport())
                .allSatisfy(metric -> assertThat(back.has(metric)).isFalse());
        assertHead();
    }

    private void assertHead() {
        assertThat(back.epochMs()).isEqualTo(sample.epochMs());
        assertThat(back.sequence()).isEqualTo(4711);
        assertThat(back.clockMs()).isEqualTo(sample.clockMs());
        assertThat(back.agentPort()).isEqualTo(9911);
    }
}
