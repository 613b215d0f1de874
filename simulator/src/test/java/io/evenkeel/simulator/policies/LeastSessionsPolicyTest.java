// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.Sample;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeastSessionsPolicyTest {

    private final Trial trial = new Trial("least-sessions", 2).at(0);

    @Test
    void choosesTheFewestSessions() {
        trial.report(0, Sample.SESSIONS, 20).report(1, Sample.SESSIONS, 12);

        assertThat(trial.choices(3)).isEqualTo("BBB");
        assertThat(trial.score(0)).isEqualTo(20);
    }

    @Test
    void eachTaskSentCountsAsASessionAlsoAfterItsEnd() {
        trial.report(0, Sample.SESSIONS, 3).report(1, Sample.SESSIONS, 1);
        StringBuilder chosen = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            int slot = trial.choose();
            trial.run(slot, 1);
            chosen.append((char) ('A' + slot));
        }
        assertThat(chosen).hasToString("BBABAB");

        trial.report(1, Sample.SESSIONS, 1);
        assertThat(trial.choices(1)).as("they opened none").isEqualTo("B");
    }

    /** 10 tasks left 0 sessions behind twice: each that ends counts a quarter, each in flight still one. */
    @Test
    void learnsHowManyTasksLeaveASessionBehind() {
        trial.report(0, Sample.SESSIONS, 5);
        for (int sample = 0; sample < 2; sample++) {
            for (int i = 0; i < 10; i++) {
                trial.run(0, 1);
            }
            trial.report(0, Sample.SESSIONS, 5);
        }
        trial.run(0, 1);
        assertThat(trial.score(0)).isEqualTo(5.25);

        trial.start(0);
        assertThat(trial.score(0)).isEqualTo(6.25);
    }

    @Test
    void asReportedSendsEverythingToOneNode() {
        Trial faithful = new Trial("least-sessions", 2, Map.of("feedback", 0.0)).at(0);
        faithful.report(0, Sample.SESSIONS, 3).report(1, Sample.SESSIONS, 1);

        assertThat(faithful.placements(20)).isEqualTo("B".repeat(20));
    }
}
