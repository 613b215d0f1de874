// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.admission.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.dispatcher.log.Event;
import io.evenkeel.dispatcher.log.EventLog;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two processors, of which 80 % may be used; a full handshake takes 1 ms. */
class HandshakeRationTest {

    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int SPANS_A_SECOND = 10;

    private final EventLog events = new EventLog();
    private long nowNs = 1_000_000 * MS;
    private long usedNs;
    private final HandshakeRation ration = new HandshakeRation(0.8, 2, () -> usedNs, "web", events.listener(), nowNs);

    @AfterEach
    void close() {
        events.close();
    }

    private boolean asks(boolean claims) {
        boolean admitted = ration.admits(claims, nowNs);
        if (admitted && !claims) {
            usedNs += MS;
            ration.took(MS);
        }
        return admitted;
    }

    /** Full handshakes that are taken in a second, of so many asked for, beside work on so many processors. */
    private int second(int asked, double otherWork) {
        int taken = 0;
        for (int span = 0; span < SPANS_A_SECOND; span++) {
            nowNs += HandshakeRation.SPAN_NS;
            usedNs += Math.round(otherWork * HandshakeRation.SPAN_NS);
            for (int i = 0; i < asked / SPANS_A_SECOND; i++) {
                taken += asks(false) ? 1 : 0;
            }
        }
        return taken;
    }

    @Test
    void anIdleProcessTakesAsManyAsFitBelowTheLimit() {
        second(5000, 0);
        assertThat(second(5000, 0)).isCloseTo(1600, within(20));
    }

    @Test
    void otherWorkLeavesLessForHandshakes() {
        for (int i = 0; i < 5; i++) {
            second(5000, 1.2);
        }
        assertThat(second(5000, 1.2)).isCloseTo(400, within(20));
    }

    @Test
    void fewClientsAreNeverRefused() {
        second(200, 1.2);
        assertThat(second(200, 1.2)).isEqualTo(200);
        assertThat(events.recent(10)).isEmpty();
    }

    @Test
    void oneASecondPassesWhenThereIsNoTimeAtAll() {
        for (int i = 0; i < 5; i++) {
            second(5000, 2);
        }
        assertThat(second(5000, 2)).isOne();
    }

    @Test
    void resumedOnesPass() {
        for (int i = 0; i < 5; i++) {
            second(5000, 2);
        }
        for (int i = 0; i < 10_000; i++) {
            assertThat(asks(true)).isTrue();
            ration.claimed(true, MS / 50);
        }
    }

    @Test
    void clientsThatOnlyClaimToResumeAreRationedToo() {
        second(5000, 1.2);
        int passed = 0;
        for (int span = 0; span < SPANS_A_SECOND; span++) {
            nowNs += HandshakeRation.SPAN_NS;
            usedNs += Math.round(1.2 * HandshakeRation.SPAN_NS);
            for (int i = 0; i < 500; i++) {
                if (ration.admits(true, nowNs)) {
                    passed++;
                    usedNs += MS;
                    ration.claimed(false, MS);
                }
            }
        }
        assertThat(passed).isBetween(300, 480);
    }

    @Test
    void theBeginAndTheEndAreSaidOnce() {
        for (int i = 0; i < 5; i++) {
            second(5000, 1);
        }
        for (int i = 0; i < 12; i++) {
            second(100, 0);
        }
        assertThat(events.recent(10).stream().map(Event::message).toList())
                .satisfiesExactly(
                        end -> assertThat(end).contains("takes every TLS handshake again"),
                        begin -> assertThat(begin).contains("refuses full TLS handshakes"));
    }
}
