// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SourceHashPolicyTest {

    private static final int CLIENTS = 9_000;

    private final Trial trial = new Trial("source-hash", 3);

    /** The node of every client, by a hash that has nothing to do with the policy's. */
    private int[] homes() {
        int[] homes = new int[CLIENTS];
        for (int client = 0; client < CLIENTS; client++) {
            trial.task.from((client + 1) * 0x5851F42D4C957F2DL);
            homes[client] = trial.choose();
        }
        return homes;
    }

    private static int count(int[] homes, int slot) {
        int count = 0;
        for (int home : homes) {
            count += home == slot ? 1 : 0;
        }
        return count;
    }

    @Test
    void aClientStaysWhereItIs() {
        assertThat(homes()).containsExactly(homes());
    }

    /** 5 σ of a binomial with N = 9000, p = 1/3 is 224. */
    @Test
    void clientsSpreadEvenly() {
        int[] homes = homes();

        for (int slot = 0; slot < 3; slot++) {
            assertThat(count(homes, slot)).isCloseTo(3_000, within(224));
        }
    }

    @Test
    void onlyTheClientsOfANodeThatGoesMove() {
        int[] before = homes();
        trial.nodes.eligible(1, false);
        int[] without = homes();
        trial.nodes.eligible(1, true);

        assertThat(IntStream.range(0, CLIENTS).filter(client -> before[client] != 1))
                .allSatisfy(client -> assertThat(without[client]).isEqualTo(before[client]));
        assertThat(count(without, 1)).isZero();
        assertThat(homes()).containsExactly(before);
    }

    @Test
    void followsTheNodesNameAndNotItsSlot() {
        int[] before = homes();
        long keyOfA = trial.nodes.key(0);
        trial.nodes.key(0, trial.nodes.key(2)).key(2, keyOfA);
        int[] after = homes();

        for (int client = 0; client < CLIENTS; client++) {
            assertThat(after[client]).isEqualTo(before[client] == 1 ? 1 : 2 - before[client]);
        }
    }

    /** A node of twice the weight has twice the clients: 4500 of 9000; 5 σ is 237. */
    @Test
    void weightsShareOutTheClients() {
        trial.nodes.weight(0, 2);

        assertThat(count(homes(), 0)).isCloseTo(4_500, within(237));
    }

    /** One client alone: n tasks on the home node spill when n >= 1.25 n / 3 + 8, so at n = 14. */
    @Test
    void oneClientIsSplitOnlyOverTheBound() {
        trial.task.from(42);
        int home = trial.choose();
        int together = 0;
        while (trial.choose() == home) {
            trial.nodes.start(home);
            together++;
        }

        assertThat(together).isEqualTo(14);
    }

    /** 300 tasks of one client: no node above 1.25 * 100 + 8, rounded up. */
    @Test
    void noNodeGoesOverTheBound() {
        trial.task.from(42);
        for (int i = 0; i < 300; i++) {
            trial.nodes.start(trial.choose());
        }

        for (int slot = 0; slot < 3; slot++) {
            assertThat(trial.nodes.inFlight(slot)).isLessThanOrEqualTo(134);
        }
    }

    @Test
    void theBoundCanBeSet() {
        Trial tight = new Trial("source-hash", 3, Map.of("factor", 1.0, "slack", 1.0));
        tight.task.from(42);
        for (int i = 0; i < 300; i++) {
            tight.nodes.start(tight.choose());
        }

        for (int slot = 0; slot < 3; slot++) {
            assertThat(tight.nodes.inFlight(slot)).isLessThanOrEqualTo(101);
        }
    }

    @Test
    void unknownClientsTakeTurns() {
        trial.task.from(0);

        assertThat(trial.choices(4)).isEqualTo("ABCA");
    }
}
