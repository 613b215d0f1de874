// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.tls.ClientCertificates;
import io.evenkeel.config.tls.ClientCertificates.Verify;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.config.tls.ServerCertificate;
import io.evenkeel.config.tls.TlsVersion;
import io.evenkeel.dispatcher.engine.TestCertificates;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.metrics.HandshakeCounts;
import io.evenkeel.dispatcher.node.NodeState;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nodes that ask for a certificate of the dispatcher: a second dispatcher with such a listener is the node. */
final class NodeAsksForCertificateIT {

    private static final Path FILE = Path.of("own.pem");
    private static final Identity SHOP = TestCertificates.ecdsa("shop.example.org");
    private static final Identity GATEWAY = identity(TestCertificates.client("gateway"));

    private final ScriptedNode behind = behind();
    private @Nullable TestDispatcher node;

    private static ScriptedNode behind() {
        try {
            return ScriptedNode.start("a");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Identity identity(X509Bundle bundle) {
        return new Identity(bundle.getCertificatePathList(), bundle.getKeyPair().getPrivate());
    }

    /** A client's certificate of an authority that the node does not know. */
    private static Identity strange() throws Exception {
        return identity(new CertificateBuilder()
                .ecp256()
                .subject("CN=stranger")
                .addExtendedKeyUsageClientAuth()
                .buildIssuedBy(TestCertificates.authority("others")));
    }

    @AfterEach
    void stop() throws IOException {
        if (node != null) {
            node.close();
        }
        behind.close();
    }

    /** Starts the node, which tells its application the subject of the certificate. */
    private TestDispatcher node(Verify verify, TlsVersion version) {
        ClientCertificates clients = new ClientCertificates(
                verify,
                FILE,
                List.of(TestCertificates.AUTHORITY.getCertificate()),
                null,
                List.of(),
                "X-Client-Subject");
        TestDispatcher started = TestDispatcher.start(TestSettings.of(behind)
                .clusterKey("a key that this node keeps, for tests only")
                .tls(new ListenerTls(
                        List.of(new ServerCertificate(FILE, FILE, SHOP)), Set.of(version), false, clients)));
        node = started;
        return started;
    }

    private static TestSettings towards(TestDispatcher to, @Nullable Identity own) {
        Path file = own == null ? null : FILE;
        NodeTls tls = new NodeTls(
                true, FILE, List.of(TestCertificates.AUTHORITY.getCertificate()), "shop.example.org", file, file, own);
        return TestSettings.of().andNode("n1", to.port()).nodeTls(tls).pooled(0).loops(1);
    }

    private static Message get(TestDispatcher dispatcher) throws IOException {
        return dispatcher.connect().send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").response("GET");
    }

    private static HandshakeCounts handshakes(TestDispatcher of) {
        return of.control().dispatcher().listeners().get(0).traffic().handshakes();
    }

    @ParameterizedTest
    @EnumSource(TlsVersion.class)
    void isShownTheOneOfTheSettings(TlsVersion version) throws IOException {
        TestDispatcher asking = node(Verify.REQUIRED, version);
        try (TestDispatcher dispatcher = TestDispatcher.start(towards(asking, GATEWAY))) {
            for (int i = 0; i < 5; i++) {
                assertThat(get(dispatcher).status()).isEqualTo(200);
            }
        }
        assertThat(behind.requests())
                .hasSize(5)
                .allSatisfy(each -> assertThat(each.value("X-Client-Subject")).isEqualTo("CN=gateway"));
        assertThat(handshakes(asking).total()).isEqualTo(5);
        assertThat(handshakes(asking).failed()).isZero();
    }

    @ParameterizedTest
    @EnumSource(TlsVersion.class)
    void servesNothingWithoutOne(TlsVersion version) throws IOException {
        TestDispatcher asking = node(Verify.REQUIRED, version);
        try (TestDispatcher dispatcher = TestDispatcher.start(towards(asking, null))) {
            assertThat(get(dispatcher).status()).isEqualTo(502);
            assertThat(dispatcher.reload(towards(asking, GATEWAY)).applied()).isTrue();
            assertThat(get(dispatcher).status())
                    .as("after a reload that names one")
                    .isEqualTo(200);
        }
        assertThat(behind.requests()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(TlsVersion.class)
    void servesNothingWithOneOfAnotherAuthority(TlsVersion version) throws Exception {
        TestDispatcher asking = node(Verify.REQUIRED, version);
        try (TestDispatcher dispatcher = TestDispatcher.start(towards(asking, strange()))) {
            assertThat(get(dispatcher).status()).isEqualTo(502);
        }
        assertThat(behind.requests()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(TlsVersion.class)
    void mayDoWithoutOne(TlsVersion version) throws IOException {
        TestDispatcher asking = node(Verify.OPTIONAL, version);
        try (TestDispatcher dispatcher = TestDispatcher.start(towards(asking, null))) {
            assertThat(get(dispatcher).status()).isEqualTo(200);
            dispatcher.reload(towards(asking, GATEWAY));
            assertThat(get(dispatcher).status()).isEqualTo(200);
        }
        assertThat(behind.requests())
                .extracting(each -> each.value("X-Client-Subject"))
                .containsExactly("", "CN=gateway");
    }

    @Test
    void checksShowIt() {
        TestDispatcher asking = node(Verify.REQUIRED, TlsVersion.TLS_1_3);
        try (TestDispatcher dispatcher =
                TestDispatcher.start(towards(asking, GATEWAY).checked("/health", 50))) {
            Until.holds("three checks", () -> behind.requests().size() >= 3);
            assertThat(behind.requests().get(2).value("X-Client-Subject")).isEqualTo("CN=gateway");
        }
    }

    @ParameterizedTest
    @EnumSource(TlsVersion.class)
    void checksWithoutOneTakeItOut(TlsVersion version) {
        TestDispatcher asking = node(Verify.REQUIRED, version);
        try (TestDispatcher dispatcher =
                TestDispatcher.start(towards(asking, null).checked("/health", 50))) {
            Until.holds(
                    "the node is down",
                    () -> dispatcher.control().cluster("shop").nodes().get(0).state() == NodeState.DOWN);
        }
        assertThat(behind.requests()).isEmpty();
    }
}
