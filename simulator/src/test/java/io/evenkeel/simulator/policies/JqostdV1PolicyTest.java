// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Sample;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JqostdV1PolicyTest {

    private static final Map<String, Double> AS_REPORTED = Map.of("feedback", 0.0);

    private final Trial trial = new Trial("jqostd-v1", 2, AS_REPORTED).at(0);

    private static void report(
            Trial trial, int slot, double cpu, double iowait, double queue, double threads, double jdbc, double heap) {
        trial.nodes
                .sample(slot, Sample.CPU_SHARE, cpu)
                .sample(slot, Sample.IOWAIT_SHARE, iowait)
                .sample(slot, Sample.QUEUE_USED, 20 * queue)
                .sample(slot, Sample.QUEUE_MAX, 20)
                .sample(slot, Sample.WORKERS_BUSY, 10 * threads)
                .sample(slot, Sample.WORKERS_MAX, 10)
                .sample(slot, Sample.JDBC_ACTIVE, 5 * jdbc)
                .sample(slot, Sample.JDBC_MAX, 5)
                .sample(slot, Sample.HEAP_SHARE, heap);
        trial.report(slot);
    }

    /** (60 + 6 + 30 + 90 + 40 + 50) / 6 = 46; (60 + 0 + 0 + 90 + 80 + 64) / 6 = 49. */
    @Test
    void ranksByEquation2() {
        report(trial, 0, 0.6, 0.06, 0.3, 0.9, 0.4, 0.5);
        report(trial, 1, 0.6, 0, 0, 0.9, 0.8, 0.64);

        assertThat(trial.score(0)).isEqualTo(46, within(1e-9));
        assertThat(trial.score(1)).isEqualTo(49, within(1e-9));
        assertThat(trial.placements(10)).isEqualTo("AAAAAAAAAA");
    }

    @Test
    void excludesWhatIsAboveAThreshold() {
        report(trial, 1, 0.9, 0, 0.5, 1, 1, 0.8);

        report(trial, 0, 0, 0, 0.6, 0, 0, 0);
        assertThat(trial.choices(2)).isEqualTo("BB");
        assertThat(trial.score(0)).isEqualTo(100);
        assertThat(trial.reason(0)).isEqualTo("accept queue above 55 %");

        report(trial, 0, 0, 0, 0, 0, 0, 0.86);
        assertThat(trial.choices(2)).isEqualTo("BB");
        assertThat(trial.reason(0)).isEqualTo("heap above 85 %");

        report(trial, 0, 0, 0, 0.55, 0, 0, 0.85);
        assertThat(trial.choices(2)).as("at the thresholds, not above").isEqualTo("AA");
        assertThat(trial.reason(0)).isEmpty();
    }

    @Test
    void thresholdsCanBeSet() {
        Trial strict = new Trial("jqostd-v1", 2, Map.of("queue-threshold", 0.2, "heap-threshold", 0.4)).at(0);
        report(strict, 0, 0, 0, 0.25, 0, 0, 0);
        report(strict, 1, 0.9, 0, 0, 1, 1, 0.3);
        assertThat(strict.choices(1)).isEqualTo("B");

        report(strict, 0, 0, 0, 0, 0, 0, 0.41);
        assertThat(strict.choices(1)).isEqualTo("B");
    }

    @Test
    void holdsWhenEveryNodeIsExcluded() {
        report(trial, 0, 0.1, 0, 0, 0.1, 0, 0.9);
        report(trial, 1, 1, 1, 1, 1, 1, 1);
        assertThat(trial.choose()).isEqualTo(Policy.HOLD);

        trial.at(4_000);
        report(trial, 0, 0.1, 0, 0, 0.1, 0, 0.8);
        assertThat(trial.choices(1)).isEqualTo("A");
    }

    /** A: 5 idle workers, and 11 - 10 more in the queue, then it is above 55 % of 20; B is not excluded, only worse. */
    @Test
    void excludesANodeWhoseQueueMustHaveFilledSinceTheSample() {
        Trial compensated = new Trial("jqostd-v1", 2).at(0);
        compensated.nodes.sample(0, Sample.IN_FLIGHT, 1e6);
        report(compensated, 0, 0, 0, 0.5, 0.5, 0, 0);
        report(compensated, 1, 1, 1, 0.5, 0.9, 1, 0.8);

        assertThat(compensated.placements(8)).isEqualTo("AAAAAAAB");
        assertThat(compensated.score(0)).isEqualTo(100);
        assertThat(compensated.reason(0)).isEqualTo("accept queue filled since the sample");

        compensated.nodes.finish(0);
        assertThat(compensated.choices(1)).as("one has ended").isEqualTo("A");

        compensated.report(0, Sample.WORKERS_MAX, Double.NaN);
        assertThat(compensated.placements(30)).as("idle workers are unknown").isEqualTo("A".repeat(30));
    }

    @Test
    void startsAClusterWhoseHeapsAreFullOfGarbage() {
        trial.nodes.inFlight(0, 1);
        assertThat(heldFor(20)).as("the task in flight may end it").isEqualTo(".".repeat(20));

        trial.nodes.inFlight(0, 0);
        assertThat(heldFor(14))
                .as("one task at once, then one every five periods")
                .matches("[AB]\\.{5}[AB]\\.{5}[AB].");
    }

    /** A choice and two samples a second; a dot for a task that is held. */
    private String heldFor(int seconds) {
        StringBuilder choices = new StringBuilder();
        for (int i = 0; i < seconds; i++) {
            trial.at(trial.task.nowNs() / 1e6 + 1_000);
            report(trial, 0, 0, 0, 0, 0, 0, 0.9);
            report(trial, 1, 0, 0, 0, 0, 0, 0.9);
            int slot = trial.choose();
            choices.append(slot == Policy.HOLD ? '.' : (char) ('A' + slot));
        }
        return choices.toString();
    }

    /**
     * Mean without JDBC: (60 + 0 + 0 + 90 + 50) / 5 = 40. 0 of 0 JDBC connections means that there is no pool, not that
     * it is idle.
     */
    @Test
    void aResourceThatIsAbsentCountsAsTheMeanOfTheOthers() {
        report(trial, 0, 0.6, 0, 0, 0.9, Double.NaN, 0.5);
        assertThat(trial.score(0)).isEqualTo(40, within(1e-9));

        trial.report(0, Sample.JDBC_ACTIVE, 0).report(0, Sample.JDBC_MAX, 0);
        assertThat(trial.score(0)).isEqualTo(40, within(1e-9));
    }

    @Test
    void aNodeWithoutASampleIsBetterThanOneThatIsExcluded() {
        report(trial, 0, 0.1, 0, 0.9, 0.1, 0, 0.1);
        assertThat(trial.choices(2)).isEqualTo("BB");

        trial.at(6_000);
        assertThat(trial.choices(4)).as("the exclusion is too old").isEqualTo("ABAB");
    }

    /** 10 tasks seen, (load without heap + 100 / k) / 11 each: A (30 + 10) / 11 = 3.6 from 35, B 40 / 11 from 38. */
    @Test
    void compensatedDoesNotHerd() {
        Trial compensated = new Trial("jqostd-v1", 2).at(0);
        for (int slot = 0; slot < 2; slot++) {
            compensated.nodes.sample(slot, Sample.IN_FLIGHT, 10).sample(slot, Sample.PARALLELISM, 10);
        }
        report(compensated, 0, 0.9, 0, 0, 0.5, 0.4, 0.30);
        report(compensated, 1, 0.9, 0, 0, 0.5, 0.4, 0.48);

        assertThat(compensated.placements(8)).isEqualTo("ABABABAB");
    }
}
