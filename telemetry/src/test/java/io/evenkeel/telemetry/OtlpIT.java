// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpServer;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.control.EventView;
import io.evenkeel.dispatcher.control.TelemetryView;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A dispatcher, a node and receivers of OTLP, over real sockets. */
@Tag("thorough")
class OtlpIT {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";

    private final List<String> told = new CopyOnWriteArrayList<>();
    private HttpServer node;

    @BeforeEach
    void startNode() throws IOException {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", exchange -> {
            told.add(String.valueOf(exchange.getRequestHeaders().getFirst("traceparent")));
            byte[] body = "hello".getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        node.setExecutor(Executors.newCachedThreadPool());
        node.start();
    }

    @AfterEach
    void stopNode() {
        node.stop(0);
    }

    private Dispatcher dispatcher(String protocol, int port, String more) throws Exception {
        return Dispatcher.start(SettingsFile.of(
                """
                telemetry:
                  service: front
                  otlp: {endpoint: "http://127.0.0.1:%d", protocol: %s, headers: [{name: api-key, value: k-1}], timeout: 2s}
                  traces: {ratio: 100%%}
                %s
                listeners: [{name: web, address: "127.0.0.1:0", cluster: shop, trusted: [127.0.0.0/8]}]
                clusters:
                  shop:
                    policy: least-requests
                    nodes: [{name: gone, address: "127.0.0.1:%d"}, {name: well, address: "127.0.0.1:%d"}]
                    retry: {attempts: 1, budget: 100%%}
                    ejection: off
                """.formatted(
                        port, protocol, more, freePort(), node.getAddress().getPort()),
                "otlp.yaml"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static int get(Dispatcher dispatcher, String... fields) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + dispatcher.port("web") + "/cart?secret=1"));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .send(request.build(), HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        Instant end = Instant.now().plus(Duration.ofSeconds(20));
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).as(what).isBefore(end);
            Thread.sleep(20);
        }
    }

    private static Map<String, AnyValue> attributes(Span span) {
        return span.getAttributesList().stream().collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
    }

    private static AnyValue value(Map<String, AnyValue> attributes, String key) {
        return Objects.requireNonNull(attributes.get(key), key);
    }

    private static String hex(ByteString octets) {
        return HexFormat.of().formatHex(octets.toByteArray());
    }

    private static TelemetryView view(Dispatcher dispatcher) {
        return Objects.requireNonNull(dispatcher.control().telemetry().view());
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "grpc"})
    void aRequestIsATreeOfSpansAtTheReceiver(String protocol) throws Exception {
        try (OtlpCollector collector = protocol.equals("grpc") ? OtlpCollector.grpc() : OtlpCollector.http(0);
                Dispatcher dispatcher = dispatcher(protocol, collector.port(), "")) {
            String state = "rojo=1";
            for (int i = 0; i < 4; i++) {
                assertThat(get(dispatcher, "traceparent", "00-" + TRACE + "-" + CALLER + "-01", "tracestate", state))
                        .isEqualTo(200);
            }
            await(
                    "a request with two attempts",
                    () -> collector.spans.stream()
                            .anyMatch(each -> attributes(each).containsKey("http.request.resend_count")));

            Span again = collector.spans.stream()
                    .filter(each -> attributes(each).containsKey("http.request.resend_count"))
                    .findFirst()
                    .orElseThrow();
            Span server = collector.spans.stream()
                    .filter(each -> each.getSpanId().equals(again.getParentSpanId()))
                    .findFirst()
                    .orElseThrow();
            Map<String, AnyValue> request = attributes(server);
            assertThat(server.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
            assertThat(server.getName()).isEqualTo("GET");
            assertThat(hex(server.getTraceId())).isEqualTo(TRACE);
            assertThat(hex(server.getParentSpanId())).isEqualTo(CALLER);
            assertThat(server.getTraceState()).isEqualTo(state);
            assertThat(value(request, "http.request.method").getStringValue()).isEqualTo("GET");
            assertThat(value(request, "url.path").getStringValue()).isEqualTo("/cart");
            assertThat(value(request, "url.scheme").getStringValue()).isEqualTo("http");
            assertThat(value(request, "http.response.status_code").getIntValue())
                    .isEqualTo(200);
            assertThat(value(request, "server.address").getStringValue()).isEqualTo("127.0.0.1");
            assertThat(value(request, "server.port").getIntValue()).isEqualTo(dispatcher.port("web"));
            assertThat(value(request, "client.address").getStringValue()).isEqualTo("127.0.0.1");
            assertThat(value(request, "network.protocol.version").getStringValue())
                    .isEqualTo("1.1");
            assertThat(value(request, "evenkeel.cluster").getStringValue()).isEqualTo("shop");
            assertThat(request.toString()).doesNotContain("secret");

            Map<String, AnyValue> attempt = attributes(again);
            assertThat(again.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
            assertThat(value(attempt, "evenkeel.node").getStringValue()).isEqualTo("well");
            assertThat(value(attempt, "evenkeel.policy").getStringValue()).isEqualTo("least-requests");
            assertThat(value(attempt, "evenkeel.rule").getStringValue()).isNotEmpty();
            assertThat(value(attempt, "evenkeel.others")
                            .getArrayValue()
                            .getValues(0)
                            .getStringValue())
                    .startsWith("gone:")
                    .contains("already tried");
            assertThat(value(attempt, "http.response.status_code").getIntValue())
                    .isEqualTo(200);
            assertThat(told).contains("00-" + TRACE + "-" + hex(again.getSpanId()) + "-01");
            Span failed = collector.spans.stream()
                    .filter(each -> each.getParentSpanId().equals(server.getSpanId()) && !each.equals(again))
                    .findFirst()
                    .orElseThrow();
            assertThat(value(attributes(failed), "error.type").getStringValue()).isEqualTo("connect-failed");
            assertThat(failed.getEndTimeUnixNano()).isLessThanOrEqualTo(again.getStartTimeUnixNano());
            assertThat(server.getStartTimeUnixNano()).isLessThanOrEqualTo(failed.getStartTimeUnixNano());
            assertThat(collector.resources.get(0).getAttributesList().toString())
                    .contains("service.name", "front", "service.instance.id");
            assertThat(collector.keys).contains("k-1");
            await("counted", () -> view(dispatcher).spans() >= 9);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "grpc"})
    void theFiguresOfTheMetricsPageComeByOtlp(String protocol) throws Exception {
        try (OtlpCollector collector = protocol.equals("grpc") ? OtlpCollector.grpc() : OtlpCollector.http(0);
                Dispatcher dispatcher = dispatcher(protocol, collector.port(), "  metrics: {every: 1s}")) {
            get(dispatcher);
            await(
                    "a histogram with the request",
                    () -> histograms(collector).stream()
                            .anyMatch(
                                    each -> each.getHistogram().getDataPoints(0).getCount() > 0));

            List<String> names = collector.metrics.stream().map(Metric::getName).toList();
            assertThat(names)
                    .contains(
                            "evenkeel_cluster_tasks",
                            "evenkeel_node_in_flight",
                            "evenkeel_build_info",
                            "evenkeel_node_wt1_seconds",
                            "jvm_memory_used_bytes");
            Metric tasks = collector.metrics.stream()
                    .filter(each -> each.getName().equals("evenkeel_cluster_tasks"))
                    .findFirst()
                    .orElseThrow();
            assertThat(tasks.getSum().getIsMonotonic()).isTrue();
        }
    }

    private static List<Metric> histograms(OtlpCollector collector) {
        return collector.metrics.stream()
                .filter(each -> each.getName().equals("evenkeel_cluster_response_seconds"))
                .toList();
    }

    @Test
    void aReceiverThatIsAwayDisturbsNobodyAndIsSaidOnce() throws Exception {
        int port = freePort();
        try (Dispatcher dispatcher = dispatcher("http", port, "")) {
            for (int i = 0; i < 50; i++) {
                assertThat(get(dispatcher)).isEqualTo(200);
            }
            await("lost spans are counted", () -> view(dispatcher).spansFailed() >= 100);
            assertThat(view(dispatcher).away()).isTrue();
            get(dispatcher);
            await("and more of them", () -> view(dispatcher).spansFailed() >= 102);
            assertThat(events(dispatcher)).singleElement().asString().contains("takes nothing", "127.0.0.1:" + port);

            try (OtlpCollector collector = OtlpCollector.http(port)) {
                get(dispatcher);
                await("it is back", () -> !collector.spans.isEmpty());
                await("that is said", () -> events(dispatcher).size() == 2);
                assertThat(events(dispatcher)).anyMatch(each -> each.contains("answers again"));
            }
        }
    }

    private static List<String> events(Dispatcher dispatcher) {
        return dispatcher.control().events(100).stream()
                .map(EventView::text)
                .filter(each -> each.contains("telemetry"))
                .toList();
    }
}
