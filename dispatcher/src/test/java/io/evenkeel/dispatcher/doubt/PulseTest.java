// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.doubt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PulseTest {

    private static final long MS = 1_000_000;
    private static final long S = 1_000 * MS;
    private static final long RESPONSE = 60 * S;

    private final Pulse pulse = new Pulse(0);

    private long patienceMs(long nowNs) {
        return pulse.patienceNs(RESPONSE, nowNs) / MS;
    }

    @Test
    void isPatientByWhatIsUsualForTheNode() {
        assertThat(patienceMs(S))
                .as("before the first answer: a fifth of the timeout")
                .isEqualTo(12_000);
        for (int i = 0; i < 100; i++) {
            pulse.took(5 * MS);
        }
        assertThat(patienceMs(S)).as("the least").isEqualTo(100);
        for (int i = 0; i < 200; i++) {
            pulse.took(50 * MS);
        }
        assertThat(patienceMs(S)).as("eight times the mean").isBetween(395L, 400L);
        for (int i = 0; i < 200; i++) {
            pulse.took(5 * S);
        }
        assertThat(patienceMs(S)).as("the most").isEqualTo(12_000);
        pulse.renew();
        assertThat(patienceMs(S)).isEqualTo(12_000);
    }

    @Test
    void oneSlowAnswerIsEnoughForTheNextToBeWaitedFor() {
        for (int i = 0; i < 100; i++) {
            pulse.took(5 * MS);
        }
        pulse.took(500 * MS);
        assertThat(patienceMs(S)).isGreaterThanOrEqualTo(500);
    }

    @Test
    void isAliveByAnswersAndByChecks() {
        pulse.answered(3 * S);
        assertThat(pulse.aliveNs()).isEqualTo(3 * S);
        pulse.checked(5 * S);
        assertThat(pulse.aliveNs()).isEqualTo(5 * S);
        assertThat(pulse.answeredNs()).isEqualTo(3 * S);
    }

    @Test
    void aDoubtIsConfirmedByACheckThatIsOutForAsLong() {
        assertThat(pulse.unanswered(100 * MS, S)).isFalse();
        assertThat(pulse.doubt(S)).isTrue();
        assertThat(pulse.doubt(S)).as("once").isFalse();
        assertThat(pulse.unanswered(100 * MS, 2 * S)).as("nobody has asked").isFalse();
        pulse.asked(2 * S);
        pulse.asked(2 * S + 90 * MS);
        assertThat(pulse.unanswered(100 * MS, 2 * S + 100 * MS)).isFalse();
        assertThat(pulse.unanswered(100 * MS, 2 * S + 101 * MS)).isTrue();
        pulse.trust(true, 4 * S);
        assertThat(pulse.doubted()).isFalse();
        pulse.doubt(5 * S);
        pulse.refuted();
        assertThat(pulse.unanswered(100 * MS, 5 * S)).as("the check failed").isTrue();
    }

    @Test
    void needlessDoubtsMakeItMorePatientForAWhile() {
        pulse.took(MS);
        for (int i = 1; i <= 5; i++) {
            pulse.doubt(i * S);
            pulse.trust(true, i * S + 10 * MS);
        }
        assertThat(patienceMs(6 * S)).isEqualTo(800);
        assertThat(patienceMs(16 * S)).isEqualTo(100);
        pulse.doubt(20 * S);
        pulse.trust(true, 22 * S);
        assertThat(patienceMs(22 * S)).as("after a doubt of two seconds").isEqualTo(100);
        pulse.doubt(30 * S);
        pulse.trust(false, 30 * S + MS);
        assertThat(patienceMs(31 * S)).as("after an answer").isEqualTo(100);
    }

    @Test
    void isSecondedByAnotherLoopOnly() {
        assertThat(pulse.seconded(0, 100 * MS, S)).isFalse();
        assertThat(pulse.seconded(0, 100 * MS, S + MS)).isFalse();
        assertThat(pulse.seconded(1, 100 * MS, S + 50 * MS)).isTrue();
        assertThat(pulse.seconded(0, 100 * MS, S + 500 * MS)).as("long after").isFalse();
    }

    @Test
    void isLeftAloneLongerEachTime() {
        long nowNs = S;
        for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 32}) {
            pulse.doubt(nowNs);
            assertThat(pulse.rested(nowNs + seconds * S - 1)).isFalse();
            assertThat(pulse.rested(nowNs + seconds * S)).as("%s s", seconds).isTrue();
            nowNs += 100 * S;
        }
        pulse.doubt(nowNs);
        pulse.trust(false, nowNs + S);
        pulse.doubt(nowNs + 2 * S);
        assertThat(pulse.rested(nowNs + 3 * S))
                .as("a second again after an answer")
                .isTrue();
    }
}
