// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Peer;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.Script;
import io.evenkeel.dispatcher.kit.Wire;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that carry more than one message: pipelines, interim answers, upgrades, half-closes and hang-ups. */
class ConversationIT {

    private Stand stand = Stand.on(Way.USUAL);

    private void use(Way way) throws IOException {
        if (way != Way.USUAL) {
            stand.close();
            stand = Stand.on(way);
        }
    }

    @AfterEach
    void stop() throws IOException {
        assertThat(stand.takeMalformed()).as("malformed requests at the node").isEmpty();
        stand.close();
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }

    private static String post(String path, String body) {
        return "POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            if (!latch.await(RawClient.PATIENCE_MS, TimeUnit.MILLISECONDS)) {
                throw new IOException("a latch was not opened in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** A pause on a latch that nobody opens: lets what was written go out on its own. */
    private static void waitFor(CountDownLatch latch) throws IOException {
        try {
            if (latch.await(100, TimeUnit.MILLISECONDS)) {
                throw new IOException("opened too early");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersAThousandPipelinedRequestsInOrder(Way way) throws Exception {
        use(way);
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            all.append(i % 10 == 9 ? post("/pipe/" + i, "body " + i) : get("/pipe/" + i));
        }
        try (RawClient client = stand.connect()) {
            Thread sender = new Thread(() -> client.trySend(Wire.bytes(all.toString())));
            sender.start();
            for (int i = 0; i < 1000; i++) {
                Message answer = client.response("GET");
                assertThat(answer.value("X-Seen")).isEqualTo((i % 10 == 9 ? "POST" : "GET") + " /pipe/" + i);
                assertThat(answer.text()).isEqualTo(i % 10 == 9 ? "body " + i : "");
            }
            sender.join(RawClient.PATIENCE_MS);
        }
        assertThat(stand.requests()).hasSize(1000);
    }

    @ParameterizedTest
    @EnumSource
    void answersPipelinedRequestsOfUnequalSpeedInOrder(Way way) throws Exception {
        use(way);
        CountDownLatch second = new CountDownLatch(1);
        stand.on("/slow", (peer, head) -> {
            peer.body();
            waitFor(second);
            peer.write(
                    "HTTP/1.1 200 OK\r\nX-Seen: slow\r\nTransfer-Encoding: chunked\r\n\r\n" + Wire.chunked("slow", 1));
        });
        try (RawClient client = stand.connect()) {
            client.send(get("/slow") + get("/quick"));
            assertThat(client.response("GET").value("X-Seen")).isEqualTo("slow");
            assertThat(client.response("GET").value("X-Seen")).isEqualTo("GET /quick");
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersTheGoodRequestBeforeABadOne(Way way) throws Exception {
        use(way);
        try (RawClient client = stand.connect()) {
            client.send(get("/good") + "GET /bad HTTP/1.1\r\nHost : a\r\n\r\n" + get("/after"));
            assertThat(client.response("GET").value("X-Seen")).isEqualTo("GET /good");
            Message refusal = client.response("GET");
            assertThat(refusal.status()).isEqualTo(400);
            assertThat(refusal.value("Connection")).isEqualToIgnoringCase("close");
            client.end();
        }
        assertThat(stand.requests()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void takesOctetsBehindABodyForTheNextMethod(Way way) throws Exception {
        use(way);
        try (RawClient client = stand.connect()) {
            client.send(post("/good", "hello") + "hello" + get("/after"));
            assertThat(client.response("POST").text()).isEqualTo("hello");
            assertThat(client.response("helloGET").value("X-Seen")).isEqualTo("helloGET /after");
        }
        assertThat(stand.requests()).extracting(Message::text).containsExactly("hello", "");
    }

    @ParameterizedTest
    @EnumSource
    void ignoresRequestsBehindConnectionClose(Way way) throws Exception {
        use(way);
        try (RawClient client = stand.connect()) {
            client.send("GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + get("/ignored"));
            Message answer = client.response("GET");
            assertThat(answer.value("X-Seen")).isEqualTo("GET /last");
            assertThat(answer.value("Connection")).isEqualToIgnoringCase("close");
            client.end();
        }
        stand.settle();
        assertThat(stand.requestsTo("/ignored")).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void keepsHttp10OpenOnlyWhenAsked(Way way) throws Exception {
        use(way);
        try (RawClient client = stand.connect()) {
            client.send("GET /one HTTP/1.0\r\n\r\n");
            Message answer = client.response("GET");
            assertThat(answer.value("X-Seen")).isEqualTo("GET /one");
            assertThat(answer.value("Connection")).isEqualTo("close");
            client.end();
        }
        try (RawClient client = stand.connect()) {
            client.send("GET /one HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
            assertThat(client.response("GET").value("Connection")).isEqualTo("keep-alive");
            client.send("GET /two HTTP/1.0\r\n\r\n");
            Message answer = client.response("GET");
            assertThat(answer.value("X-Seen")).isEqualTo("GET /two");
            assertThat(answer.value("Connection")).isEqualTo("close");
            client.end();
        }
    }

    @ParameterizedTest
    @EnumSource
    void closesWhereAnyOptionSaysClose(Way way) throws Exception {
        use(way);
        for (String fields : new String[] {
            "Connection: keep-alive, close", "Connection: X\r\nConnection: Close", "Connection: CLOSE,"
        }) {
            try (RawClient client = stand.connect()) {
                client.send("GET /c HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n\r\n");
                assertThat(client.response("GET").value("Connection"))
                        .as(fields)
                        .isEqualToIgnoringCase("close");
                client.end();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void dechunksForHttp10(Way way) throws Exception {
        use(way);
        stand.on(
                "/chunked",
                Script.answer(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n6\r\n world\r\n0\r\nT: z\r\n\r\n"));
        for (String fields : new String[] {"", "Connection: keep-alive\r\n"}) {
            try (RawClient client = stand.connect()) {
                client.send("GET /chunked HTTP/1.0\r\n" + fields + "\r\n");
                Message answer = client.response("GET");
                assertThat(answer.values("Transfer-Encoding")).isEmpty();
                assertThat(answer.text()).isEqualTo("hello world");
                client.end();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void passesContinueAndThenTheBody(Way way) throws Exception {
        use(way);
        stand.on("/expect", (peer, head) -> {
            assertThat(head.value("Expect")).isEqualToIgnoringCase("100-continue");
            peer.write("HTTP/1.1 100 Continue\r\n\r\n");
            Message request = peer.body();
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: " + request.body().length + "\r\n\r\n" + request.text());
        });
        for (String framing : new String[] {"Content-Length: 5", "Transfer-Encoding: chunked"}) {
            try (RawClient client = stand.connect()) {
                client.send("POST /expect HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n" + framing + "\r\n\r\n");
                assertThat(client.next("POST").status()).isEqualTo(100);
                client.send(framing.startsWith("C") ? "hello" : Wire.chunked("hello", 3));
                assertThat(client.response("POST").text()).isEqualTo("hello");
                client.send(get("/next"));
                assertThat(client.response("GET").value("X-Seen")).isEqualTo("GET /next");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void passesTheRefusalOfAnExpectation(Way way) throws Exception {
        use(way);
        stand.on("/expect", (peer, head) -> {
            peer.write("HTTP/1.1 417 Expectation Failed\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno");
            peer.close();
        });
        try (RawClient client = stand.connect()) {
            client.send("POST /expect HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
            Message answer = client.response("POST");
            assertThat(answer.status()).isEqualTo(417);
            assertThat(answer.text()).isEqualTo("no");
            assertThat(answer.value("Connection")).isEqualTo("close");
            client.end();
        }
    }

    @ParameterizedTest
    @EnumSource
    void carriesABodyThatDoesNotWaitForContinue(Way way) throws Exception {
        use(way);
        try (RawClient client = stand.connect()) {
            client.send("POST /expect HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello"
                    + get("/next"));
            assertThat(client.response("POST").text()).isEqualTo("hello");
            assertThat(client.response("GET").value("X-Seen")).isEqualTo("GET /next");
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesOtherExpectations(Way way) throws Exception {
        use(way);
        try (RawClient client = stand.connect()) {
            client.send("GET /expect HTTP/1.1\r\nHost: a\r\nExpect: 200-maybe\r\n\r\n");
            assertThat(client.response("GET").status()).isEqualTo(417);
            client.end();
        }
        assertThat(stand.receivedBytes()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void sendsNoInterimAnswerToHttp10(Way way) throws Exception {
        use(way);
        stand.on(
                "/interim",
                Script.answer(
                        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 E\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"));
        try (RawClient client = stand.connect()) {
            client.send("POST /interim HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello");
            assertThat(client.next("POST").status()).isEqualTo(200);
            client.end();
        }
    }

    @ParameterizedTest
    @EnumSource
    void passesInterimAnswersInOrder(Way way) throws Exception {
        use(way);
        stand.on(
                "/interim",
                Script.answer(
                        "HTTP/1.1 103 E\r\nLink: </a>\r\n\r\nHTTP/1.1 103 E\r\nLink: </b>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"));
        try (RawClient client = stand.connect()) {
            client.send(get("/interim"));
            assertThat(client.response("GET").text()).isEqualTo("hello");
            assertThat(client.interims()).extracting(m -> m.value("Link")).containsExactly("</a>", "</b>");
        }
    }

    @ParameterizedTest
    @EnumSource
    void relaysAnEarlyAnswerWhileTheBodyIsComing(Way way) throws Exception {
        use(way);
        stand.on("/early", (peer, head) -> {
            peer.write("HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 5\r\n\r\nenough");
            peer.halfClose();
            peer.awaitEnd();
            peer.close();
        });
        try (RawClient client = stand.connect()) {
            client.send("POST /early HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n" + "x".repeat(10_000));
            Message answer = client.response("POST");
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.text()).isEqualTo("enoug");
        }
        assertThat(stand.node().peers().get(0).over())
                .as("the node's connection ends")
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void endsBothConnectionsBehindAnEarlyAnswer(Way way) throws Exception {
        use(way);
        stand.on("/early", (peer, head) -> {
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly");
            peer.awaitEnd();
            peer.close();
        });
        try (RawClient client = stand.connect()) {
            client.send("POST /early HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello");
            Message answer = client.response("POST");
            assertThat(answer.text()).isEqualTo("early");
            assertThat(answer.value("Connection")).isEqualTo("close");
            client.trySend(Wire.bytes("world" + get("/next")));
            client.end();
        }
        assertThat(stand.node().peers().get(0).over())
                .as("the node's connection ends")
                .isTrue();
        assertThat(stand.requests()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void answersAClientThatHalfClosed(Way way) throws Exception {
        use(way);
        CountDownLatch halfClosed = new CountDownLatch(1);
        stand.on("/half", (peer, head) -> {
            peer.body();
            await(halfClosed);
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
        });
        try (RawClient client = stand.connect()) {
            client.send(get("/half")).halfClose();
            halfClosed.countDown();
            assertThat(client.response("GET").text()).isEqualTo("hello");
            client.end();
        }
        try (RawClient client = stand.connect()) {
            client.send(get("/one") + get("/two") + get("/half")).halfClose();
            assertThat(client.response("GET").value("X-Seen")).isEqualTo("GET /one");
            assertThat(client.response("GET").value("X-Seen")).isEqualTo("GET /two");
            assertThat(client.response("GET").text()).isEqualTo("hello");
            client.end();
        }
    }

    @ParameterizedTest
    @EnumSource
    void neverCompletesARequestThatWasCut(Way way) throws Exception {
        use(way);
        for (String cut : new String[] {
            "POST /cut HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello",
            "POST /cut HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            "POST /cut HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
            "GET /cut HTTP/1.1\r\nHost: a\r\n",
            "GET /cut HTTP/1.1\r\nHost: a\r\n\r",
            "GET /cut"
        }) {
            try (RawClient client = stand.connect()) {
                client.send(cut).halfClose();
                byte[] rest = client.rest();
                assertThat(Wire.text(rest)).as("answer to %s", cut).doesNotContain(" 200 ");
            }
            try (RawClient client = stand.connect()) {
                client.send(cut).abort();
            }
        }
        stand.settle();
        assertThat(stand.requestsTo("/cut")).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void releasesTheNodeWhenTheClientGoes(Way way) throws Exception {
        use(way);
        CountDownLatch came = new CountDownLatch(1);
        stand.on("/gone", (peer, head) -> {
            peer.body();
            came.countDown();
            peer.awaitEnd();
            peer.close();
        });
        try (RawClient client = stand.connect()) {
            client.send(get("/gone"));
            assertThat(came.await(8, TimeUnit.SECONDS)).isTrue();
            client.abort();
        }
        assertThat(stand.node().peers().get(0).over())
                .as("the node's connection ends")
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void releasesTheNodeWhenTheClientGoesInTheAnswer(Way way) throws Exception {
        use(way);
        stand.on("/gone", (peer, head) -> {
            peer.body();
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
            byte[] part = new byte[64 * 1024];
            for (int i = 0; i < 15_000; i++) {
                peer.write(part);
            }
        });
        try (RawClient client = stand.connect()) {
            client.send(get("/gone"));
            assertThat(client.head("GET").status()).isEqualTo(200);
            client.abort();
        }
        assertThat(stand.node().peers().get(0).over())
                .as("the node's connection ends")
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void showsAResetBehindAnAnswerWithoutLength(Way way) throws Exception {
        use(way);
        for (String version : new String[] {"HTTP/1.1", "HTTP/1.0"}) {
            CountDownLatch seen = new CountDownLatch(1);
            stand.on("/reset", (peer, head) -> {
                peer.body();
                peer.write("HTTP/1.1 200 OK\r\n\r\nhello");
                await(seen);
                peer.reset();
            });
            try (RawClient client = stand.connect()) {
                client.send("GET /reset " + version + "\r\nHost: a\r\n\r\n");
                Message head = client.head("GET");
                seen.countDown();
                client.rest();
                assertThat(head.framing()).as(version).isEqualTo(Message.Framing.CLOSE);
                assertThat(client.ending()).as(version).isEqualTo(RawClient.Ending.RESET);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void showsAnAbortedChunkedAnswerToHttp10(Way way) throws Exception {
        use(way);
        stand.on("/cut", Script.answerAndClose("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"));
        try (RawClient client = stand.connect()) {
            client.send("GET /cut HTTP/1.0\r\n\r\n");
            assertThat(Wire.text(client.rest())).doesNotContain(" 502 ");
            assertThat(client.ending()).isEqualTo(RawClient.Ending.RESET);
        }
    }

    @ParameterizedTest
    @EnumSource
    void dropsWhatANodeSaysUnasked(Way way) throws Exception {
        use(way);
        CountDownLatch said = new CountDownLatch(1);
        stand.on("/says-more", (peer, head) -> {
            peer.body();
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            waitFor(said);
            peer.write("HTTP/1.1 200 OK\r\nX-Seen: poison\r\nContent-Length: 6\r\n\r\npoison");
            said.countDown();
        });
        try (RawClient client = stand.connect()) {
            client.send(get("/says-more"));
            assertThat(client.response("GET").text()).isEqualTo("ok");
            await(said);
            for (int i = 0; i < 20; i++) {
                client.send(get("/own/" + i));
                assertThat(client.response("GET").value("X-Seen")).isEqualTo("GET /own/" + i);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void survivesANodeThatClosesIdleConnections(Way way) throws Exception {
        use(way);
        BlockingQueue<Peer> closing = new LinkedBlockingQueue<>();
        stand.on("/then-close", (peer, head) -> {
            peer.body();
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            peer.halfClose();
            closing.add(peer);
            peer.awaitEnd();
            peer.close();
        });
        try (RawClient client = stand.connect()) {
            for (int i = 0; i < 50; i++) {
                client.send(get("/then-close"));
                assertThat(client.response("GET").text()).isEqualTo("ok");
                assertThat(closing.take().over())
                        .as("the dispatcher ends it, too")
                        .isTrue();
                client.send(post("/post/" + i, "hello"));
                Message answer = client.response("POST");
                assertThat(answer.status()).as("post %s", i).isEqualTo(200);
                assertThat(answer.has("Connection")).as("the client's is kept").isFalse();
            }
        }
        for (int i = 0; i < 50; i++) {
            assertThat(stand.requestsTo("/post/" + i)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void tunnelsAnAcceptedUpgrade(Way way) throws Exception {
        use(way);
        stand.on("/ws", (peer, head) -> {
            assertThat(head.value("Upgrade")).isEqualTo("websocket");
            assertThat(head.value("Connection").toLowerCase(Locale.ROOT)).contains("upgrade");
            int end = peer.headEnd();
            peer.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nfirst");
            peer.becomeTunnel(end);
            peer.write(Wire.text(peer.take(9)).toUpperCase(Locale.ROOT));
            peer.halfClose();
            peer.awaitEnd();
            peer.close();
        });
        try (RawClient client = stand.connect()) {
            client.send(
                    "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\nGET /");
            Message answer = client.response("GET");
            assertThat(answer.status()).isEqualTo(101);
            assertThat(answer.value("Upgrade")).isEqualTo("websocket");
            assertThat(answer.value("Connection").toLowerCase(Locale.ROOT)).contains("upgrade");
            assertThat(Wire.text(client.bytes(5))).isEqualTo("first");
            client.send("\u0000abc");
            assertThat(Wire.text(client.bytes(9))).isEqualTo("GET /\u0000ABC");
            client.halfClose();
            client.end();
        }
    }

    @ParameterizedTest
    @EnumSource
    void staysHttpWhenAnUpgradeIsRefused(Way way) throws Exception {
        use(way);
        stand.on("/ws", Script.answer("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno"));
        try (RawClient client = stand.connect()) {
            client.send(
                    "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n" + get("/next"));
            assertThat(client.response("GET").status()).isEqualTo(403);
            assertThat(client.response("GET").value("X-Seen")).isEqualTo("GET /next");
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersForItselfWhenMaxForwardsIsUsedUp(Way way) throws Exception {
        use(way);
        try (RawClient client = stand.connect()) {
            client.send("OPTIONS /m HTTP/1.1\r\nHost: a\r\nMax-Forwards: 0\r\n\r\n");
            Message answer = client.response("OPTIONS");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.has("Allow")).isTrue();
        }
        try (RawClient client = stand.connect()) {
            client.send("TRACE /m HTTP/1.1\r\nHost: a\r\nMax-Forwards: 0\r\n\r\n");
            assertThat(client.response("TRACE").status()).isEqualTo(405);
        }
        assertThat(stand.requests()).isEmpty();
        try (RawClient client = stand.connect()) {
            client.send("OPTIONS /m HTTP/1.1\r\nHost: a\r\nMax-Forwards: 7\r\n\r\n");
            assertThat(client.response("OPTIONS").status()).isEqualTo(200);
        }
        assertThat(stand.requests().get(0).value("Max-Forwards")).isEqualTo("6");
    }

    @ParameterizedTest
    @EnumSource
    void writesErrorsAsTheClientLikesThem(Way way) throws Exception {
        use(way);
        stand.on("/dead", (peer, head) -> peer.reset());
        for (String accept : new String[] {"application/json", "text/html", "*/*", ""}) {
            try (RawClient client = stand.connect()) {
                client.send("POST /dead HTTP/1.1\r\nHost: a\r\n"
                        + (accept.isEmpty() ? "" : "Accept: " + accept + "\r\n") + "Content-Length: 0\r\n\r\n");
                Message answer = client.response("POST");
                assertThat(answer.status()).isEqualTo(502);
                assertThat(answer.value("Content-Type")).contains(accept.contains("json") ? "json" : "html");
                assertThat(answer.body()).isNotEmpty();
            }
        }
        try (RawClient client = stand.connect()) {
            client.send("HEAD /dead HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            assertThat(client.response("HEAD").status()).isEqualTo(502);
            client.end();
        }
    }

    @ParameterizedTest
    @EnumSource
    void showsNoScriptOfTheRequestInAnErrorPage(Way way) throws Exception {
        use(way);
        try (RawClient client = stand.connect()) {
            client.send("GET /a#<script>alert(1)</script> HTTP/1.1\r\nHost: <script>\r\nAccept: text/html\r\n\r\n");
            assertThat(client.response("GET").text()).doesNotContain("<script>");
        }
    }

    @ParameterizedTest
    @EnumSource
    void keepsAnswersOfManyConnectionsApart(Way way) throws Exception {
        use(way);
        RawClient[] clients = new RawClient[50];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = stand.connect();
        }
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < clients.length; i++) {
                clients[i].send(post("/c/" + i + "/" + round, "body " + i + " " + round));
            }
            for (int i = clients.length - 1; i >= 0; i--) {
                assertThat(clients[i].response("POST").text()).isEqualTo("body " + i + " " + round);
            }
        }
        for (RawClient client : clients) {
            client.close();
        }
        assertThat(stand.node().peers()).as("connections to the node").hasSizeLessThanOrEqualTo(50);
        assertThat(stand.node().peers()).noneMatch(Peer::isOver);
    }
}
