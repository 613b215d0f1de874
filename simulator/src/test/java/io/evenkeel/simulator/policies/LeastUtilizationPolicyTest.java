// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.policy.Sample;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeastUtilizationPolicyTest {

    /** Paper 5 keeps clusters at a mean of 0.82 to 0.85. */
    @Test
    void choosesTheLeastU() {
        Trial trial = new Trial("least-utilization", 3, Map.of("feedback", 0.0)).at(0);
        trial.report(0, Sample.UTILIZATION_SHARE, 0.69)
                .report(1, Sample.UTILIZATION_SHARE, 0.92)
                .report(2, Sample.UTILIZATION_SHARE, 0.85);

        assertThat(trial.placements(5)).isEqualTo("AAAAA");
    }

    /** Little: 100/s for 50 ms are 5 tasks, each (0.5 + 1/5) / 6 = 0.1167; B's are (0.6 + 1/5) / 6 = 0.1333. */
    @Test
    void addsTheMeanShareOfATask() {
        Trial trial = new Trial("least-utilization", 2).at(0);
        for (int slot = 0; slot < 2; slot++) {
            trial.nodes
                    .sample(slot, Sample.THROUGHPUT_PER_S, 100)
                    .sample(slot, Sample.RESPONSE_MS, 50)
                    .sample(slot, Sample.PARALLELISM, 5);
        }
        trial.report(0, Sample.UTILIZATION_SHARE, 0.5).report(1, Sample.UTILIZATION_SHARE, 0.6);

        assertThat(trial.placements(4)).isEqualTo("ABAB");
        assertThat(trial.score(0)).isBetween(0.733, 0.734);
    }

    /**
     * Little: 100/s, each for 50 ms and 950 ms of thinking, are 100 sessions, each 0.5 / 100 = 0.005 of A; B's 50 are
     * 0.0102 each. Tasks that A's sessions have in flight just then tell nothing.
     */
    @Test
    void addsTheMeanShareOfASessionWhereSessionsArePlaced() {
        Trial trial = new Trial("least-utilization", 2).at(0);
        for (int slot = 0; slot < 2; slot++) {
            trial.nodes
                    .sample(slot, Sample.ARRIVALS_PER_S, slot == 0 ? 100 : 50)
                    .sample(slot, Sample.RESPONSE_MS, 50)
                    .sample(slot, Sample.THINK_MS, 950);
        }
        trial.report(0, Sample.UTILIZATION_SHARE, 0.5).report(1, Sample.UTILIZATION_SHARE, 0.51);
        for (int i = 0; i < 10; i++) {
            trial.start(0);
        }
        trial.task.placesSession(true);

        assertThat(trial.placements(8)).isIn("AAABAABA", "AABAAABA");
        assertThat(trial.score(0)).isEqualTo(0.53, within(1e-9));
        assertThat(trial.score(1)).isEqualTo(0.51 + 2 * 0.0102, within(1e-9));
        trial.at(1000).report(0);
        assertThat(trial.score(0)).as("the next sample has seen them").isEqualTo(0.5, within(1e-9));
    }
}
