// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * Worked by hand from the operational laws, with a node of 4 processors, 12 workers and 10 JDBC connections that ends
 * 50 requests a second.
 *
 * <p>It uses 0.4 processors (10 % of 4), so D_cpu = 0.4 / 50 s = 8 ms. 4 connections are busy on average, so D_jdbc = 4
 * / 50 s = 80 ms.
 */
final class DecisionVectorTest {

    private static final Offset<Double> CLOSE = within(1e-6);

    private final NodeSample sample = new NodeSample();
    private long nowNs = 5_000;
    private double total;

    @Test
    void connectionsAreTheBottleneckWhenTheyAreHeldLongest() {
        node(4, 12, 10);

        run(new DecisionVector(() -> 90), 50, 10, 4);

        // D_cpu / c = 8 / 4 = 2, D_jdbc / J = 80 / 10 = 8, R0 / W = 90 / 12 = 7.5.
        assertThat(sample.value(Metric.NODE_DEMAND)).isCloseTo(90, CLOSE);
        assertThat(sample.value(Metric.NODE_BOTTLENECK)).isCloseTo(8, CLOSE);
        assertThat(sample.value(Metric.NODE_PARALLELISM)).isCloseTo(90 / 8.0, CLOSE);
        assertThat(sample.value(Metric.NODE_CAPACITY)).isCloseTo(125, CLOSE);
        assertThat(sample.value(Metric.RQST_SERVICE_TIME)).isCloseTo(8, CLOSE);
        // u = X·θ = 50 · 0.008.
        assertThat(sample.value(Metric.RQST_UTILIZATION_PERCENT)).isCloseTo(40, CLOSE);
    }

    @Test
    void workersAreTheBottleneckWhenMostOfTheTimeIsOtherWaits() {
        node(4, 12, 10);

        run(new DecisionVector(() -> 240), 50, 10, 4);

        // R0 / W = 240 / 12 = 20 is above 8 and 2, so all workers can be at work at once.
        assertThat(sample.value(Metric.NODE_BOTTLENECK)).isCloseTo(20, CLOSE);
        assertThat(sample.value(Metric.NODE_PARALLELISM)).isCloseTo(12, CLOSE);
        assertThat(sample.value(Metric.NODE_CAPACITY)).isCloseTo(50, CLOSE);
    }

    @Test
    void processorsAreTheBottleneckOfAMachineWithFew() {
        node(0.5, 12, 10);

        run(new DecisionVector(() -> 90), 50, 80, 4);

        // 80 % of half a processor for 50 requests a second is 8 ms, on half a processor 16 ms.
        assertThat(sample.value(Metric.NODE_BOTTLENECK)).isCloseTo(16, CLOSE);
        assertThat(sample.value(Metric.NODE_PARALLELISM)).isCloseTo(90 / 16.0, CLOSE);
    }

    @Test
    void demandIsTheSumOfWhatIsMeasuredWhenNobodyTimedARequestAlone() {
        node(4, 12, 10);

        run(new DecisionVector(() -> Double.NaN), 50, 10, 4);

        assertThat(sample.value(Metric.NODE_DEMAND)).isCloseTo(88, CLOSE);
        assertThat(sample.value(Metric.NODE_PARALLELISM)).isCloseTo(11, CLOSE);
    }

    @Test
    void whatOthersUseIsNotThere() {
        node(4, 12, 10);
        sample.set(Metric.OS_LOAD_MAX, 4);
        // The machine is 85 % busy, 10 % of it ours, and 5 % are stolen: 4 · (1 − 0.75 − 0.05) = 0.8 are left.
        sample.set(Metric.OS_CPU_USER_PERCENT, 80);
        sample.set(Metric.OS_CPU_SYSTEM_PERCENT, 5);
        sample.set(Metric.OS_CPU_STEAL_PERCENT, 5);
        sample.set(Metric.JVM_CPU_USED_PERCENT, 10);

        assertThat(DecisionVector.processors(sample)).isCloseTo(0.8, CLOSE);

        sample.set(Metric.JVM_GC_SHARE_PERCENT, 25);
        assertThat(DecisionVector.processors(sample)).isCloseTo(0.6, CLOSE);
    }

    @Test
    void neverHasLessProcessorsThanItUses() {
        node(4, 12, 10);
        sample.set(Metric.OS_LOAD_MAX, 4);
        sample.set(Metric.OS_CPU_USER_PERCENT, 100);
        sample.set(Metric.OS_CPU_SYSTEM_PERCENT, 0);
        sample.set(Metric.JVM_CPU_USED_PERCENT, 30);
        sample.set(Metric.JVM_GC_SHARE_PERCENT, 50);

        assertThat(DecisionVector.processors(sample)).isCloseTo(1.2, CLOSE);
    }

