// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.lab.load.FailureKind;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class CellTest {

    private static final Offset<Double> EXACT = Offset.offset(1e-9);

    @Test
    void countsAreSumsAndRatesAreMedians() {
        Cell cell = Cell.of(
                List.of(
                        Runs.run("round-robin", 1, 2000, 0),
                        Runs.run("round-robin", 1, 1000, 8),
                        Runs.run("round-robin", 1, 3000, 0)),
                30,
                null);
        assertThat(cell.runs()).isEqualTo(3);
        assertThat(cell.requests()).isEqualTo(6300);
        assertThat(cell.failures()).as("on the way up too").isEqualTo(8);
        assertThat(cell.failuresByKind()).isEqualTo(Map.of(FailureKind.BAD_GATEWAY, 8L));
        assertThat(cell.failureShare()).isCloseTo(8 / 6300.0, EXACT);
        assertThat(cell.throughputPerSecond()).isCloseTo(200, EXACT);
        assertThat(cell.meanMs()).isCloseTo(30, EXACT);
        assertThat(cell.shares()).containsOnlyKeys("vcn1", "vcn3");
        assertThat(cell.shares().get("vcn1")).isCloseTo(0.75, EXACT);
        assertThat(cell.sampleAgeMs()).isEqualTo(Map.of("vcn1", 40.0));
    }

    @Test
    void aFailedRequestIsNoThroughput() {
        Cell cell = Cell.of(List.of(Runs.run("round-robin", 1, 1000, 400)), 30, null);
        assertThat(cell.throughputPerSecond()).isCloseTo(80, EXACT);
    }

    @Test
    void anEvenNumberOfRunsHasItsMedianBetweenTheTwoInTheMiddle() {
        Cell cell = Cell.of(List.of(Runs.run("headroom", 1, 1000, 0), Runs.run("headroom", 1, 2000, 0)), 30, null);
        assertThat(cell.throughputPerSecond()).isCloseTo(150, EXACT);
    }

    @Test
    void theVerdictIsWhetherBothFailRequests() {
        Published failing = new Published(225_674, 762.41, 284, 27.25);
        List<Run> good = List.of(Runs.run("round-robin", 1, 1000, 0));
        List<Run> bad = List.of(Runs.run("round-robin", 1, 1000, 3));
        assertThat(Cell.of(bad, 30, failing).verdict()).isEqualTo(Cell.Verdict.REPRODUCED);
        assertThat(Cell.of(good, 30, failing).verdict()).isEqualTo(Cell.Verdict.NOT_REPRODUCED);
        assertThat(Cell.of(good, 30, null).verdict()).isNull();
    }

    @Test
    void goalsAreAboutFailuresAndTheHandWeightedThroughput() {
        Cell byHand = Cell.of(List.of(Runs.run("weighted-round-robin", 0.5, 1000, 5)), 30, null);
        Cell ours = Cell.of(List.of(Runs.run("headroom", 1, 970, 0)), 30, null);
        Cell papers = Cell.of(List.of(Runs.run("jqostd-v1", 1, 970, 2)), 30, null);

        List<Goal> goals = Goal.of(List.of(byHand, ours, papers));
        assertThat(goals).extracting(Goal::held).containsExactly(true, false, false);
        assertThat(goals.get(1).says()).endsWith("0.98 of the throughput of the best hand-set weights: 0.973");
        assertThat(goals.get(2).says()).isEqualTo("jqostd-v1 fails no request: 2 of 1070 failed");
    }
}
