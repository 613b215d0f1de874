// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.kit.Wire;
import io.evenkeel.dispatcher.node.Decision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Limits of messages and nodes, the queue, the unit of assignment and routes. */
class CapacityIT {

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }

    private static void refused(Stand stand, int status, String request) throws Exception {
        Stand.naming("refused with " + status, request.substring(0, Math.min(request.length(), 100)), () -> {
            long before = stand.receivedBytes();
            try (RawClient client = stand.connect()) {
                client.trySend(Wire.bytes(request));
                Message answer = client.response("GET");
                assertThat(answer.status()).isEqualTo(status);
                assertThat(answer.value("Connection")).isEqualToIgnoringCase("close");
                client.end();
            }
            assertThat(stand.receivedBytes()).isEqualTo(before);
        });
    }

    @Test
    void refusesWhatIsAboveTheConfiguredLimits() throws Exception {
        try (Stand stand = Stand.of(1, s -> s.limits(2000, 500, 20, 1000))) {
            refused(stand, 414, get("/" + "t".repeat(600)));
            refused(stand, 414, get("/" + "t".repeat(100_000)));
            refused(stand, 414, "GET /" + "t".repeat(100_000));
            refused(stand, 431, "GET / HTTP/1.1\r\nHost: a\r\nX: " + "v".repeat(3000) + "\r\n\r\n");
            refused(stand, 431, "GET / HTTP/1.1\r\nHost: a\r\nX: " + "v".repeat(300_000));
            refused(stand, 431, "GET / HTTP/1.1\r\nHost: a\r\n" + "X".repeat(3000) + ": v\r\n\r\n");
            refused(stand, 431, "GET / HTTP/1.1\r\nHost: a\r\n" + "X: v\r\n".repeat(21) + "\r\n");
            refused(stand, 431, "GET / HTTP/1.1\r\nHost: a\r\n" + "X: vvvvvvvvvvvvvvvvvvvvvvvvvvv\r\n".repeat(2000));
            refused(stand, 413, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n" + "x".repeat(1001));
            refused(stand, 413, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\nExpect: 100-continue\r\n\r\n");
            refused(stand, 413, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9223372036854775807\r\n\r\n");
        }
    }

    @Test
    void passesWhatIsExactlyAtTheLimits() throws Exception {
        try (Stand stand = Stand.of(1, s -> s.limits(2000, 500, 20, 1000));
                RawClient client = stand.connect()) {
            client.send(get("/" + "t".repeat(499)));
            assertThat(client.response("GET").status()).isEqualTo(200);
            client.send("GET / HTTP/1.1\r\nHost: a\r\n" + "X: v\r\n".repeat(19) + "\r\n");
            assertThat(client.response("GET").status()).isEqualTo(200);
            String head = "GET / HTTP/1.1\r\nHost: a\r\nX: ";
            client.send(head + "v".repeat(2000 - head.length() - 4) + "\r\n\r\n");
            assertThat(client.response("GET").status()).isEqualTo(200);
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n" + "x".repeat(1000));
            assertThat(client.response("POST").body()).hasSize(1000);
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + Wire.chunked("x".repeat(1000), 7));
            assertThat(client.response("POST").body()).hasSize(1000);
        }
    }

    @Test
    void endsAChunkedBodyThatGrowsAboveTheLimit() throws Exception {
        try (Stand stand = Stand.of(1, s -> s.limits(2000, 500, 20, 1000))) {
            try (RawClient client = stand.connect()) {
                client.trySend(Wire.bytes("POST /grow HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + Wire.chunked("x".repeat(1001), 100)));
                assertThat(client.response("POST").status()).isEqualTo(413);
                client.end();
            }
            stand.settle();
            assertThat(stand.requestsTo("/grow")).isZero();
        }
    }

    @Test
    void letsTheNextTaskWaitUntilANodeHasRoom() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (ScriptedNode node = ScriptedNode.start("n1").on("/hold", holding(go));
                TestDispatcher dispatcher = TestDispatcher.start(
                        TestSettings.of().limited(node, 1, Integer.MAX_VALUE).queue(10, 20_000));
                RawClient first = dispatcher.connect();
                RawClient second = dispatcher.connect()) {
            first.send(get("/hold"));
            awaitInFlight(dispatcher);
            second.send(get("/waits"));
            assertThat(second.silentFor(300)).isTrue();
            assertThat(node.requests()).hasSize(1);
            go.countDown();
            assertThat(first.response("GET").text()).isEqualTo("held");
            assertThat(second.response("GET").value("X-Seen")).isEqualTo("GET /waits");
        }
    }

    @Test
    void refusesWhenTheQueueIsFullOrTooSlow() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (ScriptedNode node = ScriptedNode.start("n1").on("/hold", holding(go));
                TestDispatcher dispatcher = TestDispatcher.start(
                        TestSettings.of().limited(node, 1, Integer.MAX_VALUE).queue(1, 1000));
                RawClient first = dispatcher.connect();
                RawClient second = dispatcher.connect();
                RawClient third = dispatcher.connect()) {
            first.send(get("/hold"));
            awaitInFlight(dispatcher);
            second.send(get("/waits"));
            assertThat(second.silentFor(200)).isTrue();
            third.send(get("/too-many"));
            assertThat(third.response("GET").status()).isEqualTo(503);
            assertThat(second.response("GET").status()).isEqualTo(503);
            go.countDown();
            assertThat(first.response("GET").text()).isEqualTo("held");
            assertThat(node.requests()).hasSize(1);
        }
    }

    @Test
    void forgetsAWaitingTaskWhoseClientHasGone() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (ScriptedNode node = ScriptedNode.start("n1").on("/hold", holding(go));
                TestDispatcher dispatcher = TestDispatcher.start(
                        TestSettings.of().limited(node, 1, Integer.MAX_VALUE).queue(1, 20_000));
                RawClient first = dispatcher.connect()) {
            first.send(get("/hold"));
            awaitInFlight(dispatcher);
            try (RawClient gone = dispatcher.connect()) {
                gone.send("POST /gone HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
                assertThat(gone.silentFor(200)).isTrue();
                gone.abort();
            }
            Until.holds(
                    "the queue to notice",
                    () -> dispatcher.control().cluster("shop").counts().waiting() == 0);
            go.countDown();
            assertThat(first.response("GET").text()).isEqualTo("held");
            first.send(get("/after"));
            assertThat(first.response("GET").status()).isEqualTo(200);
            assertThat(node.requests()).noneMatch(m -> m.path().equals("/gone"));
        }
    }

    private static io.evenkeel.dispatcher.kit.Script holding(CountDownLatch go) {
        return (peer, head) -> {
            peer.body();
            try {
                if (!go.await(10, TimeUnit.SECONDS)) {
                    throw new IOException("held too long");
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nheld");
        };
    }

    private static void awaitInFlight(TestDispatcher dispatcher) {
        Until.holds(
                "a node",
                () -> dispatcher
                                .control()
                                .cluster("shop")
                                .nodes()
                                .get(0)
                                .counts()
                                .inFlight()
                        > 0);
    }

    @Test
    void opensNoMoreConnectionsThanANodeMayHave() throws Exception {
        try (ScriptedNode node = ScriptedNode.start("n1");
                TestDispatcher dispatcher = TestDispatcher.start(
                        TestSettings.of().limited(node, Integer.MAX_VALUE, 2).queue(100, 20_000))) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                RawClient client = dispatcher.connect();
                clients.add(client);
                client.send(get("/c" + i));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(clients.get(i).response("GET").value("X-Seen")).isEqualTo("GET /c" + i);
                clients.get(i).close();
            }
            assertThat(node.peers().stream().filter(p -> !p.isOver())).hasSizeLessThanOrEqualTo(2);
        }
    }

    @Test
    void spreadsRequestsOfOneConnectionInTurn() throws Exception {
        try (Stand stand = Stand.of(3, s -> s);
                RawClient client = stand.connect()) {
            Map<String, Integer> seen = new HashMap<>();
            String last = "";
            for (int i = 0; i < 30; i++) {
                client.send(get("/rr" + i));
                String node = client.response("GET").value("X-Node");
                assertThat(node).isNotEqualTo(last);
                last = node;
                seen.merge(node, 1, Integer::sum);
            }
            assertThat(seen)
                    .containsOnlyKeys("n1", "n2", "n3")
                    .allSatisfy((n, count) -> assertThat(count).isEqualTo(10));
        }
    }

    @Test
    void spreadsRequestsOfManyConnectionsInTurn() throws Exception {
        try (Stand stand = Stand.of(3, s -> s)) {
            for (int i = 0; i < 30; i++) {
                try (RawClient client = stand.connect()) {
                    client.send(get("/rr" + i));
                    client.response("GET");
                }
            }
            assertThat(stand.node(1).requests()).hasSize(10);
            assertThat(stand.node(2).requests()).hasSize(10);
            assertThat(stand.node(3).requests()).hasSize(10);
        }
    }

    @Test
    void keepsAConnectionAtItsNodeWhenConnectionsAreAssigned() throws Exception {
        try (Stand stand = Stand.of(3, TestSettings::assignConnections)) {
            Map<String, Integer> seen = new HashMap<>();
            for (int c = 0; c < 6; c++) {
                try (RawClient client = stand.connect()) {
                    String home = "";
                    for (int i = 0; i < 5; i++) {
                        client.send(get("/stay"));
                        String node = client.response("GET").value("X-Node");
                        assertThat(home.isEmpty() || home.equals(node))
                                .as("%s after %s", node, home)
                                .isTrue();
                        home = node;
                    }
                    seen.merge(home, 1, Integer::sum);
                }
            }
            assertThat(seen)
                    .hasSize(3)
                    .allSatisfy((n, count) -> assertThat(count).isEqualTo(2));
        }
    }

    /**
     * Headroom's score is s x² for a request and s x for a session, x being 1 and the connections that the node has.
     * Some choices are recorded.
     */
    @Test
    void aConnectionThatIsAssignedIsPlacedAsASession() throws Exception {
        List<RawClient> clients = new ArrayList<>();
        try (Stand stand = Stand.of(1, settings -> settings.policy("headroom").assignConnections())) {
            List<Decision> decisions = List.of();
            while (decisions.size() < 2 && clients.size() < 500) {
                RawClient client = stand.connect();
                clients.add(client);
                client.send(get("/stay"));
                client.response("GET");
                Until.passed(10);
                decisions = stand.dispatcher().control().decisions("shop");
            }
            Decision.Candidate later = decisions.get(0).candidates().get(0);
            Decision.Candidate first = decisions.get(1).candidates().get(0);
            assertThat(later.inFlight()).isPositive();
            assertThat(later.score()).isCloseTo((1 + later.inFlight()) * first.score(), within(1e-9));
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void routesByHostAndPath() throws Exception {
        try (ScriptedNode shop = ScriptedNode.start("shop");
                ScriptedNode api = ScriptedNode.start("api");
                ScriptedNode wild = ScriptedNode.start("wild");
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of(shop)
                        .cluster("api", api)
                        .cluster("wild", wild)
                        .route("shop.example", "/api", "api")
                        .route("shop.example", null, "shop")
                        .route("*.example.org", null, "wild")
                        .route(null, "/only", "api"));
                RawClient client = dispatcher.connect()) {
            String[][] table = {
                {"shop.example", "/", "shop"},
                {"SHOP.example", "/", "shop"},
                {"shop.example:8080", "/x", "shop"},
                {"shop.example", "/api", "api"},
                {"shop.example", "/api/", "api"},
                {"shop.example", "/api/x?y", "api"},
                {"shop.example", "/api?y", "api"},
                {"shop.example", "/apix", "shop"},
                {"shop.example", "/x/api", "shop"},
                {"a.example.org", "/", "wild"},
                {"a.b.example.org", "/", "wild"},
                {"other", "/only", "api"},
                {"other", "/only/x", "api"},
            };
            for (String[] row : table) {
                client.send("GET " + row[1] + " HTTP/1.1\r\nHost: " + row[0] + "\r\n\r\n");
                assertThat(client.response("GET").value("X-Node"))
                        .as("%s%s", row[0], row[1])
                        .isEqualTo(row[2]);
            }
            client.send("GET http://shop.example/api HTTP/1.1\r\nHost: other\r\n\r\n");
            assertThat(client.response("GET").value("X-Node"))
                    .as("an absolute target")
                    .isEqualTo("api");
            for (String host : List.of("example.org", "evilexample.org", "none")) {
                client.send("GET /none HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
                assertThat(client.response("GET").status())
                        .as("host '%s'", host)
                        .isEqualTo(404);
            }
            client.send("GET /none HTTP/1.1\r\nHost: \r\n\r\n");
            assertThat(client.response("GET").status()).as("no host").isEqualTo(400);
        }
    }

    @Test
    void believesForwardingFieldsOfTrustedNetworks() throws Exception {
        try (Stand stand = Stand.of(1, s -> s.trusting("127.0.0.0/8"));
                RawClient client = stand.connect()) {
            client.send(
                    "GET /f HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: public\r\n\r\n");
            client.response("GET");
            Message got = stand.requests().get(0);
            assertThat(got.value("X-Forwarded-For")).isEqualTo("192.0.2.1, 127.0.0.1");
            assertThat(got.value("X-Forwarded-Proto")).isEqualTo("https");
            assertThat(got.value("X-Forwarded-Host")).isEqualTo("public");
            assertThat(got.value("X-Forwarded-Port")).isEqualTo("443");
        }
    }

    @Test
    void removesSpoofedFieldsWhereItAddsNone() throws Exception {
        try (Stand stand = Stand.of(1, s -> s.forward(false, false, false));
                RawClient client = stand.connect()) {
            client.send(
                    "GET /f HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 6.6.6.6\r\nForwarded: for=6.6.6.6\r\nX-Forwarded-Proto: https\r\n\r\n");
            client.response("GET");
            Message got = stand.requests().get(0);
            assertThat(got.has("X-Forwarded-For")
                            || got.has("Forwarded")
                            || got.has("X-Forwarded-Proto")
                            || got.has("Via"))
                    .isFalse();
        }
    }

    @Test
    void opensAConnectionForEachRequestWithoutAPool() throws Exception {
        try (Stand stand = Stand.of(1, s -> s.pooled(0));
                RawClient client = stand.connect()) {
            for (int i = 0; i < 5; i++) {
                client.send(get("/p" + i));
                assertThat(client.response("GET").value("X-Seen")).isEqualTo("GET /p" + i);
            }
            assertThat(stand.node().peers()).hasSize(5);
        }
    }

    @Test
    void sharesFewNodeConnectionsAmongManyIdleClients() throws Exception {
        try (Stand stand = Stand.of(1, s -> s.loops(1))) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                RawClient client = stand.connect();
                clients.add(client);
                client.send(get("/i" + i));
                assertThat(client.response("GET").status()).isEqualTo(200);
            }
            assertThat(stand.node().peers()).hasSize(1);
            for (RawClient client : clients) {
                client.close();
            }
        }
    }
}
