// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.certificate.IssueView;
import io.evenkeel.dispatcher.control.EventView;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shredzone.acme4j.Certificate;
import org.shredzone.acme4j.Session;

/** Certificates of a real authority, which validates on the ports of a real dispatcher. */
@Tag("servers")
class PebbleIT {

    private static final String SHOP = "shop.example.org";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private Pebble pebble;
    private HttpServer node;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        pebble = new Pebble(folder);
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", exchange -> {
            byte[] body = ("node " + exchange.getRequestURI()).getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        node.start();
    }

    @AfterEach
    void stop() throws IOException, InterruptedException {
        node.stop(0);
        pebble.close();
    }

    private Dispatcher dispatcher(String challenge, String more, String names) throws Exception {
        Path file = folder.resolve("shop.yaml");
        Files.writeString(file, """
                acme: {directory: "%s", email: ops@example.org, accept-terms: true, ca: %s, challenge: %s%s}
                listeners:
                  - {name: web, address: "127.0.0.1:%d", cluster: shop}
                  - name: secure
                    address: "127.0.0.1:%d"
                    cluster: shop
                    timeouts: {idle: 5m}    # a renewal may come later than the default ends a silent connection
                    tls: {certificates: [{acme: [%s]}]}
                clusters: {shop: {nodes: [{address: "127.0.0.1:%d"}]}}
                """.formatted(
                        pebble.directory(),
                        pebble.ca,
                        challenge,
                        more,
                        pebble.httpPort,
                        pebble.tlsPort,
                        names,
                        node.getAddress().getPort()));
        return Dispatcher.start(SettingsFile.open(file));
    }

    private static IssueView only(Dispatcher dispatcher) {
        List<IssueView> all = dispatcher.control().issues();
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private static IssueView await(Dispatcher dispatcher, Predicate<IssueView> wanted) throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (Instant.now().isBefore(end)) {
            if (wanted.test(only(dispatcher))) {
                return only(dispatcher);
            }
            Thread.sleep(50);
        }
        return fail("still " + only(dispatcher) + events(dispatcher));
    }

    private static List<String> events(Dispatcher dispatcher) {
        return dispatcher.control().events(50).stream().map(EventView::text).toList();
    }

    /** A connection whose certificate is believed, for a name. */
    private SSLSocket connect(SSLContext trust, String name) throws IOException {
        SSLSocket socket = (SSLSocket) trust.getSocketFactory()
                .createSocket(new Socket(InetAddress.getLoopbackAddress(), pebble.tlsPort), name, pebble.tlsPort, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setServerNames(List.of(new SNIHostName(name)));
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private X509Certificate shown(String name) throws IOException, InterruptedException, GeneralSecurityException {
        try (SSLSocket socket = connect(Pebble.trusting(pebble.root()), name)) {
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    private static String get(Socket socket, String path) throws IOException {
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: " + SHOP + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        byte[] octets = new byte[4096];
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("node /") < 0) {
            int count = socket.getInputStream().read(octets);
            assertThat(count).as("bytes after %s", answer).isPositive();
            answer.append(new String(octets, 0, count, StandardCharsets.US_ASCII));
        }
        return answer.toString();
    }

    @Test
    void getsACertificateByAPage() throws Exception {
        try (Dispatcher dispatcher = dispatcher("http-01", "", SHOP + ", www.example.org")) {
            await(dispatcher, view -> !view.selfMade());

            assertThat(shown(SHOP)).isEqualTo(shown("www.example.org"));
            assertThat(events(dispatcher).stream().filter(line -> line.contains("issued, valid until")))
                    .hasSize(1);
            try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), pebble.httpPort)) {
                assertThat(get(plain, "/.well-known/acme-challenge/guess"))
                        .endsWith("node /.well-known/acme-challenge/guess");
            }
            try (SSLSocket secure = connect(Pebble.trusting(pebble.root()), SHOP)) {
                assertThat(get(secure, "/cart")).endsWith("node /cart");
            }
        }
    }

    @Test
    void getsACertificateByACertificate() throws Exception {
        try (Dispatcher dispatcher = dispatcher("tls-alpn-01", "", SHOP + ", www.example.org")) {
            await(dispatcher, view -> !view.selfMade());

            assertThat(shown(SHOP).getSubjectAlternativeNames()).hasSize(2);
        }
    }

    @Test
    void aRestartKeepsTheCertificateAndTheAccount() throws Exception {
        X509Certificate before;
        try (Dispatcher dispatcher = dispatcher("http-01", "", SHOP)) {
            await(dispatcher, view -> !view.selfMade());
            before = shown(SHOP);
        }
        try (Dispatcher again = dispatcher("http-01", "", SHOP)) {
            assertThat(only(again).selfMade()).isFalse();
            assertThat(shown(SHOP)).isEqualTo(before);
            assertThat(only(again).issued()).isZero();
        }
    }

    @Test
    void renewsWithoutADroppedConnection() throws Exception {
        try (Dispatcher dispatcher = dispatcher("http-01", ", profile: short", SHOP)) {
            await(dispatcher, view -> view.issued() == 1);
            X509Certificate first = shown(SHOP);
            try (SSLSocket open = connect(Pebble.trusting(pebble.root()), SHOP)) {
                assertThat(get(open, "/one")).endsWith("node /one");
                Instant end = first.getNotAfter().toInstant();
                await(dispatcher, view -> view.issued() == 2);

                assertThat(Instant.now()).isBefore(end);
                assertThat(shown(SHOP)).isNotEqualTo(first);
                assertThat(get(open, "/two")).endsWith("node /two");
            }
            assertThat(events(dispatcher).get(0)).contains("certificate of " + SHOP + ": renewed, valid until");
        }
    }

    @Test
    void aRevokedCertificateIsReplaced() throws Exception {
        try (Dispatcher dispatcher = dispatcher("http-01", ", profile: short", SHOP)) {
            await(dispatcher, view -> view.issued() == 1);
        }
        Path state = folder.resolve(".evenkeel").resolve("shop.acme");
        AcmeFolder files = new AcmeFolder(state, java.net.URI.create(pebble.directory()));
        var names = new io.evenkeel.config.tls.AcmeCertificate(List.of(SHOP));
        var identity = java.util.Objects.requireNonNull(files.certificate(names));
        Session session = new Session(java.net.URI.create(pebble.directory()), new DirectoryProvider(pebble.ca));
        Certificate.revoke(
                session,
                new java.security.KeyPair(identity.certificate().getPublicKey(), identity.key()),
                identity.certificate(),
                null);
        Instant planned = RenewalTime.of(identity.certificate(), null);

        try (Dispatcher again = dispatcher("http-01", ", profile: short", SHOP)) {
            await(again, view -> view.issued() == 1);
            assertThat(Instant.now()).isBefore(planned);
        }
    }

    @Test
    void waitsAfterARefusalAndSaysWhy() throws Exception {
        try (Dispatcher dispatcher = dispatcher("http-01", "", "blocked.example.org")) {
            IssueView failed = await(dispatcher, view -> view.failures() == 1);

            assertThat(failed.selfMade()).isTrue();
            assertThat(failed.problem()).contains("blocked.example.org is a forbidden domain");
            assertThat(Duration.between(Instant.now(), Instant.ofEpochMilli(failed.nextMs())))
                    .isBetween(Duration.ofSeconds(90), Duration.ofSeconds(120));
            assertThat(events(dispatcher).get(0)).contains("not issued", "the next try is at");
        }
    }

    @Test
    void waitsWhenTheProofIsNotFound() throws Exception {
        try (Dispatcher dispatcher = dispatcher("http-01", "", "away.example.org")) {
            IssueView failed = await(dispatcher, view -> view.failures() == 1);

            assertThat(failed.problem()).contains("has not found the proof for away.example.org", "127.0.0.3");
        }
    }

    @Test
    void waitsForAnAuthorityThatIsAway() throws Exception {
        pebble.stop();
        try (Dispatcher dispatcher = dispatcher("http-01", "", SHOP)) {
            IssueView failed = await(dispatcher, view -> view.failures() == 1);
            assertThat(failed.problem()).contains("cannot be asked");
        }
        pebble.startAgain();
        try (Dispatcher dispatcher = dispatcher("http-01", "", SHOP)) {
            await(dispatcher, view -> !view.selfMade());
        }
    }
}
