// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP clients whose connection begins with a PROXY protocol header. */
class AnnouncedClientTest {

    private static final String HEADER = "PROXY TCP4 203.0.113.7 198.51.100.1 1234 443\r\n";
    private static final String GET = "GET /cart HTTP/1.1\r\nHost: shop\r\n\r\n";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    /** A stand that asks its network's proxies for a header and has two seconds of patience for it. */
    private static MemoryStand trusting(String network) {
        return new MemoryStand(
                1,
                settings -> settings.trusting(network).acceptProxy().clientTimeouts(2_000, 5_000, 60_000),
                cluster -> {});
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theNodeIsToldTheClientOfTheHeader(boolean bytewise) {
        MemoryStand stand = trusting("127.0.0.0/8");
        Peer client = stand.client();

        if (bytewise) {
            client.sendsBytewise(HEADER + GET);
        } else {
            client.sends(HEADER + GET);
        }

        Peer node = stand.node(1);
        assertThat(node.got()).contains("X-Forwarded-For: 203.0.113.7\r\n");
        node.sends(OK);
        assertThat(client.got()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("ok");
        assertThat(stand.traffic().accepted()).isEqualTo(1);
        assertThat(stand.traffic().open()).isEqualTo(1);
    }

    /** Fields about the origin of a request come from the client, not from the proxy that names it. */
    @Test
    void theClientOfTheHeaderIsBelievedAsIfItHadConnectedItself() {
        MemoryStand stand = trusting("127.0.0.0/8");
        String get = "GET / HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: 192.0.2.66\r\nX-Forwarded-Proto: https\r\n\r\n";

        stand.client().sends(HEADER + get);
        stand.client().sends(HEADER.replace("203.0.113.7", "127.0.0.9") + get);

        assertThat(stand.node(1).got())
                .contains("X-Forwarded-For: 203.0.113.7\r\n", "X-Forwarded-Proto: http\r\n")
                .doesNotContain("192.0.2.66", "https");
        assertThat(stand.node(1).got())
                .contains("X-Forwarded-For: 192.0.2.66, 127.0.0.9\r\n", "X-Forwarded-Proto: https\r\n");
    }

    /** The proxy relays octets of somebody whom it cannot name; it has set none of the fields. */
    @ParameterizedTest
    @ValueSource(strings = {"PROXY UNKNOWN\r\n", "\r\n\r\n\0\r\nQUIT\n\40\0\0\0"})
    void aClientThatTheHeaderDoesNotNameIsNotBelieved(String header) {
        MemoryStand stand = trusting("127.0.0.0/8");

        stand.client()
                .sends(header + "GET / HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: 192.0.2.66"
                        + "\r\nX-Forwarded-Proto: https\r\n\r\n");

        assertThat(stand.node(1).got())
                .contains("X-Forwarded-For: 127.0.0.1\r\n", "X-Forwarded-Proto: http\r\n")
                .doesNotContain("192.0.2.66", "https");
    }

    @Test
    void aBodyBehindTheHeaderIsPassedOn() {
        MemoryStand stand = trusting("127.0.0.0/8");

        stand.client().sends(HEADER + "POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 5\r\n\r\nhello");

        assertThat(stand.node(1).got()).startsWith("POST / HTTP/1.1\r\n").endsWith("\r\n\r\nhello");
    }

    @Test
    void theHeaderOfAnUntrustedPeerIsABadRequest() {
        MemoryStand stand = trusting("192.0.2.0/24");
        Peer client = stand.client();

        client.sends(HEADER + GET);

        assertThat(client.got()).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void whatIsNoHeaderIsResetWithoutAnAnswer() {
        MemoryStand stand = trusting("127.0.0.0/8");
        Peer client = stand.client();

        client.sends(GET);

        assertThat(client.sawReset()).isTrue();
        assertThat(client.got()).isEmpty();
        assertThat(stand.traffic().handshakes().failed()).as("of TLS").isZero();
        assertThat(stand.traffic().open()).isZero();
        assertThat(stand.traffic().refused()).containsExactly(Map.entry("bad-proxy-header", 1L));
    }

    @Test
    void aHeaderThatEndsEarlyIsClosedInOrderAndCounted() {
        MemoryStand stand = trusting("127.0.0.0/8");
        Peer client = stand.client();

        client.sendsAndEnds(HEADER.substring(0, 9));

        assertThat(client.sawEnd()).isTrue();
        assertThat(client.got()).isEmpty();
        assertThat(stand.traffic().open()).isZero();
        assertThat(stand.traffic().refused()).containsExactly(Map.entry("bad-proxy-header", 1L));
    }

    @Test
    void aHeaderThatIsLateIsClosedInOrderAndCounted() {
        MemoryStand stand = trusting("127.0.0.0/8");
        Peer client = stand.client();
        client.sends(HEADER.substring(0, 9));

        stand.pass(Duration.ofMillis(1_995));
        assertThat(client.isOpen()).isTrue();
        stand.pass(Duration.ofMillis(110));

        assertThat(client.sawEnd()).isTrue();
        assertThat(client.got()).isEmpty();
        assertThat(stand.traffic().open()).isZero();
        assertThat(stand.traffic().refused()).containsExactly(Map.entry("proxy-header-timeout", 1L));
    }

    @Test
    void aDrainWaitsASecondForAHeader() {
        MemoryStand stand = trusting("127.0.0.0/8");
        Peer silent = stand.client();
        Peer begun = stand.client();
        begun.sends(HEADER.substring(0, 9));

        stand.drain();
        stand.pass(Duration.ofMillis(900));
        assertThat(stand.traffic().open()).isEqualTo(2);
        stand.pass(Duration.ofMillis(300));

        assertThat(silent.sawEnd()).isTrue();
        assertThat(begun.sawEnd()).isTrue();
        assertThat(stand.traffic().open()).isZero();
        assertThat(stand.traffic().refused()).isEmpty();
    }

    @Test
    void aDrainServesTheRequestBehindAWholeHeader() {
        MemoryStand stand = trusting("127.0.0.0/8");
        Peer client = stand.client();
        client.sends(HEADER + GET.substring(0, 9));

        stand.drain();

        client.sends(GET.substring(9));
        stand.node(1).sends(OK);
        assertThat(client.got()).startsWith("HTTP/1.1 200 OK\r\n").contains("\r\nConnection: close\r\n");
        assertThat(client.sawEnd()).isTrue();
        assertThat(stand.traffic().open()).isZero();
    }

    @Test
    void abortCutsAnAnswerSoThatTheClientSeesIt() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends(GET);
        stand.node(1).sends("HTTP/1.1 200 OK\r\n\r\nhalf");
        assertThat(client.got()).endsWith("half");

        stand.abort();

        assertThat(client.sawReset()).isTrue();
        assertThat(stand.traffic().open()).isZero();
        assertThat(stand.inFlight()).isZero();
    }
}
