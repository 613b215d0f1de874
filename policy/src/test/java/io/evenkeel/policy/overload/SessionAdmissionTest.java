// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

import static io.evenkeel.policy.overload.SessionAdmission.SessionAnswer.ADMITTED;
import static io.evenkeel.policy.overload.SessionAdmission.SessionAnswer.LATE;
import static io.evenkeel.policy.overload.SessionAdmission.SessionAnswer.NO_CAPACITY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SessionAdmissionTest {

    private static final long MS = 1_000_000;
    private static final double UNKNOWN = 0;

    private final SessionAdmission admission = new SessionAdmission(0);

    private int admittedOf(int sessions, double capacity, long ms) {
        return (int) IntStream.range(0, sessions)
                .filter(i -> admission.asks(capacity, ms * MS) == ADMITTED)
                .count();
    }

    /** Nine of ten requests go on; Z is 1 s, so 0.90 · 100/s · 1.2 s are 108 sessions. */
    private void longSessions() {
        for (int i = 0; i < 1_000; i++) {
            if (i % 10 == 0) {
                admission.asks(UNKNOWN, 0);
            } else {
                admission.passed(1_200 * MS, 0);
            }
        }
    }

    @Test
    void admitsTheSessionsThatTheNodesCanFinish() {
        longSessions();
        long later = 200_000;
        assertThat(admittedOf(300, 100, later)).isEqualTo(108);
        assertThat(admission.active(later * MS)).isEqualTo(108);
        assertThat(admission.asks(100, later * MS)).isEqualTo(NO_CAPACITY);
        assertThat(admission.asks(1_000, later * MS)).as("more nodes").isEqualTo(ADMITTED);
    }

    /** The nodes are those of all joined dispatchers, so are the sessions: 60 of another one leave 48 of 108. */
    @Test
    void sessionsOfJoinedDispatchersTakeTheirPart() {
        longSessions();
        admission.others(new OtherSessions(60, 1e9, 50));
        assertThat(admittedOf(300, 100, 200_000)).isEqualTo(48);

        admission.others(OtherSessions.NONE);
        assertThat(admittedOf(300, 100, 200_000)).as("it is gone").isEqualTo(60);
    }

    /** 100 sessions that think for 2.8 s beside 10 that think for 1 s: the mean cycle is 2.84 s, 255 sessions. */
    @Test
    void thinkTimesAreThoseOfAllRunningSessions() {
        longSessions();
        assertThat(admittedOf(10, UNKNOWN, 200_000)).isEqualTo(10);
        admission.others(new OtherSessions(100, 2.8e9, 50));
        assertThat(admission.asks(100, 200_000 * MS)).isEqualTo(ADMITTED);

        assertThat(admission.most(100)).isCloseTo(90 * (10 * 1.2 + 100 * 3.0) / 110, within(0.5));
    }

    @Test
    void sessionsThatAskNoMoreMakeRoomByAndBy() {
        longSessions();
        admittedOf(300, 100, 200_000);
        double soon = admission.active(201_000 * MS);
        double later = admission.active(204_000 * MS);
        assertThat(soon).isBetween(83.0, 98.0);
        assertThat(later).isBetween(5.0, 40.0);
        assertThat(admission.active(215_000 * MS)).isLessThan(1);
    }

    /** A session that asks again is the same session: it moves from where it stood. */
    @Test
    void aSessionCountsOnceHoweverOftenItAsks() {
        longSessions();
        admittedOf(10, UNKNOWN, 200_000);
        for (int second = 1; second <= 10; second++) {
            for (int i = 0; i < 10; i++) {
                admission.passed(1_000 * MS, (200_000 + 1_000L * second) * MS);
            }
        }
        assertThat(admission.active(210_000 * MS)).isCloseTo(10, within(0.1));
    }

    /** With nothing but the cookie of the dispatcher nobody knows how long a session was idle: rate times cycle. */
    @Test
    void requestsThatDoNotTellCountForACycle() {
        for (long ms = 0; ms < 10_000; ms += 10) {
            admission.passed(-1, ms * MS);
        }
        assertThat(admission.active(9_999 * MS)).isCloseTo(120, within(10.0));
        assertThat(admission.asks(100, 9_999 * MS)).isEqualTo(NO_CAPACITY);
        assertThat(admission.asks(200, 9_999 * MS)).isEqualTo(ADMITTED);
        assertThat(admission.active(12_000 * MS)).isZero();
    }

    @Test
    void requestsOfRunningSessionsAlwaysPassAndCount() {
        longSessions();
        for (int i = 0; i < 500; i++) {
            admission.passed(150_000 * MS, 200_000 * MS);
        }
        assertThat(admission.active(200_000 * MS)).isGreaterThan(400);
    }

    @Test
    void thinkTimeIsTheMeanOfTheFirstAndAMovingAverageThen() {
        assertThat(admission.thinkNs()).isEqualTo(1_000 * MS);
        admission.passed(2_200 * MS, 0);
        admission.passed(4_200 * MS, 0);
        assertThat(admission.thinkNs()).isEqualTo(3_000 * MS);
        for (int i = 0; i < 198; i++) {
            admission.passed(3_200 * MS, 0);
        }
        admission.passed(13_200 * MS, 0);
        assertThat(admission.thinkNs()).isCloseTo(3_050 * MS, within(MS));
        admission.passed(-1, 0);
        assertThat(admission.thinkNs()).as("one that is not known").isCloseTo(3_050 * MS, within(MS));
        assertThat(admission.most(100)).isCloseTo(0.90 * 325, within(1.0));
    }

    @Test
    void aUserWhoComesBackAfterHalfAnHourHasNotThoughtForSoLong() {
        for (int i = 0; i < 1_000; i++) {
            admission.passed(1_200 * MS, 100 * MS);
        }
        admission.passed(30 * 60_000 * MS, 100 * MS);
        assertThat(admission.thinkNs()).isBetween(999 * MS, 1_000 * MS);
    }

    /** A flood that finds the queue full would otherwise bring the mean down, and sessions in. */
    @Test
    void whoFoundNoPlaceInTheQueueHasNotWaited() {
        admission.granted(3_000 * MS, true, 100 * MS);
        for (int i = 0; i < 100; i++) {
            admission.left(0, true, 100 * MS);
        }
        assertThat(admittedOf(100, UNKNOWN, 250)).isEqualTo(90);
    }

    /** Nothing says that waits have become short while nobody gets a node and all find the queue full. */
    @Test
    void theChanceStaysWhileAllFindTheQueueFull() {
        for (int ms = 0; ms <= 3_000; ms += 100) {
            admission.granted(500 * MS, true, ms * MS);
        }
        double late = admission.chance();
        for (int ms = 3_300; ms <= 9_000; ms += 100) {
            admission.left(0, true, ms * MS);
        }
        assertThat(late).isLessThan(0.5);
        assertThat(admission.chance()).isBetween(late - 0.1, late);
    }

    @Test
    void aWaitForOneHomeNeitherRaisesNorLowersTheMean() {
        for (int look = 0; look < 20; look++) {
            long nowNs = 250L * look * MS;
            admission.granted(120 * MS, true, nowNs);
            for (int i = 0; i < 9; i++) {
                admission.granted(5_000 * MS, false, nowNs);
                admission.left(5_000 * MS, false, nowNs);
            }
        }
        assertThat(admission.chance()).as("120 ms are more than 110").isBetween(0.1, 0.2);
    }

    /** One of a hundred waited for a minute: the mean is 10 ms and not 600. */
    @Test
    void aSingleWaitCountsAsASecondAtMost() {
        for (int i = 0; i < 99; i++) {
            admission.granted(0, true, 100 * MS);
        }
        admission.granted(60_000 * MS, true, 100 * MS);
        admission.granted(0, true, 400 * MS);
        assertThat(admission.chance()).isEqualTo(1);
    }

    @Test
    void withoutAgentsTheWaitDecides() {
        assertThat(admittedOf(100, UNKNOWN, 0)).isEqualTo(100);
        admission.granted(111 * MS, true, 100 * MS);
        assertThat(admittedOf(100, UNKNOWN, 200)).as("before the first look").isEqualTo(100);
        assertThat(admittedOf(100, UNKNOWN, 250)).isEqualTo(90);
        assertThat(admission.chance()).isCloseTo(0.9, within(1e-9));
        admission.granted(0, true, 300 * MS);
        admission.granted(220 * MS, true, 300 * MS);
        assertThat(admission.asks(UNKNOWN, 500 * MS)).isEqualTo(LATE);
        assertThat(admission.chance()).as("a mean of 110 ms is not late").isCloseTo(0.92, within(1e-9));
    }

    /** So many looks at which tasks have waited for so long on average, one of them not at all, and a session asks. */
    private void looks(int count, long waitMs, double capacity) {
        for (int look = 1; look <= count; look++) {
            admission.granted(0, true, (200_000 + 250L * look - 1) * MS);
            admission.granted(2 * waitMs * MS, true, (200_000 + 250L * look - 1) * MS);
            admission.asks(capacity, (200_000 + 250L * look) * MS);
        }
    }

    @Test
    void theShareFallsWhileTasksWaitAndTheChanceStaysUpTo200Ms() {
        longSessions();
        looks(40, 190, 100);
        assertThat(admission.chance()).isEqualTo(1);
        assertThat(admission.most(100)).isLessThan(0.85 * 100 * 1.2);

        looks(60, 210, 100);
        assertThat(admission.chance()).as("waits grow in spite of the share").isLessThan(1);
    }

    @Test
    void theShareRisesWhileItKeepsSessionsOutAndNobodyWaits() {
        longSessions();
        looks(400, 0, 1);
        assertThat(admission.most(100)).isGreaterThan(0.95 * 100 * 1.2);
    }

    /** The probability aims at other waits than the share, which would fall to its bound meanwhile. */
    @Test
    void theShareStaysWhileItDoesNotDecide() {
        longSessions();
        looks(200, 105, UNKNOWN);
        assertThat(admission.most(100)).as("no agents").isCloseTo(0.90 * 100 * 1.2, within(0.1));

        admission.others(new OtherSessions(1, 1e9, 50));
        looks(40, 105, 100);
        admission.others(OtherSessions.NONE);
        assertThat(admission.most(100)).as("joined").isCloseTo(0.90 * 100 * 1.2, within(0.1));
    }

    /** The wait of the evening is not that of the morning. */
    @Test
    void aPauseIsOneWithoutWaits() {
        longSessions();
        looks(20, 5_000, 100);
        admission.granted(0, true, 4_000_000 * MS);
        assertThat(admission.most(100)).isCloseTo(0.90 * 100 * 1.2, within(0.1));
    }

    @Test
    void theChanceHasAFloorAndComesBackInQuietTimes() {
        for (long ms = 0; ms < 60_000; ms += 250) {
            admission.granted(500 * MS, true, ms * MS);
        }
        assertThat(admission.chance()).isEqualTo(0.02);
        assertThat(admittedOf(100, UNKNOWN, 60_000)).isEqualTo(2);
        assertThat(admittedOf(1, UNKNOWN, 90_000)).isEqualTo(1);
        assertThat(admission.chance()).isEqualTo(1);
    }

    @Test
    void aLongPauseForgetsEverySession() {
        longSessions();
        admittedOf(300, 100, 200_000);
        assertThat(admission.active(1_000_000 * MS)).isZero();
    }

    /** Agents tell 200 a second; while each task has to wait, one is done every 25 ms. */
    @Test
    void nodesAreNotBelievedToDoMoreThanTheyDoWhileTasksWait() {
        longSessions();
        assertThat(admission.most(200)).isCloseTo(0.90 * 200 * 1.2, within(0.1));
        for (long ms = 1; ms <= 10_001; ms += 25) {
            admission.granted(10 * MS, true, ms * MS);
        }
        assertThat(admission.most(200)).as("40 a second").isCloseTo(0.90 * 40 * 1.2, within(1.0));
        assertThat(admission.most(20)).as("agents that tell less").isCloseTo(0.90 * 20 * 1.2, within(0.1));
        for (long ms = 10_025; ms <= 500_000; ms += 25) {
            admission.granted(0, true, ms * MS);
        }
        assertThat(admission.most(200)).as("forgotten in minutes").isCloseTo(0.90 * 200 * 1.2, within(0.1));
    }
}
