// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class AgentFiguresTest {

    private static final double UNKNOWN = Double.NaN;

    /** 8 ms on 2 cores and 80 ms on 10 connections at 100/s: 0.8 cores and 8 connections in use, θ = 8 ms. */
    @Test
    void namesTheBottleneckByWhatIsInUse() {
        NodeKind kind = new AgentFigures("vcn1", 88, 8, 2, 0.4, 8, 10, 12, 12, 100, 95).kind(0.5);
        assertThat(kind.cpuMs()).isCloseTo(8, within(1e-9));
        assertThat(kind.jdbcMs()).isCloseTo(80, within(1e-9));
        assertThat(kind.isBoundBy("jdbc")).isTrue();
        assertThat(kind.demandMs()).isCloseTo(88, within(1e-9));
        assertThat(kind.capacityPerSecond()).isCloseTo(125, within(1e-9));
        assertThat(kind.room()).isEqualTo(24);
        assertThat(kind.variation()).isEqualTo(0.5);
    }

    /** The agent's θ is of many seconds; the use at one moment only tells which resource it belongs to. */
    @Test
    void keepsTheAgentsOwnFigures() {
        for (double cpu : new double[] {0.1, 0.5, 0.95}) {
            for (double jdbc : new double[] {0, 3, 10}) {
                NodeKind kind = new AgentFigures("vcn1", 60, 6, 4, cpu, jdbc, 10, 40, 10, 50, 70).kind(1);
                assertThat(kind.bottleneckMs()).isCloseTo(6, within(1e-9));
                assertThat(kind.demandMs()).isCloseTo(60, within(0.01));
            }
        }
    }

    @Test
    void anIdleNodeIsItsParallelism() {
        NodeKind kind =
                new AgentFigures("vcn1", 88, 8, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, 12, UNKNOWN, 0, UNKNOWN).kind(1);
        assertThat(kind.parallelism()).isEqualTo(11);
        assertThat(kind.capacityPerSecond()).isCloseTo(125, within(1e-9));
        assertThat(kind.room()).isEqualTo(NodeKind.ANY);
        assertThat(AgentFigures.now(List.of())).isNull();
    }

    /** W = 12 threads of 96 ms each: θ is the threads', 8 ms. */
    @Test
    void threadsMayBeTheBottleneck() {
        NodeKind kind = new AgentFigures("vcn1", 96, 8, 4, 0.05, 2, 50, 12, 5, 40, 100).kind(1);
        assertThat(kind.capacityPerSecond()).isCloseTo(125, within(1e-6));
        assertThat(Bottleneck.of(new Fleet(List.of(kind), 1), 40).get(0).resource())
                .isEqualTo("workers");
    }

    @Test
    void needsDemandAndBottleneck() {
        assertThat(new AgentFigures("a", UNKNOWN, 8, 1, 0, 0, 0, 0, 0, 0, 0).isEnough())
                .isFalse();
        assertThat(new AgentFigures("a", 8, 8, 1, 0, 0, 0, 0, 0, 0, 0).isEnough())
                .isTrue();
    }
}
