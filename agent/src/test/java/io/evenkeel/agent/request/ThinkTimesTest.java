// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

final class ThinkTimesTest {

    private final ThinkTimes times = new ThinkTimes(new Ledger(new AtomicLongArray(Ledger.LENGTH)));

    @Test
    void aPauseIsFromTheLastAnswerToTheNextRequest() {
        times.answered(7, 1_000);
        times.answered(7, 3_000);

        assertThat(times.returned(7, 8_500)).isEqualTo(5_500);
    }

    @Test
    void onlyTheFirstRequestAfterAnAnswerEndsAPause() {
        times.answered(7, 1_000);

        assertThat(times.returned(7, 2_000)).isEqualTo(1_000);
        assertThat(times.returned(7, 2_001)).isEqualTo(-1);
    }

    @Test
    void aStrangerAndAnUnknownClientHaveNoPause() {
        times.answered(0, 1_000);

        assertThat(times.returned(0, 2_000)).isEqualTo(-1);
        assertThat(times.returned(8, 2_000)).isEqualTo(-1);
    }

    @Test
    void aLongAbsenceIsANewVisit() {
        times.answered(7, 0);

        assertThat(times.returned(7, 600_001)).isEqualTo(-1);
    }

    @Test
    void aPauseSpansTheWrapOfTheClock() {
        times.answered(7, Integer.MAX_VALUE - 10);

        assertThat(times.returned(7, Integer.MIN_VALUE + 9)).isEqualTo(20);
    }

    /** 2,000 clients in 8,192 entries: the mean set of four has one, and more than four are rare. */
    @Test
    void fewClientsAreLostWhileTheTableIsNotCrowded() {
        SplittableRandom chance = new SplittableRandom(1);
        int[] clients = chance.ints(2_000).toArray();
        for (int client : clients) {
            times.answered(client, 1_000);
        }
        int found = 0;
        for (int client : clients) {
            found += times.returned(client, 2_000) == 1_000 ? 1 : 0;
        }

        assertThat(found).isGreaterThan(1_980);
    }

    @Test
    void aCrowdedTableForgetsTheOldestFirst() {
        SplittableRandom chance = new SplittableRandom(1);
        int[] clients = chance.ints(4 * ThinkTimes.CLIENTS).toArray();
        for (int i = 0; i < clients.length; i++) {
            times.answered(clients[i], i);
        }
        int lately = 0;
        for (int i = clients.length - 1_000; i < clients.length; i++) {
            lately += times.returned(clients[i], clients.length) >= 0 ? 1 : 0;
        }

        assertThat(lately).isGreaterThan(980);
    }
}
