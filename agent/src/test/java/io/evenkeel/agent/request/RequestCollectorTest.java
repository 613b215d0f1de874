// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

final class RequestCollectorTest {

    private static final long MS = 1_000_000;
    private static final int CLIENT = 7;

    private final Ledger ledger = new Ledger(new AtomicLongArray(Ledger.LENGTH));
    private final AtomicLong clockNs = new AtomicLong();
    private final RequestCollector collector = new RequestCollector(ledger, () -> 2);
    private final NodeSample sample = new NodeSample();

    @Test
    void nothingIsSaidWhileNobodyCounts() {
        assertThat(collect().size()).isZero();
    }

    @Test
    void theFirstSampleHasCountsAndNoRates() {
        Probes probes = new Probes(ledger, clockNs::get);
        probes.start(0);

        collect();

        assertThat(sample.value(Metric.RQST_IN_FLIGHT)).isEqualTo(1);
        assertThat(sample.has(Metric.RQST_ARRIVALS)).isFalse();
        assertThat(sample.value(Metric.AMX_RQST_TOTAL)).isZero();
        assertThat(sample.has(Metric.AMX_RQST_AVETIME)).isFalse();
    }

    /** 20 ms of work and 480 ms of thinking, one after the other: λ = 2/s, r = 20 ms, h = 480 ms. */
    @Test
    void oneVisitorGivesLambdaRAndH() {
        visits(40, false);
        collect();

        assertThat(sample.value(Metric.RQST_ARRIVALS)).isCloseTo(2, within(0.5));
        assertThat(sample.value(Metric.RQST_THROUGHPUT)).isCloseTo(2, within(0.5));
        assertThat(sample.value(Metric.RQST_ERRORS)).isZero();
        assertThat(sample.value(Metric.RQST_RESPONSE_TIME)).isCloseTo(20, within(1e-6));
        assertThat(sample.value(Metric.RQST_THINK_TIME)).isCloseTo(480, within(1e-6));
        assertThat(sample.value(Metric.RQST_IN_FLIGHT)).isZero();
    }

    /** r and s of equal requests that meet no other: all 20 ms are service; two processors; u = X·s = 2/s · 10 ms. */
    @Test
    void serviceTimeIsThatOfRequestsAmongFewOverProcessors() {
        visits(40, false);
        collect();

        assertThat(sample.value(Metric.RQST_SERVICE_TIME)).isCloseTo(10, within(1e-6));
        assertThat(sample.value(Metric.RQST_UTILIZATION_PERCENT)).isCloseTo(2, within(0.5));
        assertThat(collector.quietMs()).isCloseTo(20, within(1e-6));
        assertThat(collector.quietMs(0.1)).isCloseTo(20, within(1.4));
    }

    @Test
    void workersHoldTheServiceTimeDown() {
        visits(40, false);
        sample.clear();
        sample.set(Metric.AMX_CONNS_Q_THRDSMAX, 8);
        collector.collect(sample, clockNs.get());

        assertThat(sample.value(Metric.RQST_SERVICE_TIME)).isCloseTo(20.0 / 8, within(1e-6));
    }

    /** 12 ms of processor time on two processors is 6 ms of the bottleneck, more than 20 ms on eight workers. */
    @Test
    void processorTimeCountsWhereItIsTheBottleneck() {
        visits(40, false);
        ledger.add(Ledger.WATCHED, 2);
        ledger.add(Ledger.PROCESSOR_NS, 24 * MS);
        sample.clear();
        sample.set(Metric.AMX_CONNS_Q_THRDSMAX, 8);
        collector.collect(sample, clockNs.addAndGet(MS));

        assertThat(sample.value(Metric.RQST_SERVICE_TIME)).isCloseTo(6, within(1e-6));
    }

    @Test
    void failuresAreCountedAndRated() {
        visits(40, true);
        collect();

        assertThat(sample.value(Metric.RQST_ERRORS)).isCloseTo(2, within(0.5));
        assertThat(sample.value(Metric.AMX_RQST_ERRS)).isEqualTo(40);
    }

    @Test
    void whatTheServerCountsItselfIsLeftAlone() {
        visits(4, false);
        sample.clear();
        sample.set(Metric.AMX_RQST_TOTAL, 1_000);
        collector.collect(sample, clockNs.get());

        assertThat(sample.value(Metric.AMX_RQST_TOTAL)).isEqualTo(1_000);
        assertThat(sample.value(Metric.AMX_RQST_MAXTIME)).isEqualTo(20);
        assertThat(sample.value(Metric.AMX_RQST_AVETIME)).isCloseTo(20, within(1e-6));
    }

    @Test
    void meansOfLongAgoAreAbsentAndRatesAreZero() {
        visits(4, false);
        collect();
        for (int second = 0; second < 400; second++) {
            clockNs.addAndGet(1_000 * MS);
            collect();
        }

        assertThat(sample.has(Metric.RQST_RESPONSE_TIME)).isFalse();
        assertThat(sample.has(Metric.RQST_SERVICE_TIME)).isFalse();
        assertThat(sample.has(Metric.RQST_UTILIZATION_PERCENT)).isFalse();
        assertThat(sample.value(Metric.RQST_ARRIVALS)).isCloseTo(0, within(1e-6));
        assertThat(sample.value(Metric.RQST_IN_FLIGHT)).isZero();
    }

    private void visits(int count, boolean failed) {
        Probes probes = new Probes(ledger, clockNs::get);
        for (int i = 0; i < count; i++) {
            collect();
            long request = probes.start(CLIENT);
            clockNs.addAndGet(20 * MS);
            probes.stop(request, CLIENT, failed);
            collect();
            clockNs.addAndGet(480 * MS);
        }
    }

    private NodeSample collect() {
        sample.clear();
        collector.collect(sample, clockNs.get());
        return sample;
    }
}
