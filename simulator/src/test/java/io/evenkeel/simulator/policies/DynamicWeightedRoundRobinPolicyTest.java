// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.Sample;
import org.junit.jupiter.api.Test;

class DynamicWeightedRoundRobinPolicyTest {

    private final Trial trial = new Trial("dynamic-weighted-round-robin", 3).at(0);

    private void report(double a, double b, double c) {
        trial.report(0, Sample.CPU_SHARE, a).report(1, Sample.CPU_SHARE, b).report(2, Sample.CPU_SHARE, c);
    }

    /** 0.5 : 0.25 : 0.25 left is 2:1:1. */
    @Test
    void turnsFollowTheCpuThatIsLeft() {
        report(0.5, 0.75, 0.75);

        assertThat(trial.choices(8)).isEqualTo("ABCAABCA");
    }

    @Test
    void theAdministratorsWeightIsAFactor() {
        trial.nodes.weight(0, 2);
        report(0.75, 0.75, 0.75);

        assertThat(trial.counts(400)).startsWith(200, 100, 100);
    }

    /** 0.05 : 1 is one turn in 21. */
    @Test
    void aFullNodeKeepsAFewTurns() {
        report(1, 0, Double.NaN);

        assertThat(trial.counts(210)).startsWith(10, 200, 0);
    }

    @Test
    void withoutSamplesNodesTakeTurns() {
        assertThat(trial.choices(6)).isEqualTo("ABCABC");
        assertThat(trial.reason(0)).isEqualTo("no sample");

        report(0.5, 0.5, 0.5);
        trial.at(10_000);
        assertThat(trial.counts(300)).startsWith(100, 100, 100);
    }
}
