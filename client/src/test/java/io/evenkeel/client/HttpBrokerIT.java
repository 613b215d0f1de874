// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpBrokerIT {

    private static final String ANSWER = "{\"node\":\"a\",\"address\":\"10.0.0.1:80\",\"quantumMs\":1000}";

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private URI address;
    private volatile int status = 200;
    private volatile String body = ANSWER;
    private volatile String retryAfter = "7";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            heard.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.getResponseHeaders().add("Retry-After", retryAfter);
            byte[] octets = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, octets.length);
            exchange.getResponseBody().write(octets);
            exchange.close();
        });
        server.start();
        address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static URI nobody() {
        return URI.create("http://127.0.0.1:1");
    }

    @Test
    void asksWithEverythingThatItWasTold() throws Exception {
        BrokerClient client = BrokerClient.of("shop")
                .broker(address.resolve("/some/page"))
                .client("ann&bob=1")
                .quantum(Duration.ofSeconds(30))
                .token("t0ken")
                .build();

        assertThat(client.node()).isEqualTo(new ToldNode("a", "10.0.0.1:80", null));
        assertThat(heard)
                .containsExactly("/api/v1/select?cluster=shop&client=ann%26bob%3D1&quantum=30000ms Bearer t0ken");
    }

    @Test
    void asksTheNextBrokerWhenOneIsAway() throws Exception {
        BrokerClient client =
                BrokerClient.of("shop").broker(nobody()).broker(address).build();

        assertThat(client.node().name()).isEqualTo("a");
        assertThat(heard).containsExactly("/api/v1/select?cluster=shop null");
    }

    @Test
    void passesOnTheBrokersReasonAndWhenToAskAgain() {
        status = 503;
        body = "{\"status\":503,\"reason\":\"no node of cluster 'shop' may take a client now\"}";
        BrokerClient client = BrokerClient.of("shop").broker(address).build();

        assertThatThrownBy(client::node)
                .hasMessage("no node of cluster 'shop' may take a client now")
                .isInstanceOfSatisfying(BrokerException.class, e -> {
                    assertThat(e.status()).isEqualTo(503);
                    assertThat(e.retryAfter()).contains(Duration.ofSeconds(7));
                });
    }

    @Test
    void understandsNoDateAsTimeToAskAgain() {
        status = 429;
        retryAfter = "Thu, 01 Jan 2026 00:00:00 GMT";
        BrokerClient client = BrokerClient.of("shop").broker(address).build();

        assertThatThrownBy(client::node)
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.retryAfter()).isEmpty());
    }
}
