// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AgentCheckTest {

    private final NodeSample sample = new NodeSample();

    @Test
    void weightIsWhatTheScarcestResourceLeaves() {
        sample.set(Metric.OS_CPU_USED_PERCENT, 30);
        sample.set(Metric.AMX_CONNS_Q_THRBSY_PERCENT, 25);
        sample.set(Metric.AMX_JDBC_ACTC_PERCENT, 60.4);
        sample.set(Metric.JVM_HEAP_USED_PERCENT, 90);

        assertThat(line()).isEqualTo("up ready 40%\n");
    }

    @Test
    void idleNodeHasItsWholeWeight() {
        sample.set(Metric.AMX_CONNS_Q_THRBSY_PERCENT, 0);

        assertThat(line()).isEqualTo("up ready 100%\n");
    }

    @Test
    void saturatedNodeKeepsOnePercentSinceZeroWouldDrainIt() {
        sample.set(Metric.AMX_CONNS_Q_THRBSY_PERCENT, 100);

        assertThat(line()).isEqualTo("up ready 1%\n");
    }

    @Test
    void fullQueueOrHeapOrWaitersLeaveOnePercent() {
        sample.set(Metric.OS_CPU_USED_PERCENT, 10);
        sample.set(Metric.AMX_JDBC_WAIT, 1);
        assertThat(line()).as("waiters").isEqualTo("up ready 1%\n");

        sample.set(Metric.AMX_JDBC_WAIT, 0);
        sample.set(Metric.JVM_HEAP_LIVE_PERCENT, 93);
        assertThat(line()).as("heap at the border").isEqualTo("up ready 90%\n");

        sample.set(Metric.JVM_HEAP_LIVE_PERCENT, 93.1);
        assertThat(line()).as("heap above it").isEqualTo("up ready 1%\n");

        sample.clear();
        sample.set(Metric.AMX_CONNS_Q_USED_PERCENT, 100);
        assertThat(line()).as("queue").isEqualTo("up ready 1%\n");
    }

    @Test
    void nothingIsSaidOfAnUnknownLoad() {
        sample.set(Metric.JVM_THREADS, 40);

        assertThat(line()).isEqualTo("up ready\n");
    }

    @Test
    void drainingGoesFirst() {
        sample.set(Metric.OS_CPU_USED_PERCENT, 10);

        assertThat(AgentCheck.line(sample, true)).isEqualTo("drain\n");
    }

    private String line() {
        return AgentCheck.line(sample, false);
    }
}
