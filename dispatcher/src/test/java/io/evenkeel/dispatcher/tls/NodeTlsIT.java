// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.tls.ClientCertificates;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.config.tls.ServerCertificate;
import io.evenkeel.config.tls.TlsVersion;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.engine.TestCertificates;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.metrics.HandshakeCounts;
import io.evenkeel.dispatcher.node.NodeState;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** TLS towards nodes: a second dispatcher with a TLS listener is the node. */
@Tag("thorough")
final class NodeTlsIT {

    private static final Path FILE = Path.of("nodes.pem");
    private static final Identity SHOP = TestCertificates.ecdsa("shop.example.org");
    private static final Identity BANK = TestCertificates.ecdsa("bank.example.org");

    private ScriptedNode behind;
    private TestDispatcher node;

    @BeforeEach
    void start() throws IOException {
        behind = ScriptedNode.start("a");
        node = TestDispatcher.start(TestSettings.of(behind)
                .tls(new ListenerTls(
                        List.of(new ServerCertificate(FILE, FILE, SHOP), new ServerCertificate(FILE, FILE, BANK)))));
    }

    @AfterEach
    void stop() throws IOException {
        node.close();
        behind.close();
    }

    private static NodeTls tls(@Nullable String name, @Nullable List<X509Certificate> authorities) {
        return new NodeTls(true, FILE, authorities, name, null, null, null);
    }

    private static List<X509Certificate> authority() {
        return List.of(TestCertificates.AUTHORITY.getCertificate());
    }

    private TestSettings settings(NodeTls tls) {
        return TestSettings.of().andNode("n1", node.port()).nodeTls(tls).loops(1);
    }

