// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.JsonSample;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Predicate;

/** Reads a server's samples on the agent's own port, so also while every worker is busy. */
final class AgentReader {

    private static final int NO_SAMPLE_YET = 503;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final URI uri;
    private String text = "";

    AgentReader(AppServer server) {
        uri = URI.create("http://127.0.0.1:" + server.agentPort() + "/evenkeel-agent");
    }

    /** The newest sample; an empty one while the agent has none, as in the first moments of its server. */
    NodeSample sample() throws InterruptedException {
        NodeSample sample = new NodeSample();
        try {
            HttpResponse<byte[]> answer = client.send(
                    HttpRequest.newBuilder(uri).timeout(TIMEOUT).build(), HttpResponse.BodyHandlers.ofByteArray());
            text = new String(answer.body(), StandardCharsets.UTF_8);
            if (answer.statusCode() == NO_SAMPLE_YET) {
                return sample;
            }
            assertThat(answer.statusCode()).as(text).isEqualTo(200);
            assertThat(JsonSample.read(answer.body(), 0, answer.body().length, sample))
                    .as(text)
                    .isTrue();
        } catch (IOException e) {
            text = "no sample: " + e;
        }
        return sample;
    }

    /** The last sample as it came. */
    String text() {
        return text;
    }

    /** Reads until a sample is as expected, but no longer than a time. */
    NodeSample await(Duration longest, Predicate<NodeSample> expected) throws InterruptedException {
        long deadlineNs = System.nanoTime() + longest.toNanos();
        NodeSample sample = sample();
        while (!expected.test(sample) && System.nanoTime() < deadlineNs) {
            Thread.sleep(50);
            sample = sample();
        }
        return sample;
    }

    static Predicate<NodeSample> says(Metric metric, double value) {
        return sample -> sample.value(metric) == value;
    }
}
