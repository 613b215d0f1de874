// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.kit.Wire;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Corners where two things happen at once: memory stays bounded, nothing waits for ever, and nobody is forgotten. */
@Tag("thorough")
class ReviewIT {

    private static final int MIB = 1 << 20;

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            if (!latch.await(RawClient.PATIENCE_MS, TimeUnit.MILLISECONDS)) {
                throw new IOException("waited and nothing came");
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Counts until nothing was added for a while or {@code enough} is reached. */
    private static long whenStill(AtomicLong counter, long enough) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        long last = -1;
        while (counter.get() != last && counter.get() < enough) {
            last = counter.get();
            assertThat(never.await(500, TimeUnit.MILLISECONDS)).isFalse();
        }
        return counter.get();
    }

    private static Thread background(Stand.Case body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static long directMemory() {
        return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                .metric()
                .usedDirectMemory();
    }

    @Test
    void releasesAHalfAnswerWhenTheClientGoes() throws Exception {
        String half = "HTTP/1.1 200 OK\r\nX: " + "x".repeat(30_000);
        try (Stand stand = Stand.of(1, s -> s).on("/half", (peer, head) -> {
            peer.body();
            peer.write("HTTP/1.1 103 Early Hints\r\n\r\n");
            peer.write(half);
            peer.awaitEnd();
        })) {
            long before = 0;
            for (int i = 0; i < 400; i++) {
                if (i == 100) {
                    before = directMemory();
                }
                try (RawClient client = stand.connect()) {
                    client.send(get("/half"));
                    client.next("GET");
                    client.abort();
                }
            }
            stand.settle();
            assertThat(directMemory() - before).isLessThan(8 * MIB);
        }
    }

    @Test
    void doesNotHeapUpInterimAnswersForAClientThatDoesNotRead() throws Exception {
        AtomicLong sent = new AtomicLong();
        String hint = "HTTP/1.1 103 Early Hints\r\nLink: " + "x".repeat(8_000) + "\r\n\r\n";
        try (Stand stand = Stand.of(1, s -> s).on("/hints", (peer, head) -> {
                    peer.body();
                    while (sent.get() < 64 * MIB) {
                        peer.write(hint);
                        sent.addAndGet(hint.length());
                    }
                    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                });
                RawClient client = stand.connect()) {
            client.send(get("/hints"));
            assertThat(whenStill(sent, 64 * MIB)).isLessThan(40 * MIB);
            assertThat(client.response("GET").text()).isEqualTo("ok");
            assertThat(client.interims())
                    .allSatisfy(hinted -> assertThat(hinted.status()).isEqualTo(103));
        }
    }

    @Test
    void doesNotHeapUpRequestsOfAClientThatReadsNoAnswers() throws Exception {
        AtomicLong sent = new AtomicLong();
        byte[] many = Wire.bytes(get("/" + "n".repeat(1000)).repeat(16));
        try (Stand stand = Stand.of(1, s -> s.route("elsewhere", null, "shop"));
                RawClient client = stand.connect()) {
            long before = directMemory();
            Thread sender = background(() -> {
                while (sent.get() < 96 * MIB) {
                    client.send(many);
                    sent.addAndGet(many.length);
                }
            });
            assertThat(whenStill(sent, 96 * MIB)).isLessThan(64 * MIB);
            assertThat(directMemory() - before).isLessThan(2 * MIB);
            assertThat(sender.isAlive()).as("the connection is kept").isTrue();
            for (int i = 0; i < 4 * sent.get() / many.length; i++) {
                assertThat(client.response("GET").status()).isEqualTo(404);
            }
        }
    }

    @Test
    void answersEveryPipelinedRequestOfAClientThatHasFinished() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (Stand stand = Stand.of(1, s -> s.route("a", null, "shop")).on("/slow", (peer, head) -> {
                    peer.body();
                    await(go);
                    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nslow");
                });
                RawClient client = stand.connect()) {
            String unknown = "GET / HTTP/1.1\r\nHost: nowhere\r\n\r\n";
            client.send(get("/slow") + unknown + unknown + get("/last")).halfClose();
            assertThat(client.silentFor(200)).isTrue();
            go.countDown();
            assertThat(client.response("GET").text()).isEqualTo("slow");
            assertThat(client.response("GET").status()).isEqualTo(404);
            assertThat(client.response("GET").status()).isEqualTo(404);
            assertThat(client.response("GET").value("X-Seen")).isEqualTo("GET /last");
            client.end();
        }
    }

