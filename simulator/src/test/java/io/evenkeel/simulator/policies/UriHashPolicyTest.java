// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class UriHashPolicyTest {

    private static final int PATHS = 9_000;

    private final Trial trial = new Trial("uri-hash", 3);

    /** The node of every path. */
    private int[] homes() {
        int[] homes = new int[PATHS];
        for (int path = 0; path < PATHS; path++) {
            trial.task.from(path).asking((path + 1) * 0x5851F42D4C957F2DL);
            homes[path] = trial.choose();
        }
        return homes;
    }

    /** Paper 1, A.1.1: client affinity, with a hash of the URL instead of the client's address. */
    @Test
    void aPathHasOneNodeWhoeverAsksForIt() {
        trial.task.asking(42);
        trial.task.from(1);
        int home = trial.choose();

        for (int client = 2; client < 100; client++) {
            trial.task.from(client);
            assertThat(trial.choose()).isEqualTo(home);
        }
    }

    /** 5 σ of a binomial with N = 9000, p = 1/3 is 224. */
    @Test
    void pathsSpreadEvenly() {
        int[] counts = new int[3];
        for (int home : homes()) {
            counts[home]++;
        }

        assertThat(counts[0]).isCloseTo(3_000, within(224));
        assertThat(counts[1]).isCloseTo(3_000, within(224));
        assertThat(counts[2]).isCloseTo(3_000, within(224));
    }

    @Test
    void onlyThePathsOfANodeThatGoesMove() {
        int[] before = homes();
        trial.nodes.eligible(1, false);
        int[] without = homes();

        for (int path = 0; path < PATHS; path++) {
            boolean itsOwn = before[path] == 1;
            assertThat(without[path] == before[path]).isEqualTo(!itsOwn);
        }
    }

    /** One path alone: n tasks on its node spill when n >= 1.25 n / 3 + 8, so at n = 14. */
    @Test
    void thePathEveryoneWantsSpillsOver() {
        trial.task.asking(42);
        int home = trial.choose();
        int together = 0;
        while (trial.choose() == home) {
            trial.nodes.start(home);
            together++;
        }

        assertThat(together).isEqualTo(14);
        assertThat(trial.why(trial.choose())).contains("as many tasks as the bound allows");
    }

    @Test
    void theBoundCanBeSet() {
        Trial tight = new Trial("uri-hash", 3, Map.of("factor", 1.0, "slack", 1.0));
        tight.task.asking(42);
        for (int i = 0; i < 300; i++) {
            tight.nodes.start(tight.choose());
        }

        assertThat(tight.nodes.inFlight(0)).isLessThanOrEqualTo(101);
        assertThat(tight.nodes.inFlight(1)).isLessThanOrEqualTo(101);
        assertThat(tight.nodes.inFlight(2)).isLessThanOrEqualTo(101);
    }

    @Test
    void unknownPathsTakeTurns() {
        trial.task.asking(0);

        assertThat(trial.choices(4)).isEqualTo("ABCA");
    }
}
