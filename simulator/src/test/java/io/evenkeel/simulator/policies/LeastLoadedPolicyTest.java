// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.policy.Sample;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of this policy, and of the parts that all policies on samples share: age, absence, and tasks sent since. */
class LeastLoadedPolicyTest {

    private static final Map<String, Double> AS_REPORTED = Map.of("feedback", 0.0);

    private final Trial trial = new Trial("least-loaded", 3).at(0);
    private final Trial faithful = new Trial("least-loaded", 3, AS_REPORTED).at(0);

    private static Trial report(Trial trial, double a, double b, double c) {
        return trial.report(0, Sample.CPU_SHARE, a)
                .report(1, Sample.CPU_SHARE, b)
                .report(2, Sample.CPU_SHARE, c);
    }

    @Test
    void choosesTheLeastBusyMachine() {
        report(trial, 0.5, 0.2, 0.3);
        assertThat(trial.choices(3)).isEqualTo("BBB");
        assertThat(trial.score(1)).isEqualTo(0.2);

        trial.report(1, Sample.CPU_SHARE, 0.6);
        assertThat(trial.choices(3)).isEqualTo("CCC");
    }

    @Test
    void asReportedSendsEverythingToOneNodeUntilTheNextSample() {
        report(faithful, 0.30, 0.20, 0.25);
        assertThat(faithful.placements(30)).isEqualTo("B".repeat(30));

        faithful.report(1, Sample.CPU_SHARE, 0.9);
        assertThat(faithful.placements(30)).isEqualTo("C".repeat(30));
    }

    /** k = 10 and no tasks: each adds 0.3 + 0.1, 0.2 + 0.1, 0.25 + 0.1. */
    @Test
    void compensatedCountsWhatWasSentSinceTheSample() {
        for (int slot = 0; slot < 3; slot++) {
            trial.nodes.sample(slot, Sample.PARALLELISM, 10);
        }
        report(trial, 0.30, 0.20, 0.25);

        assertThat(trial.placements(6)).isEqualTo("BCABCA");
        assertThat(trial.score(1)).isEqualTo(0.2 + 2 * 0.3, within(1e-9));
    }

    @Test
    void aNewSampleStartsTheCountAgain() {
        report(trial, 0.3, 0.2, 0.4);
        trial.placements(1);
        assertThat(trial.score(1)).isEqualTo(0.2 + 1.2, within(1e-9));

        trial.report(1, Sample.CPU_SHARE, 0.25);
        assertThat(trial.score(1)).as("the task is in the sample now").isEqualTo(0.25);
        assertThat(trial.choices(1)).isEqualTo("B");
    }

    /** The task adds (0.4 + 1) / (1 + 1) = 0.7 while it is there; what it took goes with it, but not below 0. */
    @Test
    void aTaskThatTheSampleSawIsTakenOffWhenItEnds() {
        trial.nodes.inFlight(0, 1).sample(0, Sample.IN_FLIGHT, 1);
        trial.report(0, Sample.CPU_SHARE, 0.4);
        assertThat(trial.score(0)).isEqualTo(0.4);

        trial.nodes.inFlight(0, 0);
        assertThat(trial.score(0)).isZero();
    }

    /** 2 to 5 periods: the mean of the fresh ones, here of B and C, counts more and more. */
    @Test
    void anOldSampleDriftsToTheMeanOfTheOthers() {
        faithful.at(0).report(0, Sample.CPU_SHARE, 0.1);
        faithful.at(3_000).report(1, Sample.CPU_SHARE, 0.2).report(2, Sample.CPU_SHARE, 0.6);
        assertThat(faithful.score(0)).as("one third of the way to 0.4").isEqualTo(0.2, within(1e-9));
        assertThat(faithful.reason(0)).isEqualTo("sample older than 2s, drifts to the mean");

        faithful.at(4_000);
        assertThat(faithful.score(0)).as("two thirds").isEqualTo(0.3, within(1e-9));
        assertThat(faithful.choices(2)).isEqualTo("BB");
    }

    @Test
    void aSampleOlderThanFivePeriodsCountsAsNone() {
        faithful.at(0).report(0, Sample.CPU_SHARE, 0.1);
        faithful.at(5_001).report(1, Sample.CPU_SHARE, 0.9);
        assertThat(faithful.choices(3)).isEqualTo("BBB");
        assertThat(faithful.score(0)).isNaN();
        assertThat(faithful.reason(0)).isEqualTo("sample older than 5s");
        assertThat(faithful.reason(2)).isEqualTo("no sample");

        faithful.at(60_000);
        assertThat(faithful.choices(6)).as("nobody has one").isEqualTo("CABCAB");
    }

    @Test
    void thePeriodCanBeSet() {
        Trial slow = new Trial("least-loaded", 2, Map.of("period", 10.0)).at(0);
        slow.report(0, Sample.CPU_SHARE, 0.1).report(1, Sample.CPU_SHARE, 0.2).at(20_000);

        assertThat(slow.choices(3)).isEqualTo("AAA");
        assertThat(slow.reason(0)).isEmpty();
    }

    @Test
    void whatIsAbsentIsUnknownAndNotIdle() {
        report(trial, Double.NaN, 0.9, Double.NaN);
        assertThat(trial.choices(3)).isEqualTo("BBB");
        assertThat(trial.reason(0)).isEqualTo("the sample lacks what the policy needs");

        for (double nonsense : new double[] {-0.1, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1e300}) {
            trial.report(0, Sample.CPU_SHARE, nonsense);
            assertThat(trial.choices(2)).as("%s", nonsense).isEqualTo("BB");
        }
    }

    @Test
    void aColdNodeCountsAsMoreLoaded() {
        trial.nodes.warmShare(1, 0.5);
        report(trial, 0.3, 0.2, 0.5);

        assertThat(trial.score(1)).isEqualTo(0.4);
        assertThat(trial.choices(1)).isEqualTo("A");
    }

    @Test
    void aSampleCanBeTakenBack() {
        report(trial, 0.3, 0.2, 0.5);
        trial.nodes.sample(1, Sample.CPU_SHARE, Double.NaN).sampleAgeNs(1, Long.MAX_VALUE);
        trial.report(1);

        assertThat(trial.choices(2)).isEqualTo("AA");
        assertThat(trial.reason(1)).isEqualTo("no sample");
    }

    @Test
    void aNewNodeInTheSlotHasNoSample() {
        report(trial, 0.3, 0.2, 0.5);
        trial.policy.onLeave(1, trial.nodes, 0);
        trial.policy.onJoin(1, trial.nodes, 0);

        assertThat(trial.choices(2)).isEqualTo("AA");
    }
}
