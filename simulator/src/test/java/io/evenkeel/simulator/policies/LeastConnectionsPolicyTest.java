// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeastConnectionsPolicyTest {

    private final Trial trial = new Trial("least-connections", 3);

    @Test
    void choosesTheFewestActiveConnections() {
        trial.nodes.inFlight(0, 3).inFlight(1, 1).inFlight(2, 2);

        assertThat(trial.choices(3)).isEqualTo("BBB");
        assertThat(trial.score(0)).isEqualTo(3);
    }

    /** 1 + 4 = 5, 3, 2 + 2 = 4. */
    @Test
    void countsTheTasksOfJoinedDispatchers() {
        trial.nodes
                .inFlight(0, 1)
                .peersInFlight(0, 4)
                .inFlight(1, 3)
                .inFlight(2, 2)
                .peersInFlight(2, 2);

        assertThat(trial.choices(2)).isEqualTo("BB");
        assertThat(trial.score(0)).isEqualTo(5);
    }

    @Test
    void equalsTakeTurns() {
        assertThat(trial.choices(6)).isEqualTo("ABCABC");

        trial.nodes.inFlight(1, 1);
        assertThat(trial.choices(4)).isEqualTo("ACAC");
    }

    @Test
    void idlePooledConnectionsAreNoLoad() {
        trial.nodes.connections(0, 50).connections(1, 20);

        assertThat(trial.choices(6)).isEqualTo("ABCABC");
    }

    /** 2 / 0.5 = 4 is more than 3. */
    @Test
    void aColdNodeCountsAsMoreLoaded() {
        trial.nodes.inFlight(0, 2).warmShare(0, 0.5).inFlight(1, 3).inFlight(2, 5);

        assertThat(trial.choices(1)).isEqualTo("B");
    }
}
