// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.load.LoadSummary.Curves;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoadMeterTest {

    @Test
    void everyRequestIsCountedOnceAndWhereItBelongs() {
        LoadMeter meter = new LoadMeter();
        for (int i = 1; i <= 100; i++) {
            count(meter, "a", i * 1_000_000L, null);
        }
        count(meter, "b", 5_000_000, FailureKind.SERVER_ERROR);
        count(meter, null, 9_000_000_000L, FailureKind.CONNECT);

        LoadSummary report = meter.report();
        assertThat(report.requests()).isEqualTo(102);
        assertThat(report.failures()).isEqualTo(2);
        assertThat(report.failuresByKind()).isEqualTo(Map.of(FailureKind.SERVER_ERROR, 1L, FailureKind.CONNECT, 1L));
        assertThat(report.nodes()).containsOnlyKeys("a", "b");
        assertThat(node(report, "a").requests()).isEqualTo(100);
        assertThat(node(report, "a").latencies().p99Ms()).isCloseTo(99, Percentage.withPercentage(0.2));
        assertThat(node(report, "b").failures()).isEqualTo(1);
        assertThat(report.latencies().maxMs()).as("no answer, no time").isLessThan(101);
    }

    private static void count(LoadMeter meter, @Nullable String node, long latencyNs, @Nullable FailureKind failure) {
        int status = node == null ? 0 : 200;
        meter.count(new FinishedRequest(0, "GET /", 0, 0, latencyNs, false, status, 100, node, failure, null));
    }

    @Test
    void latenessOfTheGeneratorIsNotWaitingForAConnection() {
        LoadMeter meter = new LoadMeter();
        meter.count(new FinishedRequest(0, "GET /", 0, 500_000, 10_000_000, false, 200, 0, null, null, null));
        meter.count(new FinishedRequest(0, "GET /", 0, 3_000_000, 10_000_000, false, 200, 0, null, null, null));
        meter.count(new FinishedRequest(0, "GET /", 0, 8_000_000, 10_000_000, true, 200, 0, null, null, null));

        Curves curves = meter.report().curves();
        assertThat(curves.late()).isEqualTo(1);
        assertThat(curves.worstLateNs()).isEqualTo(3_000_000);
        assertThat(curves.waited()).isEqualTo(1);
        assertThat(curves.latencyUs().getMinValue()).isCloseTo(10_000, Percentage.withPercentage(0.2));
        assertThat(curves.fromSentUs().getMinValue()).isCloseTo(2_000, Percentage.withPercentage(0.2));
    }

    private static LoadSummary.NodeAnswers node(LoadSummary report, String name) {
        return Objects.requireNonNull(report.nodes().get(name));
    }

    @Test
    void emptyReportIsAllZero() {
        LoadSummary report = new LoadMeter().report();
        assertThat(report.requests()).isZero();
        assertThat(report.latencies().p99Ms()).isZero();
    }

    @Test
    void aSessionBelongsToThePeriodInWhichItEnds() {
        LoadMeter meter = new LoadMeter();
        meter.count(new FinishedSession(0, 0, 2_000_000_000L, 4, SessionEnd.COMPLETED));
        meter.count(new FinishedSession(1, 0, 4_000_000_000L, 8, SessionEnd.COMPLETED));
        meter.count(new FinishedSession(2, 0, 9_000_000_000L, 9, SessionEnd.BROKEN));
        meter.count(new FinishedSession(3, 0, 9_000_000_000L, 9, SessionEnd.ABORTED));

        UserSessions first = meter.next().sessions();
        assertThat(first.completed()).isEqualTo(2);
        assertThat(first.broken()).isEqualTo(1);
        assertThat(first.aborted()).isEqualTo(1);
        assertThat(first.ended()).isEqualTo(4);
        assertThat(first.meanRequests()).isEqualTo(6);
        assertThat(first.timeUs().getMean()).isCloseTo(3_000_000, Percentage.withPercentage(0.2));
        assertThat(first.timeUs().getMaxValue()).as("of completed ones only").isLessThan(4_100_000);

        UserSessions second = meter.report().sessions();
        assertThat(second.ended()).isZero();
        assertThat(second.timeUs().getTotalCount()).isZero();
    }

    @Test
    void aPeriodBeginsAtNothingAndTheTotalGoesOn() {
        LoadMeter meter = new LoadMeter();
        count(meter, "a", 1_000_000, FailureKind.ofStatus(502));
        assertThat(meter.next().failuresByKind()).isEqualTo(Map.of(FailureKind.BAD_GATEWAY, 1L));
        count(meter, "a", 9_000_000, null);

        assertThat(meter.report().requests()).isEqualTo(1);
        assertThat(meter.report().failures()).isZero();
        assertThat(meter.report().latencies().p50Ms()).isCloseTo(9, Percentage.withPercentage(0.2));
        assertThat(meter.total()).isEqualTo(2);
    }
}
