// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.tls.Identity;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.engine.MemoryTlsClient;
import io.evenkeel.dispatcher.engine.TestCertificates;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.engine.tls.TlsCertificates;
import io.evenkeel.dispatcher.engine.tls.TlsContext;
import io.evenkeel.dispatcher.engine.tls.TlsRules;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.netty.buffer.ByteBufUtil;
import io.netty.pkitesting.X509Bundle;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP clients over TLS. */
@Tag("thorough")
class SecureClientTest {

    private static final String HOST = "shop.example.org";
    private static final String GET = "GET /cart HTTP/1.1\r\nHost: shop\r\n\r\n";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private static final Identity ECDSA = TestCertificates.ecdsa(HOST);
    private static final Identity RSA = TestCertificates.rsa(HOST);
    private static final Identity OTHER = TestCertificates.ecdsa("one.example.net");

    private final MemoryStand stand = new MemoryStand(1);
    private final TlsCertificates certificates =
            certificates(TlsRules.of(List.of("http/1.1")), false, ECDSA, RSA, OTHER);
    private final List<Peer> peers = new ArrayList<>();

    SecureClientTest() {
        stand.certificates(certificates);
    }

    private static TlsCertificates certificates(TlsRules rules, boolean strict, Identity... identities) {
        return new TlsCertificates(contexts(rules, identities), strict);
    }

    private static List<TlsContext> contexts(TlsRules rules, Identity... identities) {
        return List.of(identities).stream()
                .map(each -> TlsContext.server(each, rules, null))
                .toList();
    }

    @AfterEach
    void nothingIsLeft() {
        peers.forEach(Peer::breaks);
        assertThat(stand.traffic().open()).isZero();
        certificates.release();
    }

    private Peer peer() {
        Peer made = stand.client();
        peers.add(made);
        return made;
    }

    private MemoryTlsClient client(String host, @Nullable X509Bundle own, Consumer<SSLParameters> settings) {
        return new MemoryTlsClient(peer(), TestCertificates.clientContext(own), host, settings);
    }

    private MemoryTlsClient client() {
        return client(HOST, null, parameters -> parameters.setApplicationProtocols(new String[] {"http/1.1"}));
    }

    private static X509Certificate shown(MemoryTlsClient client) throws SSLException {
        return (X509Certificate) client.engine().getSession().getPeerCertificates()[0];
    }

