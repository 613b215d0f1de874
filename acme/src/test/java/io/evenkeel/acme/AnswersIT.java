// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shredzone.acme4j.Session;
import org.shredzone.acme4j.connector.Connection;
import org.shredzone.acme4j.exception.AcmeNetworkException;
import org.shredzone.acme4j.toolbox.JSON;

/** Answers of an authority that go wrong: what of them is taken, and for how long. */
@Timeout(20)
final class AnswersIT {

    private static final long MOST_SENT = 256L << 20;

    /** Writes the body of an answer. */
    @FunctionalInterface
    private interface Body {
        void write(OutputStream out) throws Exception;
    }

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicLong sent = new AtomicLong();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private JSON ask(@Nullable String encoding, int length, Body body) throws Exception {
        server.createContext("/directory", exchange -> answer(exchange, encoding, length, body));
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/directory");
        Session session = new Session(uri, new DirectoryProvider(null));
        session.networkSettings().setTimeout(Duration.ofSeconds(1));
        try (Connection connection = session.connect()) {
            connection.sendRequest(uri.toURL(), session, null);
            return connection.readJsonResponse();
        }
    }

    private static void answer(HttpExchange exchange, @Nullable String encoding, int length, Body body)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        if (encoding != null) {
            exchange.getResponseHeaders().set("Content-Encoding", encoding);
        }
        exchange.sendResponseHeaders(200, length); // 0: chunked
        OutputStream out = exchange.getResponseBody();
        try {
            body.write(out);
            out.close();
        } catch (Exception e) {
            exchange.close();
        }
    }

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void aWholeAnswerIsRead() throws Exception {
        JSON read = ask(null, 0, out -> out.write(octets("{\"newNonce\":\"https://ca.test/nonce\"}")));

        assertThat(read.get("newNonce").asString()).isEqualTo("https://ca.test/nonce");
    }

    /** The process ends when its heap is full. */
    @Test
    void anAnswerWithoutAnEndIsNotRead() {
        assertThatThrownBy(() -> ask(null, 0, out -> {
                    out.write(octets("{\"newNonce\":\""));
                    byte[] piece = octets("7".repeat(1 << 16));
                    while (sent.get() < MOST_SENT) {
                        out.write(piece);
                        sent.addAndGet(piece.length);
                    }
                }))
                .isInstanceOf(AcmeNetworkException.class);
        assertThat(sent.get()).isLessThan(32L << 20);
    }

    /** A megabyte of it becomes a gigabyte. */
    @Test
    void aPackedAnswerIsNotRead() {
        assertThatThrownBy(() -> ask("gzip", 0, out -> {
                    ByteArrayOutputStream packed = new ByteArrayOutputStream();
                    try (OutputStream packs = new GZIPOutputStream(packed)) {
                        packs.write(octets("{}"));
                    }
                    out.write(packed.toByteArray());
                }))
                .isInstanceOf(AcmeNetworkException.class);
    }

    /** The thread that renews all certificates would wait for ever. */
    @Test
    void anAnswerThatStopsIsGivenUp() {
        assertThatThrownBy(() -> ask(null, 0, out -> {
                    out.write(octets("{"));
                    out.flush();
                    over.await();
                }))
                .isInstanceOf(AcmeNetworkException.class);
    }

    @Test
    void anAnswerThatIsCutIsAFailureOfTheNetwork() {
        assertThatThrownBy(() -> ask(null, 100, out -> out.write(octets("{"))))
                .isInstanceOf(AcmeNetworkException.class);
    }
}
