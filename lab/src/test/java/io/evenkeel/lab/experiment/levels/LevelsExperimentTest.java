// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.levels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.Threshold;
import io.evenkeel.lab.server.ServerType;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LevelsExperimentTest {

    private final LevelsExperiment levels = new LevelsExperiment();

    @Test
    void threePoliciesRunAtThreeSteadyLoadsAndOnceAfterASurge() {
        assertThat(levels.cells(ExperimentChoice.all(Pace.QUICK)))
                .hasSize(3 * 3 + 3)
                .extracting(CellKey::slug)
                .doesNotHaveDuplicates()
                .contains("levels-steady_headroom_any_20-of-capacity", "levels-surge_headroom_any_80-of-capacity");
    }

    @Test
    void aGlanceHasTheSmallestLoad() {
        assertThat(levels.cells(ExperimentChoice.all(Pace.GLANCE)))
                .filteredOn(cell -> cell.scenario().equals("levels-steady"))
                .allSatisfy(cell -> assertThat(cell.load().amount()).isEqualTo(20));
    }

    @Test
    void usersAreRefused() {
        ExperimentChoice users =
                new ExperimentChoice(Pace.QUICK, 30, List.of(), List.of(), List.of(), 1, 1, ServerType.TOMCAT);
        assertThatThrownBy(() -> levels.cells(users)).hasMessageContaining("no users to choose");
    }

    @Test
    void theSurgeIsJudgedByTheMeanOfLeastConnections() {
        assertThat(levels.thresholds(List.of(surge("headroom", 12, 0), surge("least-connections", 10, 3))))
                .containsExactly(
                        new Threshold(
                                "levels-surge", "headroom fails no request at 80 % of capacity: 0 of 100 failed", true),
                        new Threshold(
                                "levels-surge",
                                "the mean of headroom is at most 1.3 of that of least-connections: 1.200",
                                true));
        assertThat(levels.thresholds(List.of(surge("headroom", 14, 1), surge("least-connections", 10, 0))))
                .extracting(Threshold::held)
                .containsExactly(false, false);
    }

    private static CellResult surge(String policy, double meanMs, double failures) {
        Measurement seen = new Measurement(
                Map.of(Measurement.REQUESTS, 100.0, Measurement.FAILURES, failures, Measurement.MEAN, meanMs),
                Map.of(),
                new Histogram(3),
                List.of(),
                List.of(),
                List.of(),
                Map.of());
        return new CellResult(
                new CellKey("levels-surge", policy, "", new LoadLevel(80, "% of capacity")),
                List.of(new CellResult.UnitResult(0, 1, seen)),
                Published.NOTHING);
    }
}