    private static Message get(TestDispatcher dispatcher, String host) throws IOException {
        return dispatcher
                .connect()
                .send("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                .response("GET");
    }

    private HandshakeCounts handshakes() {
        return node.control().dispatcher().listeners().get(0).traffic().handshakes();
    }

    @Test
    void aNodeProvesTheHostOfTheRequest() throws IOException {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings(tls(null, authority())))) {
            assertThat(get(dispatcher, "shop.example.org:443").status()).isEqualTo(200);
            assertThat(get(dispatcher, "SHOP.example.org").status()).isEqualTo(200);
        }
        assertThat(handshakes().total()).isEqualTo(1);
    }

    @Test
    void aConnectionIsForOneHost() throws IOException {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings(tls(null, authority())))) {
            assertThat(get(dispatcher, "shop.example.org").status()).isEqualTo(200);
            assertThat(get(dispatcher, "bank.example.org").status()).isEqualTo(200);
            assertThat(get(dispatcher, "shop.example.org").status()).isEqualTo(200);
        }
        assertThat(handshakes().total()).isEqualTo(2);
    }

    @Test
    void anotherHostIsRefusedAndNoNodeEjected() throws IOException {
        TestSettings settings =
                settings(tls(null, authority())).andNode("n2", node.port()).ejecting();
        try (TestDispatcher dispatcher = TestDispatcher.start(settings)) {
            for (int i = 0; i < 12; i++) {
                assertThat(get(dispatcher, "evil.example.org").status()).isEqualTo(502);
            }

            assertThat(dispatcher.control().clusters().get(0).nodes())
                    .extracting(NodeView::state)
                    .containsExactly(NodeState.UP, NodeState.UP);
            assertThat(get(dispatcher, "shop.example.org").status()).isEqualTo(200);
        }
    }

    private static TestSettings nodeSettings(ScriptedNode behind, Set<TlsVersion> versions) {
        return nodeSettings(behind, versions, SHOP, BANK);
    }

    private static TestSettings nodeSettings(ScriptedNode behind, Set<TlsVersion> versions, Identity... shown) {
        return TestSettings.of(behind)
                .clusterKey("a key that two nodes share, for tests only")
                .tls(new ListenerTls(
                        Arrays.stream(shown)
                                .map(each -> new ServerCertificate(FILE, FILE, each))
                                .toList(),
                        versions,
                        false,
                        ClientCertificates.NONE));
    }

    /** A session keeps the certificate of its first handshake: the node could not prove its name for an hour. */
    @ParameterizedTest
    @EnumSource(TlsVersion.class)
    void aSessionOfAServerWithOtherNamesIsForgotten(TlsVersion version) throws IOException {
        node.reload(nodeSettings(behind, Set.of(version), SHOP));
        try (TestDispatcher dispatcher = TestDispatcher.start(settings(tls(null, authority())))) {
            for (int i = 0; i < 3; i++) {
                assertThat(get(dispatcher, "bank.example.org").status()).isEqualTo(502);
            }

            node.reload(nodeSettings(behind, Set.of(version), SHOP, BANK));

            assertThat(get(dispatcher, "bank.example.org").status()).isEqualTo(200);
            assertThat(handshakes().resumed()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(TlsVersion.class)
    void aNewConnectionContinuesASessionOfTheNode(TlsVersion version) throws IOException {
        node.reload(nodeSettings(behind, Set.of(version)));
        TestSettings settings = settings(tls(null, authority())).pooled(0);
        try (TestDispatcher dispatcher = TestDispatcher.start(settings)) {
            for (int i = 0; i < 20; i++) {
                assertThat(get(dispatcher, "shop.example.org").status()).isEqualTo(200);
            }
            assertThat(handshakes().total()).isEqualTo(20);
            assertThat(handshakes().resumed()).isEqualTo(19);

            assertThat(get(dispatcher, "bank.example.org").status()).isEqualTo(200);
            assertThat(handshakes().resumed()).as("of another name").isEqualTo(19);
            assertThat(get(dispatcher, "evil.example.org").status()).isEqualTo(502);
            assertThat(get(dispatcher, "shop.example.org").status()).isEqualTo(200);
            assertThat(handshakes().resumed()).isEqualTo(20);
        }
    }

    @Test
    void aSessionIsOfOneNode() throws IOException {
        node.reload(nodeSettings(behind, EnumSet.allOf(TlsVersion.class)));
        TestSettings one = settings(tls(null, authority())).pooled(0);
        try (TestDispatcher twin = TestDispatcher.start(nodeSettings(behind, EnumSet.allOf(TlsVersion.class)));
                TestDispatcher dispatcher = TestDispatcher.start(one)) {
            assertThat(get(dispatcher, "shop.example.org").status()).isEqualTo(200);
            TestSettings other = TestSettings.of()
                    .andNode("n1", twin.port())
                    .nodeTls(tls(null, authority()))
                    .pooled(0);
            assertThat(dispatcher.reload(other).applied()).isTrue();
            assertThat(get(dispatcher, "shop.example.org").status()).isEqualTo(200);
            assertThat(get(dispatcher, "shop.example.org").status()).isEqualTo(200);

            assertThat(twin.control().dispatcher().listeners().get(0).traffic().handshakes())
                    .isEqualTo(new HandshakeCounts(0, 0, 1, 1, 0));
        }
    }

    @Test
    void aNameOfTheSettingsStandsForEveryHost() throws IOException {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings(tls("shop.example.org", authority())))) {
            assertThat(get(dispatcher, "anything").status()).isEqualTo(200);
            assertThat(get(dispatcher, "something-else").status()).isEqualTo(200);
        }
        assertThat(handshakes().total()).isEqualTo(1);
    }

    @Test
    void anAuthorityThatIsNotNamedIsNotTrusted() throws IOException {
        List<X509Certificate> others =
                List.of(TestCertificates.authority("others").getCertificate());
        try (TestDispatcher dispatcher = TestDispatcher.start(settings(tls("shop.example.org", others)))) {
            assertThat(get(dispatcher, "shop.example.org").status()).isEqualTo(502);

            assertThat(dispatcher.control().events(9))
                    .anySatisfy(event -> assertThat(event.text())
                            .contains("no TLS connection", "does not vouch for", "clusters.shop.tls.ca"));
        }
        assertThat(behind.requests()).isEmpty();
    }

    @Test
    void withoutVerificationEveryCertificateWillDo() throws IOException {
        NodeTls tls = new NodeTls(false, null, null, null, null, null, null);
        try (TestDispatcher dispatcher = TestDispatcher.start(settings(tls))) {
            assertThat(get(dispatcher, "evil.example.org").status()).isEqualTo(200);
        }
    }

    @Test
    void checksGoByTls() throws Exception {
        TestSettings settings = settings(tls("shop.example.org", authority())).checked("/", 50);
        try (TestDispatcher dispatcher = TestDispatcher.start(settings)) {
            Until.holds("the node was checked", () -> !behind.requests().isEmpty());
            assertThat(behind.requests().get(0).value("User-Agent")).isEqualTo("evenkeel-check");
        }
    }

    /** The result of the checks that took the node out. */
    private static String downReason(TestDispatcher dispatcher) {
        Until.holds("the node is down", () -> nodeOf(dispatcher).state() == NodeState.DOWN);
        return String.valueOf(nodeOf(dispatcher).reason());
    }

    private static NodeView nodeOf(TestDispatcher dispatcher) {
        return dispatcher.control().clusters().get(0).nodes().get(0);
    }

    @Test
    void aNodeWithoutTlsIsToldByItsChecks() throws Exception {
        try (TestDispatcher plain = TestDispatcher.start(TestSettings.of(behind));
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of()
                        .andNode("n1", plain.port())
                        .nodeTls(tls("shop.example.org", authority()))
                        .checked("/", 50))) {
            assertThat(downReason(dispatcher))
                    .startsWith("check failed: no TLS connection: ")
                    .endsWith("; it speaks no TLS: take clusters.shop.tls out");
        }
    }

    @Test
    void checksNameTheRemedyForAnUnknownAuthority() throws Exception {
        List<X509Certificate> others =
                List.of(TestCertificates.authority("others").getCertificate());
        TestSettings settings = settings(tls("shop.example.org", others)).checked("/", 50);
        try (TestDispatcher dispatcher = TestDispatcher.start(settings)) {
            assertThat(downReason(dispatcher)).endsWith("; name its authority with clusters.shop.tls.ca");
        }
    }

    @Test
    void whatChecksFindAgainAndAgainIsSaidOnce() throws Exception {
        List<X509Certificate> others =
                List.of(TestCertificates.authority("others").getCertificate());
        TestSettings settings = settings(tls("shop.example.org", others)).checked("/", 50);
        try (TestDispatcher dispatcher = TestDispatcher.start(settings)) {
            Until.holds("checks failed for two seconds", () -> handshakes().failed() >= 40);

            assertThat(dispatcher.control().events(99))
                    .filteredOn(event -> event.text().contains("shop/n1: no TLS connection"))
                    .hasSize(1);
        }
    }

    @Test
    void aReloadTakesPlainConnectionsOutOfUse() throws IOException {
        try (TestDispatcher dispatcher = TestDispatcher.start(settings(tls("shop.example.org", authority())))) {
            assertThat(get(dispatcher, "a").status()).isEqualTo(200);
            dispatcher.reload(settings(tls("bank.example.org", authority())));
            assertThat(get(dispatcher, "a").status()).isEqualTo(200);
        }
        assertThat(handshakes().total()).isEqualTo(2);
    }
}
