// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.simulator.scenario.file.ScenarioGoal;
import io.evenkeel.simulator.scenario.file.ScenarioGoal.GoalFigure;
import org.junit.jupiter.api.Test;

class GoalVerdictTest {

    @Test
    void aMissedGoalNeverReadsAsKept() {
        GoalVerdict oneInAMillion = new GoalVerdict(new ScenarioGoal("headroom", GoalFigure.FAILURES, 0), 1e-6);

        assertThat(oneInAMillion.isHeld()).isFalse();
        assertThat(oneInAMillion.says()).isEqualTo("failures are 0.0001 %, at most 0 %");
    }

    @Test
    void whatIsUnknownIsNotNothing() {
        GoalVerdict unknown = new GoalVerdict(new ScenarioGoal("headroom", GoalFigure.THROUGHPUT, 0.98), Double.NaN);

        assertThat(unknown.isHeld()).isFalse();
        assertThat(unknown.says()).isEqualTo("throughput is NaN % of the oracle's, at least 98 %");
    }
}
