// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LoadMeterTest {

    @Test
    void everyRequestIsCountedOnceAndWhereItBelongs() {
        LoadMeter meter = new LoadMeter();
        for (int i = 1; i <= 100; i++) {
            meter.count("a", i * 1_000_000L, null);
        }
        meter.count("b", 5_000_000, FailureKind.SERVER_ERROR);
        meter.count(null, 9_000_000_000L, FailureKind.CONNECT);

        LoadReport report = meter.report();
        assertThat(report.requests()).isEqualTo(102);
        assertThat(report.failures()).isEqualTo(2);
        assertThat(report.failuresByKind()).isEqualTo(Map.of(FailureKind.SERVER_ERROR, 1L, FailureKind.CONNECT, 1L));
        assertThat(report.nodes()).containsOnlyKeys("a", "b");
        assertThat(node(report, "a").requests()).isEqualTo(100);
        assertThat(node(report, "a").latencies().p99Ms()).isCloseTo(99, Percentage.withPercentage(0.2));
        assertThat(node(report, "b").failures()).isEqualTo(1);
        assertThat(report.latencies().maxMs()).as("no answer, no time").isLessThan(101);
    }

    private static LoadReport.NodeFigures node(LoadReport report, String name) {
        return Objects.requireNonNull(report.nodes().get(name));
    }

    @Test
    void emptyReportIsAllZero() {
        LoadReport report = new LoadMeter().report();
        assertThat(report.requests()).isZero();
        assertThat(report.latencies().p99Ms()).isZero();
    }

    @Test
    void aPeriodBeginsAtNothingAndTheTotalGoesOn() {
        LoadMeter meter = new LoadMeter();
        meter.count("a", 1_000_000, FailureKind.ofStatus(502));
        assertThat(meter.next().failuresByKind()).isEqualTo(Map.of(FailureKind.BAD_GATEWAY, 1L));
        meter.count("a", 9_000_000, null);

        assertThat(meter.report().requests()).isEqualTo(1);
        assertThat(meter.report().failures()).isZero();
        assertThat(meter.report().latencies().p50Ms()).isCloseTo(9, Percentage.withPercentage(0.2));
        assertThat(meter.total()).isEqualTo(2);
    }
}
