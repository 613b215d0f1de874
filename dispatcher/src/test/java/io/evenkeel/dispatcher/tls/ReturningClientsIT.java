// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.ServerCertificate;
import io.evenkeel.dispatcher.engine.TestCertificates;
import io.evenkeel.dispatcher.kit.FreePort;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.metrics.HandshakeCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two hundred clients that come back, half of them by TLS 1.2, each with a memory of its own: all but two of them
 * continue their session, over a reload, a restart, and at a second dispatcher with the same cluster key.
 */
@Timeout(300)
@Tag("thorough")
final class ReturningClientsIT {

    private static final int CLIENTS = 200;
    private static final double LEAST_SHARE = 0.99;
    private static final String KEY = "a key that all dispatchers of this test share";
    private static final Path FILE = Path.of("shop.pem");
    private static final Identity SHOP = TestCertificates.ecdsa("shop.example.org");
    private static final Identity BANK = TestCertificates.ecdsa("bank.example.org");

    private final List<HttpsClient> clients = IntStream.range(0, CLIENTS)
            .mapToObj(i -> new HttpsClient("shop.example.org", null))
            .toList();
    private ScriptedNode node;
    /** A TCP listener on one port before all dispatchers, because Java's client knows sessions by host and port. */
    private TestDispatcher front;

    private int port;

    @BeforeEach
    void start() throws IOException {
        node = ScriptedNode.start("a");
        port = FreePort.find();
        front = TestDispatcher.start(
                TestSettings.of(node).tcp().tls(null).port(port).loops(1));
    }

    @AfterEach
    void stop() throws IOException {
        front.close();
        node.close();
    }

    private TestSettings settings(Identity... shown) {
        return TestSettings.of(node)
                .clusterKey(KEY)
                .tls(new ListenerTls(List.of(shown).stream()
                        .map(each -> new ServerCertificate(FILE, FILE, each))
                        .toList()));
    }

    private static HandshakeCounts handshakes(TestDispatcher of) {
        return of.control().dispatcher().listeners().get(0).traffic().handshakes();
    }

    /** Leads the port at which the clients know the service to one dispatcher. */
    private TestSettings way(TestDispatcher to) {
        return TestSettings.of()
                .andNode("tls", to.port())
                .tcp()
                .tls(null)
                .port(port)
                .loops(1);
    }

    /** A visit of every client, which takes the tickets for its next one with the answer. */
    private void visit(TestDispatcher dispatcher) throws IOException {
        assertThat(front.reload(way(dispatcher)).applied()).isTrue();
        for (int i = 0; i < CLIENTS; i++) {
            String version = i % 2 == 0 ? "TLSv1.2" : "TLSv1.3";
            try (HttpsClient.Connected connection = clients.get(i).connect(port, version)) {
                assertThat(connection.session().getProtocol()).isEqualTo(version);
                assertThat(connection.get("/")).startsWith("HTTP/1.1 200");
            }
        }
    }

    /** The share of continued sessions among the handshakes of one more visit of every client. */
    private double resumedShareOfAVisit(TestDispatcher dispatcher) throws IOException {
        HandshakeCounts before = handshakes(dispatcher);
        visit(dispatcher);
        HandshakeCounts after = handshakes(dispatcher);
        assertThat(after.total() - before.total()).isEqualTo(CLIENTS);
        return (double) (after.resumed() - before.resumed()) / CLIENTS;
    }

    @Test
    void continueOverAReloadARestartAndAtASecondDispatcher() throws IOException {
        try (TestDispatcher first = TestDispatcher.start(settings(SHOP))) {
            assertThat(resumedShareOfAVisit(first)).as("the first visit").isZero();
            assertThat(first.reload(settings(SHOP, BANK)).applied()).isTrue();
            assertThat(resumedShareOfAVisit(first)).as("over a reload").isGreaterThanOrEqualTo(LEAST_SHARE);

            try (TestDispatcher second = TestDispatcher.start(settings(SHOP))) {
                assertThat(resumedShareOfAVisit(second))
                        .as("at a second dispatcher")
                        .isGreaterThanOrEqualTo(LEAST_SHARE);
            }
        }
        try (TestDispatcher restarted = TestDispatcher.start(settings(SHOP))) {
            assertThat(resumedShareOfAVisit(restarted)).as("over a restart").isGreaterThanOrEqualTo(LEAST_SHARE);
        }
    }

    /** The measure can fail: with another key nobody continues anything. */
    @Test
    void continueNothingWithAnotherClusterKey() throws IOException {
        try (TestDispatcher first = TestDispatcher.start(settings(SHOP))) {
            visit(first);
        }
        try (TestDispatcher other =
                TestDispatcher.start(settings(SHOP).clusterKey("quite another key that nobody else shares"))) {
            assertThat(resumedShareOfAVisit(other)).isZero();
        }
    }
}
