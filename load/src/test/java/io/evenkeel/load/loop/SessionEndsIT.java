// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.evenkeel.load.ClosedPlan;
import io.evenkeel.load.Limits;
import io.evenkeel.load.LoadSummary;
import io.evenkeel.load.OnFailure;
import io.evenkeel.load.OpenPlan;
import io.evenkeel.load.Ramp;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.UserRequests;
import io.evenkeel.load.UserSessions;
import io.evenkeel.simulator.chance.Distribution;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The ends of sessions, on a server that can lose them. */
class SessionEndsIT {

    private static final int THINK_MS = 2;

    private HttpServer server;
    private UserBehaviour work;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        work = UserBehaviour.of(UserRequests.One.get(uri))
                .thinking(Distribution.parse(THINK_MS + "ms"))
                .inSessions(Distribution.parse("5"));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void serve(HttpHandler handler) {
        server.createContext("/", handler);
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private static Limits limits(long requests) {
        return new Limits(Duration.ofSeconds(60), requests, 1, 1);
    }

    private static LoadSummary run(UserBehaviour work, int requests) throws InterruptedException {
        try (LoadHandle load = ClosedLoop.start(new ClosedPlan(work, 1, Ramp.NONE, limits(requests)), seen -> {})) {
            load.await();
            return load.report();
        }
    }

    @Test
    void aSessionIsCompletedWhenItsUserHasDoneEverything() throws Exception {
        AtomicInteger sessions = new AtomicInteger();
        serve(exchange -> {
            if (!exchange.getRequestHeaders().containsKey("Cookie")) {
                exchange.getResponseHeaders().add("Set-Cookie", "JSESSIONID=" + sessions.incrementAndGet() + ".a");
            }
            answer(exchange, 200);
        });

        LoadSummary closed = run(work, 18);

        assertThat(closed.failuresByKind()).isEmpty();
        UserSessions seen = closed.sessions();
        assertThat(seen.completed()).isEqualTo(3);
        assertThat(seen.broken() + seen.aborted()).isZero();
        assertThat(seen.unfinished()).as("three requests of a fourth").isEqualTo(1);
        assertThat(seen.meanRequests()).isEqualTo(5);
        assertThat(seen.timeUs().getMinValue()).as("four times thinking").isGreaterThanOrEqualTo(4 * 1000 * THINK_MS);
        assertThat(sessions).hasValue(4);

        OpenPlan arrivals = new OpenPlan(work, 500, "constant", 20, limits(50));
        try (LoadHandle load = OpenLoop.start(arrivals)) {
            load.await();
            UserSessions open = load.report().sessions();
            assertThat(5 * open.completed()).isLessThanOrEqualTo(50);
            assertThat(open.unfinished()).as("one for each user at most").isLessThanOrEqualTo(20);
            assertThat(5 * open.completed() + 4 * open.unfinished())
                    .as("the fifty requests belong to these sessions, at most four to an unfinished one")
                    .isGreaterThanOrEqualTo(50);
        }
    }

    @Test
    void aServerThatReplacesTheCookieBreaksTheSession() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        serve(exchange -> {
            int number = requests.incrementAndGet();
            // A session for the first user, another in the middle of the visit, and the same one again with a route.
            String set = number == 1 ? "one.a" : number == 3 ? "two.b" : number == 7 ? "three.a" : "";
            if (!set.isEmpty()) {
                exchange.getResponseHeaders().add("Set-Cookie", "JSESSIONID=" + set);
            }
            answer(exchange, 200);
        });

        LoadSummary report = run(work, 10);

        assertThat(report.failures()).as("every status was good").isZero();
        assertThat(report.sessions().broken()).isEqualTo(1);
        assertThat(report.sessions().completed()).as("the second user's").isEqualTo(1);
    }

    @Test
    void theNameOfTheCookieIsTheUsers() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        serve(exchange -> {
            exchange.getResponseHeaders().add("Set-Cookie", "SID=" + requests.incrementAndGet());
            answer(exchange, 200);
        });

        assertThat(run(work, 5).sessions().completed()).isEqualTo(1);
        assertThat(run(work.naming("SID"), 5).sessions().broken()).isEqualTo(1);
        assertThat(run(work.naming("SID").inSessions(null), 5).sessions().broken())
                .as("each session of a user without an end")
                .isEqualTo(4);
    }

    @Test
    void aFailureAbortsTheSessionUnlessItsRequestIsRepeated() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        serve(exchange -> answer(exchange, requests.incrementAndGet() % 10 == 2 ? 503 : 200));

        UserSessions gone =
                run(work.onFailure(OnFailure.GO_ON, Duration.ZERO), 10).sessions();
        assertThat(gone.aborted()).isEqualTo(1);
        assertThat(gone.completed()).isEqualTo(1);

        requests.set(0);
        UserSessions repeated =
                run(work.onFailure(OnFailure.RETRY, Duration.ZERO), 6).sessions();
        assertThat(repeated.aborted()).isZero();
        assertThat(repeated.completed()).isEqualTo(1);
        assertThat(repeated.meanRequests()).isEqualTo(6);

        requests.set(0);
        UserSessions fresh =
                run(work.onFailure(OnFailure.NEW_SESSION, Duration.ZERO), 7).sessions();
        assertThat(fresh.aborted()).isEqualTo(1);
        assertThat(fresh.completed()).isEqualTo(1);
    }
}
