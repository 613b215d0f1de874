// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.Outcome;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FastestResponsePolicyTest {

    private final Trial trial = new Trial("fastest-response", 2).at(500);

    /** (10 + 30) / 2 = 20 is less than 25. */
    @Test
    void choosesTheLeastMeanOfTheLastSecond() {
        trial.run(0, 10).run(0, 30).run(1, 25);

        assertThat(trial.choices(3)).isEqualTo("AAA");
        assertThat(trial.score(0)).isEqualTo(20e6);
    }

    @Test
    void forgetsWhatEndedBeforeTheWindow() {
        trial.run(0, 10).run(1, 25).at(1200).run(0, 40).run(1, 25);
        assertThat(trial.choices(1)).as("(10 + 40) / 2 is 25 as well").isEqualTo("A");

        trial.at(1600);
        assertThat(trial.choices(1)).as("40 against 25").isEqualTo("B");
    }

    @Test
    void triesANodeWithoutAnswersWithOneTaskAtATime() {
        trial.run(0, 10).run(1, 900).at(1600).run(0, 10);
        assertThat(trial.choices(1)).as("B is unknown again").isEqualTo("B");

        trial.start(1);
        assertThat(trial.choices(2)).as("while the probe runs").isEqualTo("AA");

        trial.finish(1, Outcome.SUCCEEDED, 5, 0);
        assertThat(trial.choices(2)).isEqualTo("BB");
    }

    @Test
    void aFailureCountsAsAWholeWindow() {
        trial.run(0, Outcome.FAILED, 1).run(1, 900);

        assertThat(trial.choices(1)).isEqualTo("B");
        assertThat(trial.score(0)).isEqualTo(1e9);
    }

    @Test
    void tasksWhoseClientWentAwaySayNothing() {
        trial.run(0, 10).run(1, Outcome.ABANDONED, 1).run(1, 25);

        assertThat(trial.choices(1)).isEqualTo("A");
    }

    @Test
    void theWindowCanBeSet() {
        Trial minute = new Trial("fastest-response", 2, Map.of("window", 60.0)).at(0);
        minute.run(0, 10).run(1, 25).at(50_000);

        assertThat(minute.choices(2)).isEqualTo("AA");
    }

    @Test
    void worksWithAClockBelowZero() {
        trial.at(-5000).run(0, 10).run(1, 25);
        assertThat(trial.choices(2)).isEqualTo("AA");

        trial.at(-3000).run(1, 25);
        assertThat(trial.choices(1)).as("A is unknown again").isEqualTo("A");
    }
}
