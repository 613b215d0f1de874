// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.tls.ClientCertificates;
import io.evenkeel.config.tls.ClientCertificates.Verify;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.ServerCertificate;
import io.evenkeel.config.tls.TlsVersion;
import io.evenkeel.dispatcher.control.DispatcherView.ListenerView;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.engine.TestCertificates;
import io.evenkeel.dispatcher.kit.FreePort;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.metrics.HandshakeCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS of a listener as its clients see it. */
final class ListenerTlsIT {

    private static final Path FILE = Path.of("shop.pem");
    private static final Identity SHOP = TestCertificates.ecdsa("shop.example.org");
    private static final Identity RENEWED = TestCertificates.ecdsa("shop.example.org");
    private static final String KEY = "a key that two dispatchers share, for tests";

    private ScriptedNode node;
    private TestDispatcher dispatcher;

    @BeforeEach
    void start() throws IOException {
        node = ScriptedNode.start("a");
        dispatcher = TestDispatcher.start(settings(tls(SHOP)));
    }

    @AfterEach
    void stop() throws IOException {
        dispatcher.close();
        node.close();
    }

    private TestSettings settings(@Nullable ListenerTls tls) {
        return TestSettings.of(node).clusterKey(KEY).tls(tls);
    }

    private static ServerCertificate certificate(Identity identity) {
        return new ServerCertificate(FILE, FILE, identity);
    }

    private static ListenerTls tls(Identity... identities) {
        return new ListenerTls(
                List.of(identities).stream().map(ListenerTlsIT::certificate).toList());
    }

    private static ListenerTls clients(Verify verify) {
        ClientCertificates clients = new ClientCertificates(
                verify, FILE, List.of(TestCertificates.AUTHORITY.getCertificate()), null, List.of(), null);
        return new ListenerTls(List.of(certificate(SHOP)), EnumSet.allOf(TlsVersion.class), false, clients);
    }

    private ListenerView view() {
        return dispatcher.control().dispatcher().listeners().get(0);
    }

