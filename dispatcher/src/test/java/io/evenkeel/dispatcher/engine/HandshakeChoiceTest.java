// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.tls.Identity;
import io.evenkeel.dispatcher.engine.tls.TlsConnection;
import io.evenkeel.dispatcher.engine.tls.TlsContext;
import io.evenkeel.dispatcher.engine.tls.TlsProvider;
import io.evenkeel.dispatcher.engine.tls.TlsRules;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.ReferenceCountedOpenSslContext;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.internal.tcnative.SSL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The choices of a handshake, with a client of BoringSSL that is told what it may offer. */
class HandshakeChoiceTest {

    private static final String HOST = "shop.example.org";
    private static final Identity EC = TestCertificates.ecdsa(HOST);

    private final ManualLoop clock = new ManualLoop();
    private final MemoryNetwork network = new MemoryNetwork(clock);
    private final List<Runnable> ends = new ArrayList<>();

    @AfterEach
    void release() {
        Collections.reverse(ends);
        ends.forEach(Runnable::run);
    }

    /** A client of a server, before its first word. */
    private final class Choosing {

        private final ReferenceCountedOpenSslEngine engine;
        private final MemoryTlsClient client;

        Choosing(Identity identity, byte @Nullable [] staple, String version, String... groups) throws SSLException {
            TlsContext context = TlsContext.server(TlsProvider.NATIVE, identity, TlsRules.of(List.of()), staple);
            ends.add(context::release);
            ReferenceCountedOpenSslContext own = (ReferenceCountedOpenSslContext) SslContextBuilder.forClient()
                    .sslProvider(SslProvider.OPENSSL_REFCNT)
                    .protocols(version)
                    .option(OpenSslContextOption.GROUPS, groups)
                    .option(OpenSslContextOption.USE_TASKS, false)
                    .endpointIdentificationAlgorithm(null)
                    .enableOcsp(true)
                    .trustManager(TestCertificates.AUTHORITY.getCertificate())
                    .build();
            ends.add(own::release);
            engine = (ReferenceCountedOpenSslEngine) own.newEngine(ByteBufAllocator.DEFAULT, HOST, 443);
            ends.add(engine::release);
            AtomicReference<@Nullable Connection> accepted = new AtomicReference<>();
            MemoryConnection.Peer peer = network.client(connection -> {
                accepted.set(connection);
                return DiscardHandler.HANDLER;
            });
            TlsConnection server =
                    Objects.requireNonNull(TlsConnection.server(Objects.requireNonNull(accepted.get()), context, HOST));
            ends.add(() -> {
                server.reset();
                clock.settle();
            });
            server.handler(DiscardHandler.HANDLER);
            server.begin(Unpooled.EMPTY_BUFFER);
            client = new MemoryTlsClient(peer, engine);
        }

        Choosing(Identity identity, String version, String... groups) throws SSLException {
            this(identity, null, version, groups);
        }

        /** The group of a handshake that succeeds. */
        String group() throws Exception {
            client.shakesHands();
            return SSL.getGroupName(engine.sslPointer());
        }
    }

    @Test
    void theGroupThatNoQuantumComputerBreaksComesFirst() throws Exception {
        assertThat(new Choosing(EC, "TLSv1.3", "P-384", "P-256", "X25519", "X25519MLKEM768").group())
                .isEqualTo("X25519MLKEM768");
        assertThat(new Choosing(EC, "TLSv1.3", "P-384", "P-256", "X25519").group())
                .isEqualTo("X25519");
        assertThat(new Choosing(EC, "TLSv1.2", "P-384", "P-256", "X25519", "X25519MLKEM768").group())
                .isEqualTo("X25519");
    }

    @ParameterizedTest
    @ValueSource(strings = {"X25519", "P-256", "P-384"})
    void aClientMayHaveOneGroupOnly(String group) throws Exception {
        assertThat(new Choosing(EC, "TLSv1.3", group).group()).isEqualTo(group);
        assertThat(new Choosing(TestCertificates.rsa(HOST), "TLSv1.2", group).group())
                .isEqualTo(group);
    }

    /** Guidelines for governments ask for nothing but P-384, in certificates too. */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aClientOfP384GetsACertificateOfIt(String version) throws Exception {
        assertThat(new Choosing(TestCertificates.wideEcdsa(HOST), version, "P-384").group())
                .isEqualTo("P-384");
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.2, HANDSHAKE_FAILURE", "TLSv1.3, HANDSHAKE_FAILURE"})
    void aGroupOutsideTheListIsRefused(String version, String alert) throws SSLException {
        MemoryTlsClient client = new Choosing(EC, version, "P-521").client;

        assertThatThrownBy(client::shakesHands).hasMessageContaining(alert);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void theAnswerOfOcspIsStapled(String version) throws Exception {
        byte[] staple = {0x30, 5, 0x0a, 1, 0, 1, 1};
        Choosing asking = new Choosing(EC, staple, version, "X25519", "P-256");

        asking.client.shakesHands();

        assertThat(asking.engine.getOcspResponse()).isEqualTo(staple);
        Choosing without = new Choosing(EC, version, "X25519", "P-256");
        without.client.shakesHands();
        assertThat(without.engine.getOcspResponse()).isNullOrEmpty();
    }
}
