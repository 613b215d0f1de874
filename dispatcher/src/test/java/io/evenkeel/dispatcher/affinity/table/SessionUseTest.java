// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SessionUseTest {

    private static final int DAY = 86_400;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, (1 << 22) - 30, Integer.MAX_VALUE - 30, -30, Integer.MIN_VALUE})
    void countsFromAnyOriginOfTheClock(int origin) {
        long use = SessionUse.next(SessionUse.next(SessionUse.first(origin), origin + 20), origin + 60);

        assertThat(SessionUse.requests(use)).isEqualTo(3);
        assertThat(SessionUse.seconds(use)).isEqualTo(60);
        assertThat(SessionUse.idle(use, origin + 75)).isEqualTo(15);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 1 << 22, -1})
    void aClockThatIsBehindSeesNoIdleTime(int now) {
        long use = SessionUse.next(SessionUse.first(now), now - 2);

        assertThat(SessionUse.idle(use, now - 1)).isZero();
        assertThat(SessionUse.idle(use, now + 3)).isEqualTo(3);
        assertThat(SessionUse.seconds(use)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 12_345_678})
    void aLengthEndsAt24Days(int origin) {
        long use = SessionUse.first(origin);
        for (int day = 1; day <= 100; day++) {
            use = SessionUse.next(use, origin + day * DAY);
        }

        assertThat(SessionUse.seconds(use)).isEqualTo(SessionUse.MOST_SECONDS);
        assertThat(SessionUse.idle(use, origin + 100 * DAY + 7)).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {SessionUse.MOST_REQUESTS, SessionUse.MOST_REQUESTS + 10})
    void requestsEndAtTheirMost(int requests) {
        long use = SessionUse.first(5);
        for (int i = 1; i < requests; i++) {
            use = SessionUse.next(use, 5);
        }

        assertThat(SessionUse.requests(use)).isEqualTo(SessionUse.MOST_REQUESTS);
        assertThat(SessionUse.seconds(use)).isZero();
        assertThat(SessionUse.idle(use, 8)).isEqualTo(3);
    }
}