    @Test
    void usesAConnectionThatComesBackWhileAnotherIsWaitedFor() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (ScriptedNode node = ScriptedNode.start("n1").on("/hold", (peer, head) -> {
                    peer.body();
                    await(go);
                    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nheld");
                });
                TestDispatcher dispatcher = TestDispatcher.start(
                        TestSettings.of().limited(node, Integer.MAX_VALUE, 1).loops(1));
                RawClient first = dispatcher.connect();
                RawClient second = dispatcher.connect()) {
            first.send(get("/hold"));
            Until.holds("the first request is at the node", () -> !node.peers().isEmpty());
            second.send("POST /waits HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody");
            assertThat(second.silentFor(200)).isTrue();
            go.countDown();
            assertThat(first.response("GET").text()).isEqualTo("held");
            assertThat(second.response("POST").text()).isEqualTo("body");
        }
    }

    @Test
    void takesAnEmptyLineBetweenRequestsForNothing() throws Exception {
        try (Stand stand = Stand.of(1, s -> s.clientTimeouts(300, 300, 300));
                RawClient client = stand.connect()) {
            client.send(get("/a") + "\r\n");
            assertThat(client.response("GET").status()).isEqualTo(200);
            client.send("\r\n" + get("/b") + "\r\n\r\n");
            assertThat(client.response("GET").status()).isEqualTo(200);
            client.end();
        }
    }

    @Test
    void answersAMalformedHeadRequestWithoutABody() throws Exception {
        try (Stand stand = Stand.of(1, s -> s)) {
            for (Map.Entry<String, Integer> each : Map.of(
                            "HEAD / HTTP/1.1\r\n\r\n", 400,
                            "HEAD / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400,
                            "HEAD / HTTP/3.1\r\n\r\n", 505)
                    .entrySet()) {
                try (RawClient client = stand.connect()) {
                    client.send(each.getKey());
                    assertThat(client.response("HEAD").status())
                            .as(each.getKey())
                            .isEqualTo(each.getValue());
                    client.end();
                }
            }
        }
    }

    @Test
    void saysToAnOldClientThatItsConnectionIsKeptOrEndsIt() throws Exception {
        try (Stand stand = Stand.of(1, s -> s.route("elsewhere", null, "shop"));
                RawClient client = stand.connect()) {
            client.send("GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n");
            Message answer = client.response("GET");
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.value("Connection")).isEqualToIgnoringCase("close");
            client.end();
        }
    }

    @Test
    void refusesAtOnceWhatCannotBecomeARequest() throws Exception {
        String chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n";
        try (Stand stand = Stand.of(1, s -> s)) {
            for (String request : new String[] {
                "GET / HTTP/\r\n\r\n",
                "GET / HTTP/1\n\n",
                chunked + "A: b\n\n",
                chunked + "A: b\r\r",
                chunked + "A: b\nC: d\r\n",
            }) {
                Stand.naming("refused at once", request, () -> {
                    try (RawClient client = stand.connect()) {
                        client.send(request);
                        assertThat(client.response("POST").status()).isEqualTo(400);
                        client.end();
                    }
                });
            }
        }
    }

    @Test
    void refusesAtOnceWhatCannotBecomeAnAnswer() throws Exception {
        try (Stand stand = Stand.of(1, s -> s)) {
            for (String raw : new String[] {"HTTP/1.1\r\n\r\n", "HTTP/1\r\n", "HTTP/1.1 20\n\n"}) {
                stand.on("/bad", (peer, head) -> {
                    peer.body();
                    peer.write(raw);
                    peer.awaitEnd();
                });
                try (RawClient client = stand.connect()) {
                    client.send(get("/bad"));
                    assertThat(client.response("GET").status()).as(raw).isEqualTo(502);
                }
            }
        }
    }

    @Test
    void resetsAClientThatHangsUpInsideItsBodyWhileAnAnswerWithoutAnEndFlows() throws Exception {
        try (Stand stand = Stand.of(1, s -> s)) {
            stand.on("/early", (peer, head) -> {
                peer.write("HTTP/1.1 200 OK\r\n\r\nabc");
                peer.awaitEnd();
            });
            try (RawClient client = stand.connect()) {
                client.send("POST /early HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello");
                client.head("POST");
                client.bytes(3);
                client.halfClose();
                client.rest();
                assertThat(client.ending()).isEqualTo(RawClient.Ending.RESET);
            }
        }
    }
}