    @Test
    void nothingIsDerivedFromNothing() {
        DecisionVector vector = new DecisionVector(() -> Double.NaN);
        vector.collect(sample, nowNs);
        vector.collect(sample, nowNs + TimeUnit.SECONDS.toNanos(1));

        assertThat(sample.size()).isZero();
    }

    @Test
    void anIdleServersChoresAreNotChargedToRequests() {
        node(4, 12, 10);
        DecisionVector vector = new DecisionVector(() -> 90);
        run(vector, 50, 10, 4);
        double before = sample.value(Metric.NODE_BOTTLENECK);

        sample.set(Metric.RQST_IN_FLIGHT, 0);
        sample.set(Metric.AMX_CONNS_Q_THRBSY, 0);
        sample.set(Metric.AMX_JDBC_ACTC, 0);
        for (int i = 0; i < 200; i++) {
            step(vector, 0, 40);
        }

        assertThat(sample.value(Metric.NODE_BOTTLENECK)).isCloseTo(before, CLOSE);
        assertThat(sample.value(Metric.RQST_UTILIZATION_PERCENT)).isCloseTo(0, within(0.1));
    }

    @Test
    void aFewRequestsAreNotChargedWithTheServersOwnWork() {
        node(4, 12, 10);

        run(new DecisionVector(() -> 90), 1, 50, 4);

        // One request a second says nothing of processors and connections; all workers may work, R0 / W = 7.5.
        assertThat(sample.value(Metric.NODE_DEMAND)).isCloseTo(90, CLOSE);
        assertThat(sample.value(Metric.NODE_PARALLELISM)).isCloseTo(12, CLOSE);
    }

    @Test
    void processorTimeAboveTheResponseTimeIsNotBelieved() {
        node(4, 12, 10);
        sample.set(Metric.RQST_RESPONSE_TIME, 5);

        run(new DecisionVector(() -> Double.NaN), 10, 50, 0);

        // 2 processors for 10 requests a second would be 200 ms each; an answer took 5 ms, and nothing else is known.
        assertThat(sample.value(Metric.NODE_DEMAND)).isCloseTo(5, CLOSE);
        assertThat(sample.value(Metric.NODE_BOTTLENECK)).isCloseTo(1.25, CLOSE);
        assertThat(sample.value(Metric.NODE_PARALLELISM)).isCloseTo(4, CLOSE);
    }

    @Test
    void withoutAFilterTheLowestMeanOfTheServersOwnCountsIsTheTimeAlone() {
        node(4, 12, 10);
        DecisionVector vector = new DecisionVector(() -> Double.NaN);
        double spentMs = 0;
        double[] means = {300, 120, 200, 250};
        for (double mean : means) {
            total += 10;
            spentMs += 10 * mean;
            sample.set(Metric.AMX_RQST_TOTAL, total);
            sample.set(Metric.AMX_RQST_AVETIME, spentMs / total);
            sample.set(Metric.AMX_JDBC_ACTC, 1);
            sample.set(Metric.JVM_CPU_USED_PERCENT, 1);
            nowNs += TimeUnit.SECONDS.toNanos(1);
            vector.collect(sample, nowNs);
        }

        assertThat(sample.value(Metric.NODE_DEMAND)).isCloseTo(120, CLOSE);
    }

    @Test
    void aServerThatCountsNothingIsCountedByTheProbes() {
        node(4, 12, 10);
        sample.set(Metric.RQST_THROUGHPUT, 50);
        sample.set(Metric.RQST_IN_FLIGHT, 4);

        run(new DecisionVector(() -> 90), 0, 10, 4);

        assertThat(sample.value(Metric.NODE_BOTTLENECK)).isCloseTo(8, CLOSE);
    }

    private void node(double processors, int workers, int connections) {
        sample.set(Metric.OS_CPU_LIMIT, processors);
        sample.set(Metric.AMX_CONNS_Q_THRDSMAX, workers);
        sample.set(Metric.AMX_JDBC_MAXC, connections);
    }

    /** Takes samples for five seconds, with this rate of requests, processor time used and connections busy. */
    private void run(DecisionVector vector, int perSecond, double processorPercent, double connections) {
        sample.set(Metric.AMX_JDBC_ACTC, connections);
        step(vector, 0, processorPercent);
        for (int i = 0; i < 50; i++) {
            step(vector, perSecond / 10.0, processorPercent);
        }
    }

    private void step(DecisionVector vector, double ended, double processorPercent) {
        total += ended;
        nowNs += TimeUnit.MILLISECONDS.toNanos(100);
        sample.set(Metric.AMX_RQST_TOTAL, total);
        sample.set(Metric.JVM_CPU_USED_PERCENT, processorPercent);
        vector.collect(sample, nowNs);
    }
}
