// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.kit.Until;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that follows a redirect to the node, what is counted and logged, and a reload to the other way. */
class RedirectIT {

    @TempDir
    private Path folder;

    private HttpServer node;
    private Path file;
    private Dispatcher dispatcher;

    @BeforeEach
    void start() throws Exception {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            byte[] echo = (exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                            + new String(body, StandardCharsets.UTF_8))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, echo.length);
            exchange.getResponseBody().write(echo);
            exchange.close();
        });
        node.start();
        file = folder.resolve("redirect.yaml");
        write("redirect");
        dispatcher = Dispatcher.start(SettingsFile.open(file));
    }

    private void write(String mode) throws IOException {
        int port = node.getAddress().getPort();
        Files.writeString(file, """
                listeners: [{name: web, address: "127.0.0.1:0", cluster: shop, mode: %s}]
                clusters: {shop: {nodes: [{name: a, address: "127.0.0.1:%d", public: "http://localhost:%d"}]}}
                log: {level: warn, access: {format: json, file: "%s"}}
                """.formatted(mode, port, port, folder.resolve("access.log")));
    }

    @AfterEach
    void stop() {
        dispatcher.close();
        node.stop(0);
    }

    private HttpResponse<String> post() throws Exception {
        HttpClient client =
                HttpClient.newBuilder().followRedirects(Redirect.NORMAL).build();
        URI address = URI.create("http://127.0.0.1:" + dispatcher.port("web") + "/order?x=%2F1");
        return client.send(
                HttpRequest.newBuilder(address)
                        .POST(BodyPublishers.ofString("tea"))
                        .build(),
                BodyHandlers.ofString());
    }

    private NodeView a() {
        return dispatcher.control().cluster("shop").nodes().get(0);
    }

    @Test
    void aClientFollowsItWithMethodAndBody() throws Exception {
        HttpResponse<String> answer = post();

        assertThat(answer.body()).isEqualTo("POST /order?x=%2F1 tea");
        assertThat(answer.uri().getHost()).isEqualTo("localhost");
        // The answer reaches its client before the loop counts it.
        Until.holds("the count of the answer", () -> a().traffic().byStatus().get(3) > 0);
        NodeView view = a();
        assertThat(view.counts().started()).isEqualTo(1);
        assertThat(view.counts().inFlight()).isZero();
        assertThat(view.traffic().byStatus()).containsExactly(0L, 0L, 0L, 1L, 0L, 0L);
        assertThat(view.traffic().failures()).isZero();
        dispatcher.close();
        assertThat(Files.readString(folder.resolve("access.log")))
                .contains("\"status\":307", "\"reason\":\"redirected\"", "\"node\":\"a\"");
    }

    @Test
    void aReloadMayEndIt() throws Exception {
        write("proxy");

        assertThat(dispatcher.reload().applied()).isTrue();

        HttpResponse<String> answer = post();
        assertThat(answer.body()).isEqualTo("POST /order?x=%2F1 tea");
        assertThat(answer.uri().getHost()).isEqualTo("127.0.0.1");
    }
}
