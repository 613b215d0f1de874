// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.agent.settings.AgentOptions;
import io.evenkeel.wire.JsonSample;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The agent's life in one JVM: alone, and when several class loaders have it. */
@Isolated
final class AgentIT {

    private static final int TRIES = 200;
    private static final long BETWEEN_TRIES_MS = 50;

    @Test
    void answersOnItsPortUntilItIsClosed() throws Exception {
        int port;
        try (Agent agent = Agent.start(AgentOptions.ofApplication(Map.of("port", "0", "name", "vcn1")))) {
            NodeSample sample = parsed(eventually(() -> agent.page("json")));
            port = sample.agentPort();
            assertThat(port).isPositive();

            NodeSample pulled = parsed(get(port, "/evenkeel-agent"));
            assertThat(pulled.sequence()).isGreaterThanOrEqualTo(sample.sequence());
            assertThat(pulled.epochMs()).isEqualTo(sample.epochMs());
            assertThat(pulled.has(Metric.JVM_HEAP_USED_PERCENT)).isTrue();
            assertThat(get(port, "/evenkeel-agent.html")).contains("vcn1", "JVM_HEAP_USED%");
        }
        assertThat(refuses(port)).as("the port after closing").isTrue();
    }

    @Test
    void aPulledSampleIsNotOld() throws Exception {
        try (Agent agent = Agent.start(AgentOptions.ofApplication(Map.of("port", "0")))) {
            int port = parsed(eventually(() -> agent.page("json"))).agentPort();
            Thread.sleep(300);
            long askedMs = System.currentTimeMillis();
            NodeSample pulled = parsed(get(port, "/evenkeel-agent"));

            // An idle agent samples once a second; one that is asked does so at once.
            assertThat(pulled.clockMs()).isGreaterThanOrEqualTo(askedMs - 150);
        }
    }

    @Test
    void reportsComeWhileTheyAreAskedFor() throws Exception {
        try (Agent agent = Agent.start(AgentOptions.ofApplication(Map.of("port", "off")))) {
            String first = eventually(() -> agent.dueReport(System.nanoTime()));
            assertThat(first).startsWith("TEXT ").contains("named_metrics.seq:");
            assertThat(agent.takeReport(first)).isTrue();
            String second = eventually(() -> agent.dueReport(System.nanoTime()));

            assertThat(second).isNotEqualTo(first);
        }
    }

    @Test
    void theLastOfTwoUsersEndsIt() throws Exception {
        Agent first = Agent.start(AgentOptions.ofApplication(Map.of("port", "0")));
        Agent second = Agent.start(AgentOptions.ofApplication(Map.of("port", "0")));
        int port = parsed(eventually(() -> first.page("json"))).agentPort();
        first.close();
        first.close();
        assertThat(parsed(eventually(() -> second.page("json"))).agentPort()).isEqualTo(port);

        second.close();
        assertThat(refuses(port)).isTrue();
    }

    @Test
    void oneOfSeveralClassLoadersOwnsItAndTheNextTakesOver() throws Exception {
        try (LoadedAgent first = new LoadedAgent(Map.of("port", "0"))) {
            int port = parsed(eventually(first::page)).agentPort();
            try (LoadedAgent second = new LoadedAgent(Map.of("port", "0"))) {
                assertThat(parsed(eventually(second::page)).agentPort())
                        .as("both see the owner")
                        .isEqualTo(port);

                first.close();
                NodeSample next = parsed(eventually(second::page));
                assertThat(refuses(port)).as("the first owner's port").isTrue();
                assertThat(next.agentPort()).isNotIn(0, port);
                assertThat(parsed(get(next.agentPort(), "/evenkeel-agent")).epochMs())
                        .isEqualTo(next.epochMs());
            }
        }
    }

    @Test
    void whoIsClosedWhileItWaitsNeverOwnsIt() throws Exception {
        try (LoadedAgent owner = new LoadedAgent(Map.of("port", "0"))) {
            int port = parsed(eventually(owner::page)).agentPort();
            new LoadedAgent(Map.of("port", "0")).close();

            assertThat(parsed(eventually(owner::page)).agentPort()).isEqualTo(port);
        }
    }

    @Test
    void theNextUserReplacesAThreadThatHasEnded() throws Exception {
        try (Agent first = Agent.start(AgentOptions.ofApplication(Map.of("port", "off")))) {
            eventually(() -> first.page("json"));
            Thread ended = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("evenkeel-agent"))
                    .findFirst()
                    .orElseThrow();
            ended.interrupt();
            ended.join();
            assertThat(first.page("json")).isNull();

            try (Agent second = Agent.start(AgentOptions.ofApplication(Map.of("port", "off")))) {
                assertThat(eventually(() -> second.page("json"))).isNotEmpty();
            }
        }
    }

    private static <T> T eventually(Callable<@Nullable T> attempt) throws Exception {
        for (int i = 0; i < TRIES; i++) {
            T result = attempt.call();
            if (result != null) {
                return result;
            }
            Thread.sleep(BETWEEN_TRIES_MS);
        }
        throw new AssertionError("nothing came within " + TRIES * BETWEEN_TRIES_MS + " ms");
    }

    private static NodeSample parsed(String json) {
        NodeSample sample = new NodeSample();
        byte[] octets = json.getBytes(StandardCharsets.UTF_8);
        assertThat(JsonSample.read(octets, 0, octets.length, sample)).as(json).isTrue();
        return sample;
    }

    private static boolean refuses(int port) throws IOException {
        try {
            get(port, "/evenkeel-agent");
            return false;
        } catch (ConnectException e) {
            return true;
        }
    }

    /** A page of an agent that may not have its first sample yet. */
    static String firstPage(int port, String path) throws Exception {
        return eventually(() -> {
            HttpURLConnection connection = connection(port, path);
            return connection.getResponseCode() == HttpURLConnection.HTTP_UNAVAILABLE ? null : body(connection);
        });
    }

    private static String get(int port, String path) throws IOException {
        return body(connection(port, path));
    }

    private static HttpURLConnection connection(int port, String path) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
        connection.setConnectTimeout(5_000);
        connection.setReadTimeout(5_000);
        connection.setRequestProperty("Connection", "close");
        return connection;
    }

    private static String body(HttpURLConnection connection) throws IOException {
        return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
