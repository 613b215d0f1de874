// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.MemoryTlsClient;
import io.evenkeel.dispatcher.engine.TestCertificates;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.engine.tls.TlsCertificates;
import io.evenkeel.dispatcher.engine.tls.TlsContext;
import io.evenkeel.dispatcher.engine.tls.TlsRules;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Clients of HTTP/2 that use the connection of one host for another one: 421 only where a connection of its own would
 * show the other one's certificate.
 */
class MisdirectedTest {

    private static final TlsCertificates CERTIFICATES = new TlsCertificates(
            Stream.of(
                            TestCertificates.ecdsa("shop.example.org", "www.example.org"),
                            TestCertificates.ecdsa("one.example.net"),
                            TestCertificates.wildcard("example.com"),
                            TestCertificates.ecdsa("pay.example.com"))
                    .map(each -> TlsContext.server(each, TlsRules.of(List.of(TlsFacts.HTTP2, TlsFacts.HTTP1)), null))
                    .toList(),
            false);

    private final MemoryStand stand = new MemoryStand(1);
    private int stream = 1;

    MisdirectedTest() {
        stand.certificates(CERTIFICATES);
    }

    @AfterAll
    static void release() {
        CERTIFICATES.release();
    }

    @AfterEach
    void cut() {
        stand.abort();
        assertThat(stand.traffic().open()).isZero();
    }

    private MemoryTlsClient secure(String host, String protocol, Consumer<SSLParameters> settings) throws SSLException {
        return new MemoryTlsClient(stand.client(), TestCertificates.clientContext(null), host, parameters -> {
                    parameters.setApplicationProtocols(new String[] {protocol});
                    settings.accept(parameters);
                })
                .shakesHands();
    }

    private FrameClient client(String host) throws SSLException {
        return FrameClient.of(secure(host, TlsFacts.HTTP2, parameters -> {}));
    }

    /** The status of a whole request. */
    private String ask(FrameClient client, String authority) {
        int id = stream;
        stream += 2;
        String block = FrameLines.block(":method", "GET", ":scheme", "https", ":path", "/", ":authority", authority);
        client.sends(FrameType.HEADERS, FrameType.END_HEADERS | FrameType.END_STREAM, id, block);
        for (int i = stand.inFlight(); i > 0; i--) {
            stand.answer(1, "HTTP/1.1 204 No Content\r\n\r\n");
        }
        return client.got().get(0).substring(("HEADERS " + id + " ").length()).substring(0, 3);
    }

    @ParameterizedTest
    @CsvSource({
        "shop.example.org, shop.example.org, 204",
        "shop.example.org, SHOP.example.org:8443, 204",
        "shop.example.org, www.example.org, 204",
        "shop.example.org, one.example.net, 421",
        "shop.example.org, one.example.net:443, 421",
        "shop.example.org, any.example.com, 421",
        "shop.example.org, example.com, 204",
        "shop.example.org, nobody.example.edu, 204",
        "shop.example.org, 192.0.2.1, 204",
        "shop.example.org, [2001:db8::1]:443, 204",
        "any.example.com, pay.example.com, 204",
        "pay.example.com, any.example.com, 421",
        "nobody.example.edu, one.example.net, 204",
    })
    void aHostWithACertificateOfItsOwnNeedsAConnectionOfItsOwn(String named, String asked, String status)
            throws SSLException {
        FrameClient client = client(named);

        assertThat(ask(client, asked)).isEqualTo(status);
        assertThat(ask(client, asked)).as("again").isEqualTo(status);
        assertThat(ask(client, named)).isEqualTo("204");
    }

    @Test
    void itIsCounted() throws SSLException {
        assertThat(ask(client("shop.example.org"), "one.example.net")).isEqualTo("421");

        assertThat(stand.traffic().refused()).containsEntry("misdirected", 1L);
        assertThat(stand.network().isUntouched(1)).isTrue();
    }

    @Test
    void aClientThatNamesNoHostMayAskForAny() throws SSLException {
        FrameClient client = FrameClient.of(
                secure("shop.example.org", TlsFacts.HTTP2, parameters -> parameters.setServerNames(List.of())));

        assertThat(ask(client, "one.example.net")).isEqualTo("204");
    }

    @Test
    void manyHostsMayBeAskedFor() throws SSLException {
        FrameClient client = client("shop.example.org");
        assertThat(ask(client, "nobody.example.edu")).isEqualTo("204");
        for (int i = 0; i < 20; i++) {
            assertThat(ask(client, i + ".example.edu")).isEqualTo("204");
        }

        assertThat(ask(client, "one.example.net")).isEqualTo("421");
    }

    @Test
    void httpOneAsksForWhatItWants() throws SSLException {
        MemoryTlsClient client = secure("shop.example.org", TlsFacts.HTTP1, parameters -> {});
        client.sends("GET / HTTP/1.1\r\nHost: one.example.net\r\n\r\n");
        stand.answer(1, "HTTP/1.1 204 No Content\r\n\r\n");

        assertThat(client.got()).startsWith("HTTP/1.1 204 ");
    }
}
