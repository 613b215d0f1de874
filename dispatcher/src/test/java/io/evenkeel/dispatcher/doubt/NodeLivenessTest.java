// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.doubt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeLivenessTest {

    private static final long MS = 1_000_000;
    private static final long S = 1_000 * MS;
    private static final long RESPONSE = 60 * S;

    private final NodeLiveness liveness = new NodeLiveness(0);

    private long patienceMs(long nowNs) {
        return liveness.patienceNs(RESPONSE, nowNs) / MS;
    }

    @Test
    void isPatientByWhatIsUsualForTheNode() {
        assertThat(patienceMs(S))
                .as("before the first answer: a fifth of the timeout")
                .isEqualTo(12_000);
        for (int i = 0; i < 100; i++) {
            liveness.took(5 * MS);
        }
        assertThat(patienceMs(S)).as("the least").isEqualTo(100);
        for (int i = 0; i < 200; i++) {
            liveness.took(50 * MS);
        }
        assertThat(patienceMs(S)).as("eight times the mean").isBetween(395L, 400L);
        for (int i = 0; i < 200; i++) {
            liveness.took(5 * S);
        }
        assertThat(patienceMs(S)).as("the most").isEqualTo(12_000);
        liveness.renew();
        assertThat(patienceMs(S)).isEqualTo(12_000);
    }

    @Test
    void oneSlowAnswerIsEnoughForTheNextToBeWaitedFor() {
        for (int i = 0; i < 100; i++) {
            liveness.took(5 * MS);
        }
        liveness.took(500 * MS);
        assertThat(patienceMs(S)).isGreaterThanOrEqualTo(500);
    }

    @Test
    void isAliveByAnswersAndByChecks() {
        liveness.answered(3 * S);
        assertThat(liveness.aliveNs()).isEqualTo(3 * S);
        liveness.checked(5 * S);
        assertThat(liveness.aliveNs()).isEqualTo(5 * S);
        assertThat(liveness.answeredNs()).isEqualTo(3 * S);
    }

    @Test
    void aDoubtIsConfirmedByACheckThatIsOutForAsLong() {
        assertThat(liveness.unanswered(100 * MS, S)).isFalse();
        assertThat(liveness.doubt(S)).isTrue();
        assertThat(liveness.doubt(S)).as("once").isFalse();
        assertThat(liveness.unanswered(100 * MS, 2 * S)).as("nobody has asked").isFalse();
        liveness.asked(2 * S);
        liveness.asked(2 * S + 90 * MS);
        assertThat(liveness.unanswered(100 * MS, 2 * S + 100 * MS)).isFalse();
        assertThat(liveness.unanswered(100 * MS, 2 * S + 101 * MS)).isTrue();
        liveness.trust(true, 4 * S);
        assertThat(liveness.doubted()).isFalse();
        liveness.doubt(5 * S);
        liveness.refuted();
        assertThat(liveness.unanswered(100 * MS, 5 * S)).as("the check failed").isTrue();
    }

    @Test
    void needlessDoubtsMakeItMorePatientForAWhile() {
        liveness.took(MS);
        for (int i = 1; i <= 5; i++) {
            liveness.doubt(i * S);
            liveness.trust(true, i * S + 10 * MS);
        }
        assertThat(patienceMs(6 * S)).isEqualTo(800);
        assertThat(patienceMs(16 * S)).isEqualTo(100);
        liveness.doubt(20 * S);
        liveness.trust(true, 22 * S);
        assertThat(patienceMs(22 * S)).as("after a doubt of two seconds").isEqualTo(100);
        liveness.doubt(30 * S);
        liveness.trust(false, 30 * S + MS);
        assertThat(patienceMs(31 * S)).as("after an answer").isEqualTo(100);
    }

    @Test
    void isSecondedByAnotherLoopOnly() {
        assertThat(liveness.seconded(0, 100 * MS, S)).isFalse();
        assertThat(liveness.seconded(0, 100 * MS, S + MS)).isFalse();
        assertThat(liveness.seconded(1, 100 * MS, S + 50 * MS)).isTrue();
        assertThat(liveness.seconded(0, 100 * MS, S + 500 * MS))
                .as("long after")
                .isFalse();
    }

    @Test
    void isLeftAloneLongerEachTime() {
        long nowNs = S;
        for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 32}) {
            liveness.doubt(nowNs);
            assertThat(liveness.rested(nowNs + seconds * S - 1)).isFalse();
            assertThat(liveness.rested(nowNs + seconds * S)).as("%s s", seconds).isTrue();
            nowNs += 100 * S;
        }
        liveness.doubt(nowNs);
        liveness.trust(false, nowNs + S);
        liveness.doubt(nowNs + 2 * S);
        assertThat(liveness.rested(nowNs + 3 * S))
                .as("a second again after an answer")
                .isTrue();
    }
}
