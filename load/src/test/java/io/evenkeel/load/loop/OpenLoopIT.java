// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.evenkeel.load.FailureKind;
import io.evenkeel.load.Limits;
import io.evenkeel.load.LoadSummary;
import io.evenkeel.load.OpenPlan;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.UserRequests;
import io.evenkeel.simulator.chance.Distribution;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Bounds on times are one-sided: a busy machine makes them longer, never shorter. */
class OpenLoopIT {

    private static OpenPlan plan(UserBehaviour work, double perSecond, int users, long requests, int threads) {
        return new OpenPlan(
                work, perSecond, "constant", users, new Limits(Duration.ofSeconds(60), requests, threads, 1));
    }

    @Test
    void everyArrivalIsSentOnceWhateverTheNumberOfThreads() throws Exception {
        for (int threads = 1; threads <= 2; threads++) {
            try (TimedServer server = new TimedServer(1);
                    LoadHandle loop = OpenLoop.start(
                            plan(UserBehaviour.of(UserRequests.One.get(server.uri("/a"))), 500, 50, 300, threads))) {
                loop.await();
                LoadSummary report = loop.report();
                assertThat(report.failuresByKind()).isEmpty();
                assertThat(report.requests()).isEqualTo(300);
                assertThat(server.requests).hasValue(300);
                assertThat(report.nodes()).containsOnlyKeys("here");
                assertThat(report.curves().latencyUs().getTotalCount()).isEqualTo(300);
                loop.close();
                assertThatCode(loop::close).as("closed twice").doesNotThrowAnyException();
            }
        }
    }

    /**
     * One connection, a request each 10 ms, and a server that stalls for 500 ms: some fifty requests are due during the
     * stall and wait 250 ms on average. A generator that omits them shows one long answer.
     */
    @Test
    void aStallIsSeenByAllWhoShouldHaveBeenSent() throws Exception {
        try (TimedServer server = new TimedServer(1)) {
            server.stallFromTheFirst(500);
            try (LoadHandle loop =
                    OpenLoop.start(plan(UserBehaviour.of(UserRequests.One.get(server.uri("/"))), 100, 1, 100, 1))) {
                loop.await();
                LoadSummary.Curves curves = loop.report().curves();
                assertThat(curves.latencyUs().getCountBetweenValues(200_000, 60_000_000))
                        .as("meant to be sent in the first 300 ms of the stall")
                        .isGreaterThanOrEqualTo(28);
                assertThat(curves.fromSentUs().getCountBetweenValues(200_000, 60_000_000))
                        .as("sent then")
                        .isLessThan(curves.latencyUs().getCountBetweenValues(200_000, 60_000_000));
                assertThat(curves.waited()).isGreaterThanOrEqualTo(28);
            }
        }
    }

    @Test
    void sessionsAreNewUsersWithCookiesOfTheirOwn() throws Exception {
        try (TimedServer server = new TimedServer(0)) {
            UserBehaviour work =
                    UserBehaviour.of(UserRequests.One.get(server.uri("/s"))).inSessions(Distribution.parse("3"));
            OpenPlan plan = new OpenPlan(work, 100, "poisson", 50, new Limits(Duration.ofSeconds(60), 60, 1, 1));
            try (LoadHandle loop = OpenLoop.start(plan)) {
                loop.await();
                assertThat(loop.report().failuresByKind()).isEmpty();
                assertThat(loop.report().requests()).isEqualTo(60);
                // The budget of 60 requests is shared by all sessions: twenty sessions when none overlap.
                assertThat(server.connections.get()).isBetween(20, 60);
                assertThat(server.cookies).as("a cookie for each connection").hasSizeGreaterThan(10);
            }
        }
    }

    @Test
    void whoWaitsForAConnectionTooLongHasFailed() throws Exception {
        try (TimedServer server = new TimedServer(0)) {
            server.stallFromTheFirst(60_000);
            UserBehaviour work =
                    UserBehaviour.of(UserRequests.One.get(server.uri("/"))).within(Duration.ofMillis(300));
            try (LoadHandle loop = OpenLoop.start(plan(work, 100, 1, 20, 1))) {
                loop.await();
                assertThat(loop.report().failuresByKind()).isEqualTo(Map.of(FailureKind.TIMEOUT, 20L));
            }
        }
    }

    @Test
    void itCanBeClosedWhileUsersWait() throws Exception {
        try (TimedServer server = new TimedServer(5)) {
            UserBehaviour work = UserBehaviour.of(UserRequests.One.get(server.uri("/")))
                    .thinking(Distribution.parse("1h"))
                    .inSessions(Distribution.parse("100"));
            LoadHandle loop = OpenLoop.start(plan(work, 200, 10, Long.MAX_VALUE, 2));
            while (loop.report().requests() < 5) {
                Thread.onSpinWait();
            }
            loop.close();
            assertThat(loop.report().failuresByKind()).isEmpty();
        }
    }
}
