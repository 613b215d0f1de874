// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static io.evenkeel.dispatcher.kit.AnyClient.UNTOLD;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.kit.AnyClient;
import io.evenkeel.dispatcher.kit.Asked;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Question;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.Script;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.StreamClient;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.node.AdminState;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that goes wrong on the way of a request, which every client sees as clearly, whatever it speaks. */
@Tag("thorough")
class ProtocolFaultsIT {

    private static final int SHORT_MS = 300;
    private static final int LONG_MS = 20_000;

    static List<Speech> speeches() {
        return Speech.all().toList();
    }

    static List<Speech> http2() {
        return Speech.http2().toList();
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

    private static long inFlight(Control control) {
        return control.cluster("shop").nodes().stream()
                .mapToLong(node -> node.counts().inFlight())
                .sum();
    }

    private static Script holding(CountDownLatch go) {
        return (peer, head) -> {
            peer.body();
            await(go);
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nheld");
        };
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void aCutAnswerIsVisiblyCut(Speech speech) throws Exception {
        String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        List<Script> scripts = List.of(
                Script.answerAndClose("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"),
                Script.answerAndClose("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\nhello"),
                Script.answerAndClose(chunked + "5\r\nhello\r\n"),
                Script.answerAndClose(chunked + "7\r\nhello"),
                Script.answerAndClose(chunked + "5\r\nhello\r\n0\r\n"),
                Script.answerAndClose(chunked + "5\r\nhello\r\n0\r\nX: y\r\n"),
                Script.answerAndClose("HTTP/1.1 103 E\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"));
        try (Stand stand = speech.stand(1, s -> s)) {
            for (Script each : scripts) {
                stand.on("/cut", each);
                try (AnyClient client = speech.connect(stand)) {
                    assertThat(client.ask(Question.get("/cut")).cut()).contains("hello");
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void anAnswerThatANodeResetsIsVisiblyCut(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s)) {
            for (String framing : List.of("Content-Length: 99\r\n", "Transfer-Encoding: chunked\r\n", "")) {
                CountDownLatch seen = new CountDownLatch(1);
                stand.on("/reset", (peer, head) -> {
                    peer.body();
                    peer.write("HTTP/1.1 200 OK\r\n" + framing + "\r\n"
                            + (framing.startsWith("T") ? "63\r\nhello" : "hello"));
                    await(seen);
                    peer.reset();
                });
                try (AnyClient client = speech.connect(stand)) {
                    Asked asked = client.ask(Question.get("/reset"));
                    asked.head();
                    seen.countDown();
                    assertThat(asked.cut()).contains("hello");
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void aMalformedAnswerIsABadGateway(Speech speech) throws Exception {
        List<String> answers = List.of(
                "",
                "garbage\r\n\r\n",
                "HTTP/1.1 200",
                "HTTP/1.1 200 OK\r\nX Y: z\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
                "HTTP/1.1 103 E\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
        try (Stand stand = speech.stand(1, s -> s);
                AnyClient client = speech.connect(stand)) {
            for (String each : answers) {
                stand.on("/bad", Script.answerAndClose(each));
                assertThat(client.ask(Question.post("/bad"), "x").response().status())
                        .as(each)
                        .isEqualTo(502);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void relaysAnEarlyAnswerAndLetsTheNodeGo(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s).on("/early", (peer, head) -> {
                    peer.write("HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 5\r\n\r\nenough");
                    peer.awaitEnd();
                    peer.close();
                });
                AnyClient client = speech.connect(stand)) {
            Asked asked = client.begin(Question.post("/early"), 100_000_000).body("x".repeat(10_000));
            Message answer = asked.response();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.text()).isEqualTo("enoug");
            assertThat(stand.node().peers().get(0).over())
                    .as("the node's connection ends")
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void repeatsOnlyWhatIsSafe(Speech speech) throws Exception {
        for (String method : List.of("GET", "HEAD", "POST", "PUT", "get")) {
            AtomicInteger deaths = new AtomicInteger();
            try (Stand stand = speech.stand(2, s -> s).on("/die", (peer, head) -> {
                        peer.body();
                        if (deaths.getAndIncrement() == 0) {
                            peer.close();
                        } else {
                            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                        }
                    });
                    AnyClient client = speech.connect(stand)) {
                client.ask(Question.get("/warm")).response();
                client.ask(Question.get("/warm")).response();
                boolean safe = List.of("GET", "HEAD").contains(method);
                assertThat(client.ask(Question.of(method, "/die")).response().status())
                        .as(method)
                        .isEqualTo(safe ? 200 : 502);
                assertThat(deaths).as(method).hasValue(safe ? 2 : 1);
                assertThat(client.ask(Question.get("/after")).response().value("X-Seen"))
                        .isEqualTo("GET /after");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void goesToAnotherNodeWhenNoConnectionCanBeMade(Speech speech) throws Exception {
        try (Stand stand = speech.stand(2, s -> s)) {
            stand.node(1).kill();
            try (AnyClient client = speech.connect(stand)) {
                for (String method : List.of("GET", "POST", "PUT", "LOCK")) {
                    assertThat(client.ask(Question.of(method, "/"), "body")
                                    .response()
                                    .value("X-Node"))
                            .isEqualTo("n2");
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void givesUpOnASilentNodeAndSendsNothingTwice(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s.nodeTimeouts(LONG_MS, SHORT_MS, LONG_MS))
                        .on("/silent", (peer, head) -> {
                            peer.body();
                            peer.awaitEnd();
                            peer.close();
                        })
                        .on("/stops", (peer, head) -> {
                            peer.body();
                            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");
                            peer.awaitEnd();
                            peer.close();
                        });
                AnyClient client = speech.connect(stand)) {
            assertThat(client.ask(Question.get("/silent")).response().status()).isEqualTo(504);
            assertThat(client.ask(Question.post("/silent"), "x").response().status())
                    .isEqualTo(504);
            assertThat(stand.requests().stream().filter(each -> each.method().equals("POST")))
                    .hasSize(1);
            assertThat(client.ask(Question.get("/stops")).cut()).contains("hello");
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void givesUpOnABodyThatStops(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s.clientTimeouts(LONG_MS, SHORT_MS, LONG_MS))) {
            for (long length : new long[] {10, UNTOLD}) {
                try (AnyClient client = speech.connect(stand)) {
                    assertThat(client.begin(Question.post("/stops"), length)
                                    .body("hello")
                                    .response()
                                    .status())
                            .isEqualTo(408);
                }
            }
            stand.settle();
            assertThat(stand.requestsTo("/stops")).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void waitsForWhatIsSlowButMoves(Speech speech) throws Exception {
        try (Stand stand = speech.stand(
                                1,
                                s -> s.clientTimeouts(LONG_MS, SHORT_MS, LONG_MS)
                                        .nodeTimeouts(LONG_MS, SHORT_MS, LONG_MS))
                        .on("/slow", (peer, head) -> {
                            Message request = peer.body();
                            peer.write("HTTP/1.1 200 OK\r\nContent-Length: " + request.body().length + "\r\n\r\n");
                            for (byte each : request.body()) {
                                Until.passed(100);
                                peer.write(new byte[] {each});
                            }
                        });
                AnyClient client = speech.connect(stand)) {
            Asked asked = client.begin(Question.post("/slow"), 6);
            for (int i = 0; i < 6; i++) {
                Until.passed(100);
                asked.body("x");
            }
            assertThat(asked.end().response().text()).isEqualTo("xxxxxx");
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void neverCompletesARequestThatWasCut(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s)) {
            for (long length : new long[] {10, UNTOLD}) {
                try (AnyClient client = speech.connect(stand)) {
                    client.begin(Question.post("/cut"), length).body("hello").leave();
                }
            }
            Until.holds("both ended", () -> inFlight(stand.dispatcher().control()) == 0);
            stand.settle();
            assertThat(stand.requestsTo("/cut")).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void releasesTheNodeWhenTheClientGoes(Speech speech) throws Exception {
        CountDownLatch came = new CountDownLatch(2);
        try (Stand stand = speech.stand(1, s -> s)
                        .on("/gone", (peer, head) -> {
                            peer.body();
                            came.countDown();
                            peer.awaitEnd();
                            peer.close();
                        })
                        .on("/in-answer", (peer, head) -> {
                            peer.body();
                            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\nx");
                            came.countDown();
                            peer.awaitEnd();
                            peer.close();
                        });
                AnyClient one = speech.connect(stand);
                AnyClient two = speech.connect(stand)) {
            Asked waiting = one.ask(Question.get("/gone"));
            Asked reading = two.ask(Question.get("/in-answer"));
            await(came);
            reading.head();
            waiting.leave();
            reading.leave();
            assertThat(stand.node().peers()).hasSize(2);
            assertThat(stand.node().peers().get(0).over()).isTrue();
            assertThat(stand.node().peers().get(1).over()).isTrue();
            Until.holds("both counted", () -> inFlight(stand.dispatcher().control()) == 0);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void waitsInTheQueueAndIsRefusedWhereItIsFull(Speech speech) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (ScriptedNode node = ScriptedNode.start("n1").on("/hold", holding(go));
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of()
                        .cover(speech.cover())
                        .limited(node, 1, Integer.MAX_VALUE)
                        .queue(1, LONG_MS));
                AnyClient first = speech.connect(dispatcher);
                AnyClient second = speech.connect(dispatcher);
                AnyClient third = speech.connect(dispatcher)) {
            Asked held = first.ask(Question.get("/hold"));
            Until.holds("the first to run", () -> inFlight(dispatcher.control()) == 1);
            Asked waits = second.ask(Question.get("/waits"));
            assertThat(waits.silentFor(200)).isTrue();
            assertThat(third.ask(Question.get("/too-many")).response().status()).isEqualTo(503);
            go.countDown();
            assertThat(held.response().text()).isEqualTo("held");
            assertThat(waits.response().value("X-Seen")).isEqualTo("GET /waits");
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void forgetsAWaitingTaskWhoseClientHasGone(Speech speech) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (ScriptedNode node = ScriptedNode.start("n1").on("/hold", holding(go));
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of()
                        .cover(speech.cover())
                        .limited(node, 1, Integer.MAX_VALUE)
                        .queue(1, LONG_MS));
                AnyClient first = speech.connect(dispatcher);
                AnyClient second = speech.connect(dispatcher)) {
            Asked held = first.ask(Question.get("/hold"));
            Until.holds("the first to run", () -> inFlight(dispatcher.control()) == 1);
            Asked gone = second.ask(Question.post("/gone"), "x");
            assertThat(gone.silentFor(200)).isTrue();
            gone.leave();
            Until.holds(
                    "the queue to notice",
                    () -> dispatcher.control().cluster("shop").counts().waiting() == 0);
            go.countDown();
            assertThat(held.response().text()).isEqualTo("held");
            assertThat(node.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void aRequestOfACutNodeGoesElsewhere(Speech speech) throws Exception {
        Script hangs = (peer, head) -> {
            peer.body();
            peer.awaitEnd();
        };
        try (Stand stand = speech.stand(2, s -> s.retry(1, 0.2));
                AnyClient client = speech.connect(stand);
                AnyClient other = speech.connect(stand)) {
            Control control = stand.dispatcher().control();
            stand.node(1).on("/hang", hangs);
            stand.node(1).on("/half", (peer, head) -> {
                peer.body();
                peer.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
                peer.awaitEnd();
            });
            control.want("shop", "n2", AdminState.MAINT, null);
            Asked hanging = client.ask(Question.get("/hang"));
            Asked half = other.ask(Question.get("/half"));
            half.head();
            Until.holds("both to run", () -> stand.requests().size() == 2);
            control.want("shop", "n2", AdminState.READY, null);
            control.want("shop", "n1", AdminState.DRAIN, null);

            assertThat(control.cut("shop", "n1")).isEqualTo(2);

            assertThat(hanging.response().value("X-Node")).isEqualTo("n2");
            assertThat(half.cut()).contains("half");
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void aDrainEndsConnectionsAndNoRequest(Speech speech) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (Stand stand = speech.stand(1, s -> s.drain(LONG_MS)).on("/hold", holding(go));
                AnyClient client = speech.connect(stand)) {
            Asked asked = client.ask(Question.get("/hold"));
            Until.holds("the request to run", () -> inFlight(stand.dispatcher().control()) == 1);
            Thread drain = new Thread(() -> {
                try {
                    stand.dispatcher().drain();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            drain.start();
            assertThat(asked.silentFor(200)).isTrue();
            go.countDown();
            assertThat(asked.response().text()).isEqualTo("held");
            assertThat(client.reusable()).as("for further requests").isFalse();
            client.close();
            drain.join(RawClient.PATIENCE_MS);
            assertThat(drain.isAlive()).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void anAnswerSurvivesAReload(Speech speech) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (Stand stand = speech.stand(2, s -> s).on("/hold", holding(go));
                AnyClient client = speech.connect(stand)) {
            Asked asked = client.begin(Question.post("/hold"), UNTOLD).body("x");
            Until.holds("the request to run", () -> inFlight(stand.dispatcher().control()) == 1);
            assertThat(stand.dispatcher()
                            .reload(TestSettings.of(stand.node(2))
                                    .cover(speech.cover())
                                    .limits(4000, 1000, 30, 5000))
                            .applied())
                    .isTrue();
            go.countDown();
            assertThat(asked.end().response().text()).isEqualTo("held");
            assertThat(client.ask(Question.get("/")).response().value("X-Node")).isEqualTo("n2");
        }
    }

    @ParameterizedTest
    @MethodSource("http2")
    void theConnectionOutlivesWhatGoesWrongOnItsStreams(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s.limits(2000, 500, 20, 1000).route("a", null, "shop"))
                        .on("/cut", Script.answerAndClose("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"))
                        .on("/early", (peer, head) -> {
                            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly");
                            peer.awaitEnd();
                            peer.close();
                        });
                AnyClient client = speech.connect(stand)) {
            Asked bystander = client.begin(Question.post("/bystander"), 9);
            for (int round = 0; round < 3; round++) {
                assertThat(client.ask(Question.get("/cut")).cut()).isEqualTo("hello");
                assertThat(client.begin(Question.post("/early"), 10)
                                .body("hello")
                                .response()
                                .text())
                        .isEqualTo("early");
                assertThat(client.ask(Question.get("/" + "t".repeat(600)))
                                .response()
                                .status())
                        .isEqualTo(414);
                assertThat(client.ask(Question.get("/").at("nowhere"))
                                .response()
                                .status())
                        .isEqualTo(404);
                assertThat(client.begin(Question.post("/large"), 1001)
                                .response()
                                .status())
                        .isEqualTo(413);
                client.begin(Question.post("/left"), UNTOLD).body("x").leave();
                bystander.body("o k");
                assertThat(client.ask(Question.get("/" + round)).response().value("X-Seen"))
                        .isEqualTo("GET /" + round);
            }
            assertThat(bystander.end().response().text()).isEqualTo("o ko ko k");
            assertThat(client.reusable()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("http2")
    void aClientThatTakesNothingHoldsItsNodeAndNoOther(Speech speech) throws Exception {
        AtomicLong sent = new AtomicLong();
        long size = 64 << 20;
        try (Stand stand = speech.stand(1, s -> s).on("/big", (peer, head) -> {
                    peer.body();
                    peer.write("HTTP/1.1 200 OK\r\nContent-Length: " + size + "\r\n\r\n");
                    byte[] part = new byte[1 << 16];
                    while (sent.get() < size) {
                        peer.write(part);
                        sent.addAndGet(part.length);
                    }
                });
                StreamClient client = (StreamClient) speech.connect(stand)) {
            client.holdWindows();
            Asked big = client.ask(Question.get("/big"));
            big.head();
            long before = -1;
            for (int i = 0; i < 40 && before != sent.get(); i++) {
                before = sent.get();
                Until.passed(300);
            }
            assertThat(sent.get()).isLessThan(size / 2);
            Asked empty = client.ask(Question.of("HEAD", "/small"));
            assertThat(empty.response().value("X-Seen")).isEqualTo("HEAD /small");
            assertThat(client.took()).isEqualTo(65_535);
        }
    }

    @ParameterizedTest
    @MethodSource("http2")
    void aClientThatGivesNoWindowIsLetGo(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s.clientTimeouts(LONG_MS, SHORT_MS, LONG_MS))
                        .on("/big", (peer, head) -> {
                            peer.body();
                            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
                            peer.write(new byte[1_000_000]);
                        });
                StreamClient client = (StreamClient) speech.connect(stand)) {
            Asked asked = client.holdWindows().ask(Question.get("/big"));
            assertThat(asked.cut()).hasSize(65_535);
            Until.holds(
                    "the node to be let go", () -> inFlight(stand.dispatcher().control()) == 0);
            assertThat(client.ask(Question.of("HEAD", "/next")).response().status())
                    .isEqualTo(200);
        }
    }
}
