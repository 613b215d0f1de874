// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.conformance.ResponseCase.Expected;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.RawClient.Ending;
import io.evenkeel.dispatcher.kit.Reading;
import io.evenkeel.dispatcher.kit.ReferenceReader;
import io.evenkeel.dispatcher.kit.Wire;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Every answer of the table in one write, to clients of HTTP/1.1 and 1.0, and a sample of them one byte at a time, on
 * the NIO transport and under TLS; the slow tests have all of them all ways. After each the next request, on the same
 * connection where it stays open, gets its own answer.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ResponseIT {

    private static final int SAMPLE = 20;
    private static final int MOST_BYTEWISE = 5_000;

    private final Stand epoll = Stand.on(Way.USUAL);
    private final Stand nio = Stand.on(Way.NIO);
    private final Stand tls = Stand.on(Way.TLS);

    @AfterAll
    void stop() throws IOException {
        epoll.close();
        nio.close();
        tls.close();
    }

    @TestFactory
    Stream<DynamicContainer> relays() {
        List<ResponseCase> all = Responses.all();
        return Stream.of(
                container("whole", all, epoll, "HTTP/1.1", false),
                container("to HTTP/1.0", all, epoll, "HTTP/1.0", false),
                bytewise(Stand.sample(all, SAMPLE)),
                onNio(Stand.sample(all, SAMPLE)),
                underTls(Stand.sample(all, SAMPLE)));
    }

    @TestFactory
    @Tag("slow")
    Stream<DynamicContainer> relaysInEveryWay() {
        return Stream.of(bytewise(Responses.all()), onNio(Responses.all()), underTls(Responses.all()));
    }

    private DynamicContainer bytewise(List<ResponseCase> cases) {
        return container(
                "bytewise",
                cases.stream().filter(c -> c.raw().length() < MOST_BYTEWISE).toList(),
                epoll,
                "HTTP/1.1",
                true);
    }

    private DynamicContainer underTls(List<ResponseCase> cases) {
        return container("under TLS", cases, tls, "HTTP/1.1", false);
    }

    private DynamicContainer onNio(List<ResponseCase> cases) {
        return container("nio", cases, nio, "HTTP/1.1", false);
    }

    private static DynamicContainer container(
            String way, List<ResponseCase> cases, Stand stand, String version, boolean bytewise) {
        return DynamicContainer.dynamicContainer(
                way,
                cases.stream()
                        .map(c -> DynamicTest.dynamicTest(
                                c.name() + ", " + way,
                                () -> Stand.naming(
                                        c.name() + ", " + way, c.raw(), () -> play(stand, c, version, bytewise)))));
    }

    private static void play(Stand stand, ResponseCase c, String version, boolean bytewise) throws Exception {
        CompletableFuture<Void> headSeen = new CompletableFuture<>();
        boolean inParts = bytewise && c.expected() == Expected.MALFORMED;
        int first = inParts ? c.raw().indexOf("\r\n\r\n") + 4 : c.raw().length();
        stand.on("/r", (peer, head) -> {
            peer.body();
            if (bytewise) {
                peer.writeBytewise(Wire.bytes(c.raw().substring(0, first)));
            } else {
                peer.write(c.raw());
            }
            if (inParts) {
                headSeen.join();
                peer.writeBytewise(Wire.bytes(c.raw().substring(first)));
            }
            if (c.closes()) {
                peer.close();
            }
        });
        try (RawClient client = stand.connect()) {
            client.send(c.method() + " /r " + version + "\r\nHost: a\r\n"
                    + (isHalf(c) ? "Connection: close\r\n" : "")
                    + (c.method().equals("POST") ? "Content-Length: 4\r\n\r\nbody" : "\r\n"));
            if (inParts) {
                isCutInItsBody(client, c.method(), headSeen);
            } else {
                check(c, version).of(c, client);
            }
        }
        try (RawClient other = stand.connect()) {
            other.send("GET /other HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            assertThat(other.response("GET").value("X-Seen")).isEqualTo("GET /other");
        }
        assertThat(stand.takeMalformed()).isEmpty();
    }

    /** All that a client must see of an answer. */
    @FunctionalInterface
    private interface AnswerCheck {
        void of(ResponseCase c, RawClient client) throws IOException;
    }

    private static AnswerCheck check(ResponseCase c, String version) {
        boolean untilTheEnd = version.equals("HTTP/1.0") && c.raw().contains("chunked");
        return switch (c.expected()) {
            case MALFORMED -> ResponseIT::isBadGateway;
            case CUT -> (each, client) -> isVisiblyCut(each, client, untilTheEnd ? Ending.RESET : Ending.CLOSED);
            case PASSED, BAD_GATEWAY ->
                version.equals("HTTP/1.0") ? ResponseIT::anAnswerInHttp10 : ResponseIT::anAnswer;
        };
    }

    private static void isBadGateway(ResponseCase c, RawClient client) throws IOException {
        assertThat(client.response(c.method()).status()).isEqualTo(502);
        client.end();
    }

    /** Lets the body go on when the head has come. */
    private static void isCutInItsBody(RawClient client, String method, CompletableFuture<Void> headSeen)
            throws IOException {
        try {
            assertThat(client.head(method).status()).isEqualTo(200);
        } finally {
            headSeen.complete(null);
        }
        String body = Wire.text(client.rest());
        assertThat(client.ending()).isEqualTo(Ending.CLOSED);
        byte[] all = Wire.bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body);
        assertThat(ReferenceReader.response(all, 0, method, true)).as(body).isInstanceOf(Reading.Partial.class);
    }

    private static boolean isHalf(ResponseCase c) {
        return c.expected() == Expected.CUT || c.expected() == Expected.MALFORMED;
    }

    /** Only a reset tells a client that takes the end of the connection for the end of the answer. */
    private static void isVisiblyCut(ResponseCase c, RawClient client, Ending ending) throws IOException {
        byte[] all = client.rest();
        assertThat(client.ending()).isEqualTo(ending);
        assertThat(ReferenceReader.response(all, 0, c.method(), ending == Ending.CLOSED))
                .as("got:\n%s", Wire.shown(all))
                .isInstanceOf(Reading.Partial.class);
    }

    private static void anAnswerInHttp10(ResponseCase c, RawClient client) throws IOException {
        Message answer = client.response(c.method());
        checkAnswer(c, answer);
        assertThat(answer.value("Connection")).as("Connection").isEqualTo("close");
        assertThat(client.interims()).as("interim answers to HTTP/1.0").isEmpty();
        assertThat(answer.values("Transfer-Encoding")).isEmpty();
        client.end();
    }

    private static void anAnswer(ResponseCase c, RawClient client) throws IOException {
        Message answer = client.response(c.method());
        checkAnswer(c, answer);
        boolean closes = answer.framing() == Message.Framing.CLOSE;
        assertThat(answer.value("Connection")).as("Connection").isEqualTo(closes ? "close" : "");
        if (closes) {
            client.end();
            return;
        }
        client.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(client.response("GET").value("X-Seen")).isEqualTo("GET /next");
    }

    private static void checkAnswer(ResponseCase c, Message answer) {
        boolean own = answer.status() == 502 && !c.raw().contains("X-Own");
        assertThat(own)
                .as("502 of the dispatcher itself; got %s", answer)
                .isEqualTo(c.expected() == Expected.BAD_GATEWAY);
        assertThat(answer.version()).as("version").isEqualTo("HTTP/1.1");
        c.check().accept(answer);
    }
}
