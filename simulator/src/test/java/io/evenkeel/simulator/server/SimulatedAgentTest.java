// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.evenkeel.policy.Sample;
import io.evenkeel.simulator.recent.SlidingGrowth;
import io.evenkeel.simulator.scenario.HeapModel;
import io.evenkeel.simulator.scenario.ServerGroup.Order;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The samples of the agent in a simulated server. */
class SimulatedAgentTest {

    /**
     * 50 tasks a second of 8 ms CPU and 80 ms of one of 10 connections: R0 = 88, θ = max(8 / 1, 80 / 10, 88 / 12) = 8,
     * so k = 11, 125 a second and u = 0.4; four of them are there at a time.
     */
    @Test
    void utilisationLawGivesParallelism() {
        Drive drive = Drive.of(12, 12, 10);
        for (int i = 0; i < 500; i++) {
            drive.arrive(20 * i, 8, 80);
            if (i % 5 == 0) {
                drive.sample(Sample.CPU_SHARE, 20 * i);
            }
        }
        double atMs = 20 * 499;
        assertThat(drive.sample(Sample.SERVICE_MS, atMs)).isEqualTo(88, within(0.5));
        assertThat(drive.sample(Sample.MEAN_SERVICE_MS, atMs)).isEqualTo(8, within(0.05));
        assertThat(drive.sample(Sample.PARALLELISM, atMs)).isEqualTo(11, within(0.1));
        assertThat(drive.sample(Sample.CAPACITY_PER_S, atMs)).isEqualTo(125, within(1.0));
        assertThat(drive.sample(Sample.UTILIZATION_SHARE, atMs)).isEqualTo(0.4, within(0.01));
        assertThat(drive.sample(Sample.CPU_SHARE, atMs)).isEqualTo(0.4, within(0.01));
        assertThat(drive.sample(Sample.THROUGHPUT_PER_S, atMs)).isCloseTo(50, withinPercentage(1));
        assertThat(drive.sample(Sample.ARRIVALS_PER_S, atMs)).isCloseTo(50, withinPercentage(1));
        assertThat(drive.sample(Sample.RESPONSE_MS, atMs)).isEqualTo(88, within(0.1));
        assertThat(drive.sample(Sample.IN_FLIGHT, atMs)).isEqualTo(5);
        assertThat(drive.sample(Sample.JDBC_ACTIVE, atMs)).isEqualTo(4);
        assertThat(drive.sample(Sample.JDBC_MAX, atMs)).isEqualTo(10);
    }

    @Test
    void countsTheQueueButNotAsInFlight() {
        Drive drive = Drive.of(2, 5, 1).arrive(0, 1, 50).arrive(0, 1, 50).arrive(0, 1, 50);

        assertThat(drive.sample(Sample.IN_FLIGHT, 0)).isEqualTo(2);
        assertThat(drive.sample(Sample.WORKERS_BUSY, 0)).isEqualTo(2);
        assertThat(drive.sample(Sample.QUEUE_USED, 0)).isEqualTo(1);
        assertThat(drive.sample(Sample.QUEUE_MAX, 0)).isEqualTo(5);
        drive.until(10);
        assertThat(drive.sample(Sample.JDBC_WAITERS, 10)).isEqualTo(1);
    }

    @Test
    void idleServerKnowsNoDemands() {
        Drive drive = Drive.of(2, 5, 0);

        assertThat(drive.sample(Sample.CPU_SHARE, 0)).isZero();
        assertThat(drive.sample(Sample.PARALLELISM, 1000)).isNaN();
        assertThat(drive.sample(Sample.HEAP_SHARE, 1000)).isNaN();
        assertThat(drive.sample(Sample.JDBC_MAX, 1000)).isNaN();
        assertThat(drive.sample(Sample.THROUGHPUT_PER_S, 1000)).isZero();
    }

    /** 100 MB, 10 live and 5 for the task, 60 garbage of the first; a pause of 5.5 ms in 1 s. */
    @Test
    void tellsOfTheHeap() {
        HeapModel heap = new HeapModel(100, 10, 5, 60, 1, 4, 0.1);
        Drive drive = new Drive(Drive.group(1, 10, 0, 0, heap, Order.PROCESSOR_SHARING, null, List.of()));
        drive.arrive(0, 10, 0).arrive(20, 10, 0);
        assertThat(drive.sample(Sample.HEAP_SHARE, 20)).isEqualTo(0.75, within(1e-9));
        assertThat(drive.sample(Sample.HEAP_AFTER_GC_SHARE, 20)).isNaN();

        drive.arrive(100, 10, 0).arrive(200, 10, 0).until(1000);
        assertThat(drive.sample(Sample.HEAP_AFTER_GC_SHARE, 1000)).isBetween(0.1, 0.16);
        assertThat(drive.sample(Sample.GC_SHARE, 1000)).isBetween(0.005, 0.012);
    }

    /** All growth of the last second: 3 in the first half, 1 in the second. */
    @Test
    void growthIsThatOfItsSpan() {
        SlidingGrowth growth = new SlidingGrowth(1, 1000);
        growth.add(500, 7, 0);
        growth.add(1000, 10, 0);
        growth.add(1500, 11, 0);

        assertThat(growth.perNs(0)).isEqualTo(0.004, within(1e-12));
    }
}
