// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.admin.AdminFiles;
import io.evenkeel.admin.AdminServer;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.control.EventView;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A dispatcher whose node dies and comes back, and those who are told. */
@Timeout(120)
@Tag("thorough")
class AlertsIT {

    private static final int PATIENCE_S = 30;

    private final BlockingQueue<JsonNode> told = new LinkedBlockingQueue<>();
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    private HttpServer hook;
    private HttpServer node;
    private int nodePort;
    private Path config;
    private Dispatcher dispatcher;
    private AdminServer server;

    @BeforeEach
    void start() throws Exception {
        hook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hook.createContext("/", exchange -> {
            told.add(JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        hook.start();
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nodePort = free.getLocalPort();
        }
        nodeUp();
        config = folder.resolve("shop.yaml");
        Files.writeString(config, """
                listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
                clusters:
                  shop:
                    nodes: [{name: vcn1, address: "127.0.0.1:%d"}]
                    health: {path: /, interval: 200ms, timeout: 1s, fall: 2, rise: 2}
                admin: {address: "127.0.0.1:0", token: sesame, history: off}
                alerts:
                  built-in: false
                  group: 1s
                  rules:
                    - {name: out, when: {state: [down, silent]}, severity: critical, advice: Look at it.}
                    - {name: empty, when: {state: without-nodes}, for: 1h}
                  receivers: [{name: ops, webhook: "http://127.0.0.1:%d/"}]
                """.formatted(nodePort, hook.getAddress().getPort()));
        run();
    }

    private void run() throws Exception {
        dispatcher = Dispatcher.start(SettingsFile.open(config));
        server = AdminServer.start(
                dispatcher.control().settings().admin(), dispatcher.control(), AdminFiles.beside(config));
    }

    private void nodeUp() throws IOException {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), nodePort), 0);
        node.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        node.start();
    }

    @AfterEach
    void stop() {
        server.close();
        dispatcher.close();
        node.stop(0);
        hook.stop(0);
    }

    private JsonNode message() throws InterruptedException {
        return Objects.requireNonNull(told.poll(PATIENCE_S, TimeUnit.SECONDS), "a message");
    }

    private HttpResponse<String> call(String method, String path, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(server.url().resolve(path))
                        .header("Authorization", "Bearer sesame")
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    /** The metrics once they have a line: a message counts as sent when its receiver's answer has come back. */
    private String metricsOnce(String line) throws Exception {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        String metrics = call("GET", "/metrics", "").body();
        while (!metrics.contains(line)) {
            assertThat(System.nanoTime()).as(metrics).isLessThan(endNs);
            TimeUnit.MILLISECONDS.sleep(50);
            metrics = call("GET", "/metrics", "").body();
        }
        return metrics;
    }

    private JsonNode get(String path) throws Exception {
        return JsonMapper.shared().readTree(call("GET", path, "").body());
    }

    @Test
    void tellsThatANodeIsDownAndThatItIsBack() throws Exception {
        node.stop(0);

        JsonNode firing = message();
        assertThat(firing.path("status").asString()).isEqualTo("firing");
        String text = firing.path("alerts")
                .path(0)
                .path("annotations")
                .path("description")
                .asString();
        assertThat(text)
                .startsWith("shop/vcn1 is down since ")
                .contains("refused")
                .endsWith(". Look at it.");
        JsonNode alerts = get("/api/v1/alerts");
        assertThat(alerts.path("alerts").path(0).path("subject").asString()).isEqualTo("shop/vcn1");
        assertThat(alerts.path("alerts").path(0).path("told").asBoolean()).isTrue();
        assertThat(alerts.path("rules").path(1).path("pending").asInt())
                .as("the cluster is without nodes, but not for an hour")
                .isEqualTo(1);
        assertThat(metricsOnce("evenkeel_alert_receiver_sent_total{receiver=\"ops\"} 1.0"))
                .contains("evenkeel_alerts_firing{rule=\"out\",severity=\"critical\"} 1.0")
                .contains("evenkeel_alerts_pending{rule=\"empty\",severity=\"warning\"} 1.0");

        nodeUp();

        JsonNode over = message();
        assertThat(over.path("status").asString()).isEqualTo("resolved");
        assertThat(over.path("alerts")
                        .path(0)
                        .path("annotations")
                        .path("description")
                        .asString())
                .startsWith("shop/vcn1 is up again after ");
        assertThat(dispatcher.control().events(100))
                .extracting(EventView::text)
                .anyMatch(line -> line.startsWith("alert out (critical): shop/vcn1 is down since "))
                .anyMatch(line -> line.startsWith("alert out is over: shop/vcn1 is up again after "));
        assertThat(get("/api/v1/alerts").path("log")).hasSize(2);
    }

    @Test
    void saysNothingOfWhatIsSilencedAndRemembersThat() throws Exception {
        HttpResponse<String> made =
                call("POST", "/api/v1/silences", "{\"node\":\"vcn*\",\"for\":\"1h\",\"reason\":\"rack moves\"}");
        assertThat(made.statusCode()).isEqualTo(201);
        String id = JsonMapper.shared().readTree(made.body()).path("id").asString();
        node.stop(0);
        while (get("/api/v1/alerts").path("alerts").isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertThat(get("/api/v1/alerts")
                        .path("alerts")
                        .path(0)
                        .path("silencedBy")
                        .asString())
                .isEqualTo(id);
        assertThat(told.poll(3, TimeUnit.SECONDS)).isNull();

        server.close();
        dispatcher.close();
        run();

        assertThat(get("/api/v1/silences").path(0).path("id").asString()).isEqualTo(id);
        assertThat(get("/api/v1/silences").path(0).path("reason").asString()).isEqualTo("rack moves");
        assertThat(call("DELETE", "/api/v1/silences/" + id, "").statusCode()).isEqualTo(200);
        assertThat(call("DELETE", "/api/v1/silences/" + id, "").statusCode()).isEqualTo(404);
        assertThat(message().path("status").asString())
                .as("the silence is over")
                .isEqualTo("firing");
    }

    @Test
    void refusesSilencesThatCannotBeMeant() throws Exception {
        assertThat(call("POST", "/api/v1/silences", "{\"for\":\"1h\"}").body()).contains("a silence of everything");
        assertThat(call("POST", "/api/v1/silences", "{\"rule\":\"out\"}").body())
                .contains("when does it end?");
        assertThat(call("POST", "/api/v1/silences", "{\"rule\":\"out\",\"for\":\"9999d\"}")
                        .body())
                .contains("more than a year");
        assertThat(call("POST", "/api/v1/silences", "{\"rule\":\"out\",\"until\":\"2001-01-01T00:00:00Z\"}")
                        .body())
                .contains("is over");
        assertThat(call("POST", "/api/v1/silences", "{\"severity\":\"loud\",\"for\":\"1h\"}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(call("POST", "/api/v1/silences", "{\"rules\":\"out\",\"for\":\"1h\"}")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void aReloadPutsRulesInForceAndTakesThemAway() throws Exception {
        node.stop(0);
        assertThat(message().path("status").asString()).isEqualTo("firing");
        Files.writeString(config, Files.readString(config).replaceAll("(?s)alerts:.*", "alerts: off\n"));

        assertThat(dispatcher.control().reload().applied()).isTrue();
        while (!get("/api/v1/alerts").path("rules").isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertThat(get("/api/v1/alerts").path("alerts")).isEmpty();
    }
}
