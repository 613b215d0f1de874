// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.kit.TestSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Listeners that send clients to the node, in memory and in virtual time. */
class RedirectTest {

    private static final String PUBLIC = "https://vcn1.example.org:8443";

    private static MemoryStand stand(@Nullable String publicAddress) {
        return new MemoryStand(
                1,
                TestSettings::redirect,
                c -> c.nodes.set(
                        0,
                        new NodeSettings(
                                "a",
                                new HostPort("127.0.0.1", 1),
                                1,
                                Integer.MAX_VALUE,
                                Integer.MAX_VALUE,
                                "a",
                                publicAddress)));
    }

    private final MemoryStand stand = stand(PUBLIC);
    private final Peer client = stand.client();

    private static String to(String target) {
        return "Location: " + PUBLIC + target + "\r\n";
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "DELETE", "OPTIONS", "PROPFIND"})
    void sendsTheClientToTheNodeAndKeepsItsConnection(String method) {
        for (int i = 0; i < 2; i++) {
            client.sends(method + " /cart%2f1;a=b?x=%20y&z HTTP/1.1\r\nHost: shop\r\n\r\n");

            assertThat(client.got())
                    .startsWith("HTTP/1.1 307 Temporary Redirect\r\n" + to("/cart%2f1;a=b?x=%20y&z")
                            + "Cache-Control: no-store\r\nContent-Length: 0\r\nDate: ")
                    .endsWith(" GMT\r\n\r\n");
        }

        assertThat(client.isOpen()).isTrue();
        assertThat(stand.network().isUntouched(1)).as("the node").isTrue();
        assertThat(stand.inFlight()).isZero();
        assertThat(stand.traffic().refused()).isEmpty();
    }

    /** Nothing that a client sends can name another server. */
    @ParameterizedTest
    @CsvSource({
        "//evil.example/x, //evil.example/x",
        "/\\evil.example, /\\evil.example",
        "/@evil.example, /@evil.example",
        "/.evil.example, /.evil.example",
        "http://evil.example/x?y, /x?y",
        "HTTP://shop@evil.example/x, ''",
        "http://evil.example, /",
        "http://evil.example?.evil.example, /?.evil.example",
    })
    void leadsNowhereElse(String target, String location) {
        client.sends("GET " + target + " HTTP/1.1\r\nHost: shop\r\n\r\n");

        String answer = client.got();
        assertThat(answer.contains(to(location))).as(answer).isEqualTo(!location.isEmpty());
        assertThat(answer.lines().filter(line -> line.startsWith("Location:")))
                .as(answer)
                .allMatch(line -> line.startsWith("Location: " + PUBLIC + "/"));
    }

    @Test
    void aBodyThatCameWithTheHeadIsReadAndLeftAside() {
        client.sends("POST /order HTTP/1.1\r\nHost: shop\r\nContent-Length: 5\r\n\r\nhello"
                + "GET /next HTTP/1.1\r\nHost: shop\r\n\r\n");

        assertThat(client.got()).contains(to("/order"), to("/next")).doesNotContain("Connection: close");
        assertThat(client.isOpen()).isTrue();
    }

    @Test
    void aBodyThatIsStillComingEndsTheConnectionOnceTheAnswerIsRead() {
        client.sends("POST /order HTTP/1.1\r\nHost: shop\r\nContent-Length: 500000\r\n\r\nhello");

        assertThat(client.got()).contains(to("/order"), "Connection: close\r\n");
        client.sends("x".repeat(10_000));
        assertThat(client.isOpen())
                .as("it may read the answer before its connection ends")
                .isTrue();
        stand.pass(Duration.ofMinutes(2));
        assertThat(client.isOpen()).isFalse();
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void aClientThatAwaitsAWordNeedNotSendItsBody() {
        client.sends("PUT /order HTTP/1.1\r\nHost: shop\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");

        assertThat(client.got())
                .startsWith("HTTP/1.1 307 ")
                .contains(to("/order"), "Connection: close\r\n")
                .doesNotContain("100 Continue");
    }

    @Test
    void aClientOfHttp10IsAnsweredOnce() {
        client.sends("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");

        assertThat(client.got()).contains(to("/"), "Connection: close\r\n");
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void whatHasNoPathOrMayNotGoOnIsAnsweredHere() {
        client.sends("OPTIONS * HTTP/1.1\r\nHost: shop\r\n\r\n");
        assertThat(client.got()).startsWith("HTTP/1.1 200 OK\r\nAllow: ");
        client.sends("OPTIONS /cart HTTP/1.1\r\nHost: shop\r\nMax-Forwards: 0\r\n\r\n");
        assertThat(client.got()).startsWith("HTTP/1.1 200 OK\r\nAllow: ");
    }

    @Test
    void aNodeWithoutAPublicAddressIsAReasonOfItsOwn() {
        MemoryStand without = stand(null);
        Peer sent = without.client();

        sent.sends("GET / HTTP/1.1\r\nHost: shop\r\n\r\n");

        assertThat(sent.got()).startsWith("HTTP/1.1 503 ").contains("Reason: no-public-address");
        assertThat(without.traffic().refused()).containsOnlyKeys("no-public-address");
        assertThat(without.inFlight()).isZero();
    }
}
