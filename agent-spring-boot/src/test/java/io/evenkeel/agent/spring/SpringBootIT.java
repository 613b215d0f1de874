// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.JsonSample;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Real applications with the dependency, on every embedded server of this version of Boot; {@code boot4} runs this with
 * Boot 4.
 */
@Tag("thorough")
final class SpringBootIT {

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);

    /** Workers of Tomcat and Undertow; Jetty's own threads come on top. */
    private static final Map<String, String> WORKERS = Map.of(
            "Tomcat", "--server.tomcat.threads.max=4",
            "Jetty", "--server.jetty.threads.max=9",
            "Undertow", "--server.undertow.threads.worker=4");

    @TempDir
    private Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    static String[] servers() {
        return System.getProperty("trial.servers").split(",");
    }

    @ParameterizedTest
    @MethodSource("servers")
    void everythingIsFound(String server) throws Exception {
        try (ConfigurableApplicationContext context = TrialApplication.start(
                server,
                WORKERS.getOrDefault(server, ""),
                "--evenkeel.agent.port=0",
                "--spring.lifecycle.timeout-per-shutdown-phase=1s",
                "--spring.datasource.url=jdbc:h2:mem:trial",
                "--spring.datasource.hikari.maximum-pool-size=2")) {
            int port = TrialApplication.port(context);
            get(port, "/session");
            // Jetty's queue holds its own tasks for a moment too.
            NodeSample idle = eventually(
                    port, sample -> sample.has(Metric.AMX_CONNS_Q_THRDSMAX) && sample.value(Metric.AMX_CONNS_QD) == 0);
            int workers = (int) idle.value(Metric.AMX_CONNS_Q_THRDSMAX);
            assertThat(idle.value(Metric.AMX_CONNS_Q_THRBSY)).isBetween(0.0, 2.0);
            assertThat(idle.value(Metric.AMX_SESSIONS_ACT)).isEqualTo(1);
            assertThat(get(port, "/evenkeel-agent").body()).contains(server);

            List<CompletableFuture<HttpResponse<String>>> held = new ArrayList<>();
            for (int i = 0; i < workers + 3; i++) {
                held.add(begin(port, "/hold"));
            }
            // Jetty keeps a worker for its own tasks, which wait in the queue with requests.
            int spare = server.equals("Jetty") ? 1 : 0;
            // Its own port answers although no worker is free.
            NodeSample full = eventually(
                    idle.agentPort(),
                    sample -> sample.value(Metric.AMX_CONNS_Q_THRBSY) >= workers - spare
                            && sample.value(Metric.AMX_CONNS_QD) + sample.value(Metric.RQST_IN_FLIGHT) >= workers + 3
                            && sample.value(Metric.AMX_JDBC_WAIT) + 2 == sample.value(Metric.RQST_IN_FLIGHT));
            assertThat(full.value(Metric.AMX_CONNS_QD)).isBetween(3.0, 3.0 + 6 * spare);
            assertThat(full.value(Metric.AMX_CONNS_OPEN)).isGreaterThanOrEqualTo(workers);
            assertThat(full.value(Metric.AMX_JDBC_MAXC)).isEqualTo(2);
            assertThat(full.value(Metric.AMX_JDBC_ACTC)).isEqualTo(2);

            context.getBean(TrialApplication.Gate.class).open();
            for (CompletableFuture<HttpResponse<String>> each : held) {
                assertThat(each.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            }
            NodeSample after = eventually(
                    idle.agentPort(),
                    sample -> sample.value(Metric.AMX_JDBC_ACTC) == 0
                            && sample.value(Metric.AMX_CONNS_QD) == 0
                            && sample.value(Metric.AMX_RQST_TOTAL) >= workers + 3);
            assertThat(after.value(Metric.AMX_SESSIONS_ACT)).isEqualTo(1);
        }
    }

    @Test
    void settingsComeFromTheEnvironment() throws Exception {
        try (ConfigurableApplicationContext context = TrialApplication.start(
                "Tomcat",
                "--evenkeel.agent.port=off",
                "--evenkeel.agent.path=/state",
                "--evenkeel.agent.token=s3cret",
                "--evenkeel.agent.queue.max=77",
                "--spring.datasource.url=jdbc:h2:mem:settings")) {
            int port = TrialApplication.port(context);
            assertThat(get(port, "/evenkeel-agent").statusCode()).isEqualTo(404);
            assertThat(get(port, "/state").statusCode()).isEqualTo(401);
            HttpResponse<String> page = get(port, "/state", "Authorization", "Bearer s3cret");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(parsed(page.body()).value(Metric.AMX_CONNS_Q_MAXSIZE)).isEqualTo(77);
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("servers")
    void thePageComesBeforeTheFiltersOfTheApplication(String server) throws Exception {
        try (ConfigurableApplicationContext context = TrialApplication.start(
                server, "--evenkeel.agent.port=off", "--spring.datasource.url=jdbc:h2:mem:filters")) {
            int port = TrialApplication.port(context);
            eventually(port, sample -> sample.sequence() > 0);
            assertThat(get(port, "/hello", "X-Refuse", "1").statusCode()).isEqualTo(403);
            assertThat(get(port, "/evenkeel-agent", "X-Refuse", "1").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void answersCarryTheReport() throws Exception {
        try (ConfigurableApplicationContext context = TrialApplication.start(
                "Tomcat", "--evenkeel.agent.port=off", "--spring.datasource.url=jdbc:h2:mem:report")) {
            int port = TrialApplication.port(context);
            long beganNs = System.nanoTime();
            HttpResponse<String> answer = get(port, "/hello");
            while (answer.headers().firstValue("endpoint-load-metrics").isEmpty()
                    && System.nanoTime() - beganNs < PATIENCE_NS) {
                Thread.sleep(20);
                answer = get(port, "/hello");
            }
            assertThat(answer.headers().firstValue("endpoint-load-metrics")).isPresent();
        }
    }

    @Tag("slow")
    @Test
    void aSwitchToTheContraryIsLeftAloneAndSaid() throws Exception {
        Path log = folder.resolve("application.log");
        try (ConfigurableApplicationContext context = TrialApplication.start(
                "Tomcat",
                "--evenkeel.agent.port=off",
                "--logging.file.name=" + log,
                "--spring.datasource.hikari.register-mbeans=false",
                "--spring.datasource.url=jdbc:h2:mem:switch")) {
            int port = TrialApplication.port(context);
            NodeSample sample = eventually(port, each -> each.has(Metric.AMX_CONNS_Q_THRDSMAX));
            assertThat(sample.has(Metric.AMX_JDBC_MAXC)).isFalse();
            assertThat(Files.readString(log))
                    .contains("leaves the JDBC pool 'dataSource' alone, because"
                            + " spring.datasource.hikari.register-mbeans is false");
        }
    }

    @Test
    void nothingHappensWhenItIsDisabled() throws Exception {
        try (ConfigurableApplicationContext context = TrialApplication.start(
                "Tomcat", "--evenkeel.agent.enabled=false", "--spring.datasource.url=jdbc:h2:mem:disabled")) {
            int port = TrialApplication.port(context);
            assertThat(get(port, "/hello").statusCode()).isEqualTo(200);
            assertThat(get(port, "/evenkeel-agent").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void aReactiveApplicationRunsWithoutAndSaysWhy() throws Exception {
        Path log = folder.resolve("application.log");
        try (ConfigurableApplicationContext context = TrialApplication.start(
                "Netty", "--logging.file.name=" + log, "--spring.datasource.url=jdbc:h2:mem:reactive")) {
            int port = TrialApplication.port(context);
            assertThat(get(port, "/hello").body()).isEqualTo("hello");
            assertThat(get(port, "/evenkeel-agent").statusCode()).isEqualTo(404);
            assertThat(Files.readString(log)).contains("does nothing in this application: WebFlux has no servlets");
        }
    }

    private NodeSample eventually(int port, Predicate<NodeSample> wanted) throws Exception {
        long beganNs = System.nanoTime();
        NodeSample sample = new NodeSample();
        while (System.nanoTime() - beganNs < PATIENCE_NS) {
            try {
                HttpResponse<String> page = get(port, "/evenkeel-agent");
                sample = page.statusCode() == 200 ? parsed(page.body()) : sample;
                if (wanted.test(sample)) {
                    return sample;
                }
            } catch (ConnectException e) {
                // Its own port opens a moment later.
            }
            Thread.sleep(50);
        }
        StringBuilder last = new StringBuilder();
        JsonSample.write(sample, last);
        throw new AssertionError("the sample stays " + last);
    }

    private HttpResponse<String> get(int port, String path, String... fields) throws Exception {
        return client.send(request(port, path, fields), HttpResponse.BodyHandlers.ofString());
    }

    private CompletableFuture<HttpResponse<String>> begin(int port, String path) {
        return client.sendAsync(request(port, path), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest request(int port, String path, String... fields) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        return fields.length == 0 ? request.build() : request.headers(fields).build();
    }

    private static NodeSample parsed(String json) throws Exception {
        NodeSample sample = new NodeSample();
        byte[] octets = json.getBytes(StandardCharsets.UTF_8);
        JsonSample.read(octets, 0, octets.length, sample);
        return sample;
    }
}