    @Test
    void requestsAreServedOneAfterTheOther() throws SSLException {
        MemoryTlsClient client = client().shakesHands();
        for (int i = 0; i < 3; i++) {
            client.sends(GET);

            Peer node = i == 0 ? stand.node(1) : null;
            stand.answer(1, OK);

            assertThat(client.got()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("ok");
            assertThat(node == null || node.got().contains("\r\nX-Forwarded-Proto: https\r\n"))
                    .as("the node is told")
                    .isTrue();
        }
        assertThat(stand.traffic().accepted()).isEqualTo(1);
        assertThat(stand.traffic().handshakes().full13()).isEqualTo(1);
    }

    @Test
    void aHeadMayComeInManyRecords() throws SSLException {
        MemoryTlsClient client = client().shakesHands();

        for (int i = 0; i < GET.length(); i++) {
            client.sends(GET.substring(i, i + 1));
        }

        assertThat(stand.node(1).got()).startsWith("GET /cart HTTP/1.1\r\n");
    }

    @Test
    void theRequestMayComeWithTheEndOfTheHandshake() throws SSLException {
        MemoryTlsClient client = client();
        String last = client.lastWords();

        client.network().sends(last + client.encrypted(GET));

        assertThat(stand.node(1).got()).startsWith("GET /cart HTTP/1.1\r\n");
    }

    @Test
    void aClientThatEndsItsOutputGetsItsAnswer() throws SSLException {
        MemoryTlsClient client = client().shakesHands();

        client.network().sendsAndEnds(client.encrypted(GET) + client.closeNotify());
        stand.node(1).sends(OK);

        assertThat(client.got()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("ok");
        assertThat(client.sawCloseNotify()).isTrue();
    }

    @Test
    void anAnswerThatEndsWithTheConnectionEndsWithCloseNotify() throws SSLException {
        MemoryTlsClient client = client().shakesHands();
        client.sends("GET / HTTP/1.0\r\nHost: shop\r\n\r\n");

        stand.node(1).sendsAndEnds("HTTP/1.0 200 OK\r\n\r\nall of it");

        assertThat(client.got()).endsWith("\r\n\r\nall of it");
        assertThat(client.sawCloseNotify()).isTrue();
    }

    @Test
    void anAnswerThatIsCutOffDoesNotEndWithCloseNotify() throws SSLException {
        MemoryTlsClient client = client().shakesHands();
        client.sends("GET / HTTP/1.0\r\nHost: shop\r\n\r\n");

        stand.node(1).sendsAndBreaks("HTTP/1.0 200 OK\r\n\r\nhalf of");

        assertThat(client.got()).endsWith("\r\n\r\nhalf of");
        assertThat(client.sawCloseNotify()).isFalse();
        assertThat(client.network().sawReset()).isTrue();
    }

    @Test
    void longBodiesGoBothWaysWhileTheOtherSideIsSlow() throws SSLException {
        MemoryTlsClient client = client().shakesHands();
        String body = "0123456789abcdef".repeat(20_000);
        client.sends("POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: " + body.length() + "\r\n\r\n");
        Peer node = stand.node(1);
        String head = node.got();
        node.takes(1000);
        client.sends(body.substring(0, 200_000));
        client.sends(body.substring(200_000));
        assertThat(client.network().isHeldBack()).isTrue();
        node.takesAll();
        assertThat(head + node.got()).endsWith("\r\n\r\n" + body);

        client.network().takes(2000);
        node.sends("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body.substring(0, 300_000));
        assertThat(node.isHeldBack()).isTrue();
        node.sends(body.substring(300_000));
        client.network().takesAll();

        assertThat(client.got()).endsWith("\r\n\r\n" + body);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aProxyHeaderComesBeforeTheHello(boolean bytewise) throws SSLException {
        MemoryStand behind =
                new MemoryStand(1, settings -> settings.trusting("127.0.0.0/8").acceptProxy(), cluster -> {});
        behind.certificates(certificates);
        MemoryTlsClient client =
                new MemoryTlsClient(behind.client(), TestCertificates.clientContext(null), HOST, parameters -> {});
        String start = "PROXY TCP4 203.0.113.7 198.51.100.1 1234 443\r\n" + client.hello();
        if (bytewise) {
            client.network().sendsBytewise(start);
        } else {
            client.network().sends(start);
        }

        client.shakesHands().sends(GET);

        Peer node = behind.node(1);
        assertThat(node.got()).contains("X-Forwarded-For: 203.0.113.7\r\n").contains("X-Forwarded-Proto: https\r\n");
        node.sends(OK);
        assertThat(client.got()).endsWith("ok");
        client.network().breaks();
        assertThat(behind.traffic().open()).isZero();
    }

    @Test
    void plainHttpIsAnsweredInWords() {
        Peer client = peer();

        client.sends(GET);

        assertThat(client.got())
                .startsWith("HTTP/1.1 400 Bad Request\r\n")
                .endsWith("\r\n\r\nThis port speaks HTTPS: write https:// in front of the address.\n");
        assertThat(client.sawEnd()).isTrue();
        assertThat(stand.traffic().refused()).containsExactly(Map.entry("plain-http", 1L));
    }

    private static String octets(String hex) {
        return new String(ByteBufUtil.decodeHexDump(hex), StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @CsvSource({
        "000102, not-tls, 70",
        "1602, not-tls, 70",
        "160301000401000000, bad-hello, 50",
        "160301000402000000, bad-hello, 10",
        "160301400001005000, hello-too-long, 50"
    })
    void whatIsNoHelloIsRefusedByAnAlert(String hex, String reason, int alert) {
        Peer client = peer();

        client.sends(octets(hex));

        assertThat(client.got()).isEqualTo(octets("150303000202") + (char) alert);
        assertThat(client.sawEnd()).isTrue();
        client.ends();
        assertThat(stand.traffic().open()).isZero();
        assertThat(stand.traffic().refused()).containsOnly(Map.entry(reason, 1L));
        assertThat(stand.traffic().handshakes().failed()).isEqualTo(1);
    }

    /** Octets that nobody reads would make the kernel answer with a reset, which may overtake the alert. */
    @ParameterizedTest
    @CsvSource({"16, 900, true", "16, 1100, false", "250, 10, true", "270, 10, false"})
    void aClientThatIsRefusedMayEndItsSpeech(int kilobytes, int ms, boolean open) {
        Peer client = peer();
        client.sends(octets("000102"));
        client.sends("x".repeat(kilobytes << 10));

        stand.pass(Duration.ofMillis(ms));

        assertThat(client.isOpen()).isEqualTo(open);
        assertThat(client.sawReset()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 20, 10_000})
    void aHandshakeThatIsNotOverAfterFiveSecondsIsRefused(int octets) throws SSLException {
        MemoryTlsClient client = client();
        String hello = client.hello();
        client.network().sends(hello.substring(0, Math.min(octets, hello.length())));

        stand.pass(Duration.ofMillis(4_995));
        assertThat(client.network().isOpen()).isTrue();
        stand.pass(Duration.ofMillis(110));

        assertThat(client.network().isOpen()).isFalse();
        assertThat(stand.traffic().refused()).containsExactly(Map.entry("tls-timeout", 1L));
    }

    @Test
    void aClientThatLeavesInTheHandshakeIsCounted() throws SSLException {
        peer().ends();
        MemoryTlsClient begun = client();
        begun.network().sendsAndEnds(begun.hello());
        MemoryTlsClient broken = client();
        broken.network().sendsAndBreaks(broken.hello());

        assertThat(stand.traffic().open()).isZero();
        assertThat(stand.traffic().refused()).containsExactly(Map.entry("tls-aborted", 3L));
    }

    @Test
    void aClientThatSpeaksNoProtocolOfOursIsToldSo() {
        MemoryTlsClient client =
                client(HOST, null, parameters -> parameters.setApplicationProtocols(new String[] {"spdy/3"}));

        assertThatThrownBy(client::shakesHands).hasMessageContaining("no_application_protocol");

        assertThat(stand.traffic().refused()).containsExactly(Map.entry("no-common-protocol", 1L));
    }

    /** The certificate that proves a name is shown to everybody, whatever the listener asks of clients. */
    @Test
    void aClientThatAsksForTheProofOfANameGetsNothingElse() throws SSLException {
        certificates.replace(contexts(TlsRules.of(List.of(TlsFacts.PROOF)), ECDSA), false);
        MemoryTlsClient client =
                client(HOST, null, parameters -> parameters.setApplicationProtocols(new String[] {TlsFacts.PROOF}));

        client.network().sends(client.lastWords() + client.encrypted(GET));

        assertThat(stand.inFlight()).isZero();
        assertThat(client.network().isOpen()).isFalse();
        assertThat(stand.traffic().refused()).isEmpty();
    }

    @Test
    void aClientOfAnOldVersionIsRefused() {
        MemoryTlsClient client = client();
        certificates.replace(
                contexts(new TlsRules(Set.of(TlsRules.Version.TLS_1_3), List.of(), TlsRules.Demand.NONE, null), ECDSA),
                false);
        client.engine().setEnabledProtocols(new String[] {"TLSv1.2"});

        assertThatThrownBy(client::shakesHands).hasMessageContaining("protocol_version");

        assertThat(stand.traffic().refused()).containsExactly(Map.entry("tls-failed", 1L));
    }

    @Test
    void theCertificateIsChosenByName() throws SSLException {
        assertThat(shown(client("one.example.net", null, parameters -> {}).shakesHands()))
                .isEqualTo(OTHER.certificate());
        assertThat(shown(client(HOST, null, parameters -> {}).shakesHands())).isEqualTo(ECDSA.certificate());
        MemoryTlsClient other = client("other.example.org", null, parameters -> {});
        assertThat(shown(other.shakesHands())).as("the first").isEqualTo(ECDSA.certificate());
    }

    @Test
    void aClientThatKnowsRsaOnlyGetsThatCertificate() throws SSLException {
        MemoryTlsClient client = client();
        client.engine().setEnabledProtocols(new String[] {"TLSv1.2"});
        client.engine().setEnabledCipherSuites(new String[] {"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"});

        assertThat(shown(client.shakesHands())).isEqualTo(RSA.certificate());
    }

    @Test
    void aStrictListenerRefusesOtherNames() {
        certificates.replace(contexts(TlsRules.of(List.of()), ECDSA), true);
        MemoryTlsClient client = client("other.example.org", null, parameters -> {});

        assertThatThrownBy(client::shakesHands).hasMessageContaining("unrecognized_name");

        assertThat(stand.traffic().refused()).containsExactly(Map.entry("unknown-server-name", 1L));
    }

    @Test
    void contextsThatAreGoneServeNobody() {
        List<TlsContext> gone = contexts(TlsRules.of(List.of()), ECDSA);
        stand.certificates(new TlsCertificates(gone, false));
        gone.forEach(TlsContext::release);
        MemoryTlsClient client = client();

        assertThatThrownBy(client::shakesHands).hasMessageContaining("unrecognized_name");
    }

    @Test
    void otherCertificatesAreForNewConnections() throws SSLException {
        MemoryTlsClient old = client().shakesHands();
        MemoryTlsClient begun = client();
        begun.network().sends(begun.hello());
        Identity renewed = TestCertificates.ecdsa(HOST);

        certificates.replace(contexts(TlsRules.of(List.of()), renewed), false);

        assertThat(shown(client().shakesHands())).isEqualTo(renewed.certificate());
        assertThat(shown(begun.shakesHands())).isEqualTo(ECDSA.certificate());
        old.sends(GET);
        stand.answer(1, OK);
        assertThat(old.got()).endsWith("ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aRequiredCertificateOfTheClientIsChecked(String version) throws SSLException {
        certificates.replace(
                contexts(
                        new TlsRules(
                                Set.of(TlsRules.Version.values()),
                                List.of(),
                                TlsRules.Demand.REQUIRED,
                                TestCertificates.trust()),
                        ECDSA),
                false);
        Consumer<SSLParameters> settings = parameters -> parameters.setProtocols(new String[] {version});
        MemoryTlsClient known = client(HOST, TestCertificates.client("till 7"), settings);
        known.shakesHands().sends(GET);
        stand.answer(1, OK);
        assertThat(known.got()).endsWith("ok");

        MemoryTlsClient without = client(HOST, null, settings);
        assertThatThrownBy(() -> without.shakesHands().got()).isInstanceOf(SSLException.class);
        assertThat(without.network().sawEnd()).isTrue();
        without.network().sends("speaks on");
        assertThat(without.network().isOpen()).isTrue();
        without.network().ends();
        assertThat(without.network().isOpen()).isFalse();
        assertThat(stand.traffic().refused()).containsExactly(Map.entry("tls-failed", 1L));
    }

    @Test
    void aDrainWaitsASecondForAHandshake() throws SSLException {
        Peer silent = peer();
        MemoryTlsClient begun = client();
        begun.network().sends(begun.hello());

        stand.drain();
        stand.pass(Duration.ofMillis(900));
        assertThat(silent.sawEnd()).isFalse();
        assertThat(begun.network().isOpen()).isTrue();
        stand.pass(Duration.ofMillis(300));

        assertThat(silent.sawEnd()).isTrue();
        assertThat(begun.network().isOpen()).isFalse();
        assertThat(stand.traffic().refused()).isEmpty();
    }

    @Test
    void aRequestBehindAHandshakeThatADrainMetIsServedAndTheLast() throws SSLException {
        MemoryTlsClient begun = client();
        begun.network().sends(begun.hello());
        stand.drain();

        begun.shakesHands().sends(GET);
        stand.answer(1, OK);

        assertThat(begun.got()).contains("\r\nConnection: close\r\n").endsWith("ok");
        assertThat(begun.network().sawEnd()).isTrue();
    }

    @Test
    void aClientThatAsksNothingBehindSuchAHandshakeIsClosedSoon() throws SSLException {
        MemoryTlsClient begun = client();
        begun.network().sends(begun.hello());
        stand.drain();

        begun.shakesHands();
        stand.pass(Duration.ofMillis(300));

        assertThat(begun.network().sawEnd()).isTrue();
    }
}