    private HandshakeCounts handshakes() {
        return view().traffic().handshakes();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void servesHttps(String version) throws IOException {
        HttpsClient client = new HttpsClient("shop.example.org", null);

        try (HttpsClient.Connected connection = client.connect(dispatcher.port(), version)) {
            assertThat(connection.get("/")).startsWith("HTTP/1.1 200");
            assertThat(connection.session().getProtocol()).isEqualTo(version);
        }
        assertThat(handshakes().total()).isEqualTo(1);
        assertThat(handshakes().resumed()).isZero();
        assertThat(node.requests().get(0).value("X-Forwarded-Proto")).isEqualTo("https");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aSecondDispatcherWithTheKeyContinuesASession(String version) throws IOException {
        HttpsClient client = new HttpsClient("shop.example.org", null);
        // Java's client knows sessions by host and port.
        int port = FreePort.find();
        try (TestDispatcher one = TestDispatcher.start(settings(tls(SHOP)).port(port));
                HttpsClient.Connected connection = client.connect(one.port(), version)) {
            assertThat(connection.get("/")).startsWith("HTTP/1.1 200");
        }

        try (TestDispatcher other = TestDispatcher.start(settings(tls(SHOP)).port(port));
                HttpsClient.Connected connection = client.connect(other.port(), version)) {
            assertThat(connection.get("/")).startsWith("HTTP/1.1 200");
            assertThat(other.control()
                            .dispatcher()
                            .listeners()
                            .get(0)
                            .traffic()
                            .handshakes()
                            .resumed())
                    .isEqualTo(1);
        }
    }

    /** No part of the processors is for full handshakes, so one a second passes. */
    @Test
    void fullHandshakesAreRationedAndResumedOnesPass() throws IOException {
        ListenerTls rationed = new ListenerTls(
                List.of(certificate(SHOP)),
                EnumSet.allOf(TlsVersion.class),
                false,
                ClientCertificates.NONE,
                List.of(),
                0);
        HttpsClient regular = new HttpsClient("shop.example.org", null);
        try (HttpsClient.Connected connection = regular.connect(dispatcher.port())) {
            assertThat(connection.get("/")).startsWith("HTTP/1.1 200");
        }
        assertThat(dispatcher.reload(settings(rationed)).applied()).isTrue();

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 20; i++) {
                        new HttpsClient("shop.example.org", null)
                                .connect(dispatcher.port())
                                .close();
                    }
                })
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("internal_error");
        assertThat(view().traffic().refused()).containsEntry("handshakes-rationed", 1L);
        try (HttpsClient.Connected connection = regular.connect(dispatcher.port())) {
            assertThat(connection.get("/")).startsWith("HTTP/1.1 200");
        }
        assertThat(handshakes().resumed()).isEqualTo(1);
    }

    @Test
    void aSessionOutlivesAReload() throws IOException {
        HttpsClient client = new HttpsClient("shop.example.org", null);
        try (HttpsClient.Connected connection = client.connect(dispatcher.port())) {
            assertThat(connection.get("/")).startsWith("HTTP/1.1 200");
        }
        assertThat(dispatcher
                        .reload(settings(tls(SHOP, TestCertificates.ecdsa("bank.example.org"))))
                        .applied())
                .isTrue();

        try (HttpsClient.Connected connection = client.connect(dispatcher.port())) {
            assertThat(connection.get("/")).startsWith("HTTP/1.1 200");
        }
        assertThat(handshakes()).isEqualTo(new HandshakeCounts(0, 0, 1, 1, 0));
    }

    @Test
    void anotherClusterKeyContinuesNothing() throws IOException {
        HttpsClient client = new HttpsClient("shop.example.org", null);
        try (HttpsClient.Connected connection = client.connect(dispatcher.port())) {
            assertThat(connection.get("/")).startsWith("HTTP/1.1 200");
        }
        dispatcher.reload(settings(tls(SHOP)).clusterKey("quite another key that nobody shares"));

        try (HttpsClient.Connected connection = client.connect(dispatcher.port())) {
            assertThat(connection.get("/")).startsWith("HTTP/1.1 200");
        }
        assertThat(handshakes()).isEqualTo(new HandshakeCounts(0, 0, 2, 0, 0));
    }

    @Test
    void aRenewedCertificateIsForNewConnections() throws IOException {
        HttpsClient client = new HttpsClient("shop.example.org", null);

        try (HttpsClient.Connected before = client.connect(dispatcher.port())) {
            ReloadResult result = dispatcher.reload(settings(tls(RENEWED)));
            assertThat(result.changes()).containsExactly("~ listener " + TestSettings.LISTENER + ": " + RENEWED);
            assertThat(before.get("/")).startsWith("HTTP/1.1 200");
            try (HttpsClient.Connected after = new HttpsClient("shop.example.org", null).connect(dispatcher.port())) {
                assertThat(after.certificate()).isEqualTo(RENEWED.certificate());
                assertThat(after.get("/")).startsWith("HTTP/1.1 200");
            }
            assertThat(before.get("/")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void tlsComesAndGoesWithAReload() throws IOException {
        dispatcher.reload(settings(null));
        assertThat(dispatcher
                        .connect()
                        .send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                        .response("GET")
                        .status())
                .isEqualTo(200);
        assertThat(view().certificates()).isEmpty();

        dispatcher.reload(settings(tls(SHOP)));

        try (HttpsClient.Connected connection = new HttpsClient("shop.example.org", null).connect(dispatcher.port())) {
            assertThat(connection.get("/")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void showsItsCertificates() {
        assertThat(view().certificates()).singleElement().satisfies(each -> {
            assertThat(each.names()).isEqualTo("shop.example.org");
            assertThat(each.kind()).isEqualTo("ec");
            assertThat(each.file()).isEqualTo("shop.pem");
            assertThat(each.expiresMs())
                    .isEqualTo(SHOP.certificate().getNotAfter().toInstant().toEpochMilli());
        });
    }

    @Test
    void requiresACertificateOfClients() throws IOException {
        dispatcher.reload(settings(clients(Verify.REQUIRED)));

        HttpsClient known = new HttpsClient("shop.example.org", TestCertificates.client("ann"));
        try (HttpsClient.Connected connection = known.connect(dispatcher.port())) {
            assertThat(connection.get("/")).startsWith("HTTP/1.1 200");
        }
        HttpsClient stranger = new HttpsClient("shop.example.org", null);
        assertThatThrownBy(() -> {
                    try (HttpsClient.Connected connection = stranger.connect(dispatcher.port())) {
                        connection.get("/");
                    }
                })
                .isInstanceOf(IOException.class);
    }

    /** A client of TLS 1.3 speaks before it knows that its certificate is missed. */
    @ParameterizedTest
    @ValueSource(ints = {1, 200_000})
    void aClientThatIsRefusedWhileItSpeaksReadsWhy(int octets) throws IOException {
        dispatcher.reload(settings(clients(Verify.REQUIRED)));

        try (HttpsClient.Connected stranger = new HttpsClient("shop.example.org", null).connect(dispatcher.port())) {
            assertThat(stranger.speaksOn(octets)).as("an alert in a record").startsWith(23, 3, 3, 0, 19);
        }
    }

    @Test
    void aTicketOfAListenerWithoutClientCertificatesOpensNoneWithThem() throws IOException {
        HttpsClient stranger = new HttpsClient("shop.example.org", null);
        try (HttpsClient.Connected connection = stranger.connect(dispatcher.port())) {
            assertThat(connection.get("/")).startsWith("HTTP/1.1 200");
        }
        dispatcher.reload(settings(clients(Verify.REQUIRED)));

        assertThatThrownBy(() -> {
                    try (HttpsClient.Connected connection = stranger.connect(dispatcher.port())) {
                        connection.get("/");
                    }
                })
                .isInstanceOf(IOException.class);
        assertThat(handshakes().resumed()).isZero();
    }

    @Test
    void strictNamesRefuseOtherHosts() {
        dispatcher.reload(settings(new ListenerTls(
                List.of(certificate(SHOP)), Set.of(TlsVersion.TLS_1_3), true, ClientCertificates.NONE)));

        assertThatThrownBy(() -> new HttpsClient("bank.example.org", null).connect(dispatcher.port()))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("unrecognized_name");
    }
}
