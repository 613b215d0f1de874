// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.load.Limits;
import io.evenkeel.load.SessionEnd;
import io.evenkeel.load.UserSessions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class VisitorSessionTest {

    private static final long MS = 1_000_000;

    private final Course course = new Course(Limits.of(Duration.ofMinutes(1), 1), finished -> {});

    private UserSessions counted() {
        return course.meter.report().sessions();
    }

    @Test
    void theTimeOfASessionIsFromItsFirstRequestToItsLastAnswer() {
        VisitorSession session = new VisitorSession(course, 0, true);
        session.begin();
        session.asked(100 * MS);
        session.asked(500 * MS);
        session.ended(SessionEnd.COMPLETED, 700 * MS);

        assertThat(counted().completed()).isEqualTo(1);
        assertThat(counted().meanRequests()).isEqualTo(2);
        assertThat(counted().timeUs().getMaxValue()).isBetween(600_000L, 600_999L);
    }

    @Test
    void aVisitThatWasBrokenIsNeverCompleted() {
        VisitorSession session = new VisitorSession(course, 0, true);
        session.begin();
        session.asked(0);
        session.ended(SessionEnd.BROKEN, MS);
        session.asked(2 * MS);
        session.ended(SessionEnd.ABORTED, 3 * MS);
        session.ended(SessionEnd.COMPLETED, 4 * MS);
        assertThat(counted().broken()).isEqualTo(1);
        assertThat(counted().ended()).as("counted once").isEqualTo(1);

        session.begin();
        session.asked(5 * MS);
        session.ended(SessionEnd.COMPLETED, 6 * MS);
        assertThat(counted().completed()).as("of the next visitor").isEqualTo(1);
    }

    @Test
    void aVisitorWithoutAnEndBeginsAnotherSessionAfterALostOne() {
        VisitorSession session = new VisitorSession(course, 0, false);
        session.begin();
        session.asked(0);
        session.ended(SessionEnd.BROKEN, MS);
        session.asked(2 * MS);
        session.ended(SessionEnd.ABORTED, 3 * MS);
        session.asked(4 * MS);
        session.ended(SessionEnd.COMPLETED, 5 * MS);
        session.ended(SessionEnd.UNFINISHED, 6 * MS);

        UserSessions seen = counted();
        assertThat(seen.broken()).isEqualTo(1);
        assertThat(seen.aborted()).isEqualTo(1);
        assertThat(seen.completed()).isEqualTo(1);
        assertThat(seen.unfinished()).as("none was open").isZero();
    }
}
