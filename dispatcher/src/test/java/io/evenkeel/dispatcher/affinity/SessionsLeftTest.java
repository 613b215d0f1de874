// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.affinity.table.SessionHash;
import io.evenkeel.dispatcher.affinity.table.SessionKey;
import io.evenkeel.dispatcher.affinity.table.SessionTable;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SessionsLeftTest {

    private static final int IDLE_S = 600;
    private static final long HERE = 7;
    private static final long ELSEWHERE = 8;

    private final SessionHash hash = SessionHash.random();
    private final SessionTable table = new SessionTable(100, IDLE_S, new SessionTally());

    private SessionKey key(String name) {
        byte[] octets = name.getBytes(StandardCharsets.US_ASCII);
        SessionKey key = new SessionKey();
        hash.of(octets, 0, octets.length, key);
        return key;
    }

    /** A session with a request at each of these seconds. */
    private void session(String name, long node, int... seconds) {
        table.remember(key(name), node, seconds[0]);
        for (int i = 1; i < seconds.length; i++) {
            table.home(key(name), seconds[i]);
        }
    }

    private SessionsLeft left(double meanSeconds, int nowS) {
        return SessionsLeft.of(table, HERE, meanSeconds, nowS);
    }

    @Test
    void nobodyIsLeftAtANodeWithoutSessions() {
        session("other", ELSEWHERE, 0, 50);

        assertThat(left(100, 60)).isEqualTo(SessionsLeft.NONE);
    }

    @Test
    void aSessionIsOverAfterTheIdleTimeWhenNoLengthIsKnown() {
        session("one", HERE, 0, 50);
        session("two", HERE, 0, 20);
        session("other", ELSEWHERE, 0, 60);

        assertThat(left(Double.NaN, 60)).isEqualTo(new SessionsLeft(2, 590));
    }

    @Test
    void aYoungSessionIsExpectedToLastAsLongAsOthersDid() {
        session("young", HERE, 40, 50);

        assertThat(left(200, 60)).as("40 + 200 + 600 is 780 from now").isEqualTo(new SessionsLeft(1, 780));
    }

    @Test
    void aSessionThatLastedLongerThanOthersIsExpectedToBeIdle() {
        session("long", HERE, 0, 250, 500);

        assertThat(left(200, 560)).isEqualTo(new SessionsLeft(1, 540));
    }

    @Test
    void sessionsThatAreOverAreNotLeftAlthoughNobodySweptThem() {
        session("over", HERE, 0, 10);

        assertThat(left(200, 10 + IDLE_S)).isEqualTo(SessionsLeft.NONE);
    }
}
