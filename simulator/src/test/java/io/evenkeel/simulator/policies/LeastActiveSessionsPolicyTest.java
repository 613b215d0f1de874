// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.policy.Sample;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeastActiveSessionsPolicyTest {

    private final Trial trial = new Trial("least-active-sessions", 2, Map.of("feedback", 0.0)).at(0);

    private static Trial report(Trial trial, int slot, double arrivalsPerS, double rMs, double hMs, double sMs) {
        trial.nodes
                .sample(slot, Sample.ARRIVALS_PER_S, arrivalsPerS)
                .sample(slot, Sample.RESPONSE_MS, rMs)
                .sample(slot, Sample.THINK_MS, hMs)
                .sample(slot, Sample.MEAN_SERVICE_MS, sMs);
        return trial.report(slot);
    }

    /**
     * Paper 5's s = 3.5 ms: 200/s (0.0165 + 0.9835) s are 200 sessions of 1 / 0.0035 s = 286; 150 of a node of half the
     * speed are more.
     */
    @Test
    void choosesTheLeastShareOfWhatTheNodeCanCarry() {
        report(trial, 0, 200, 16.5, 983.5, 3.5);
        report(trial, 1, 150, 16.5, 983.5, 7);

        assertThat(trial.score(0)).isEqualTo(200 * 0.0035, within(1e-9));
        assertThat(trial.score(1)).isEqualTo(150 * 0.007, within(1e-9));
        assertThat(trial.choices(3)).isEqualTo("AAA");
    }

    @Test
    void aNodeWithoutArrivalsIsIdleWhateverElseIsAbsent() {
        report(trial, 0, 1, 10, 90, 5);
        trial.report(1, Sample.ARRIVALS_PER_S, 0);

        assertThat(trial.choices(3)).isEqualTo("BBB");
    }

    @Test
    void aNodeWithArrivalsAndWithoutResponseTimeIsUnknown() {
        report(trial, 0, 100, 10, 90, 5);
        trial.report(1, Sample.ARRIVALS_PER_S, 1);

        assertThat(trial.choices(3)).isEqualTo("AAA");
    }

    /** λ r s without h; λ r r without s as well. */
    @Test
    void doesWithoutThinkAndServiceTime() {
        report(trial, 0, 100, 10, Double.NaN, 5);
        report(trial, 1, 100, 10, Double.NaN, Double.NaN);

        assertThat(trial.score(0)).isEqualTo(100 * 0.010 * 0.005, within(1e-12));
        assertThat(trial.score(1)).isEqualTo(100 * 0.010 * 0.010, within(1e-12));
    }

    /** One task in flight is (10 + 90) / 10 = 10 sessions of 5 ms: 0.05. B, which does not tell, adds as much as A. */
    @Test
    void aTaskInFlightStandsForItsSessions() {
        Trial compensated = new Trial("least-active-sessions", 2).at(0);
        report(compensated, 0, 1, 10, 90, 5);
        compensated.report(1, Sample.ARRIVALS_PER_S, 0);

        assertThat(compensated.placements(5)).isEqualTo("BABAB");
        assertThat(compensated.score(1)).isEqualTo(3 * 0.05, within(1e-9));
    }
}
