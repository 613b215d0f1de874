// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server.light;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.JsonSample;
import io.evenkeel.wire.LoadReport;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

final class LightFleetIT {

    private static final long MS = 1_000_000;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void answersEveryRequestThatFits() throws Exception {
        try (LightFleet fleet = fleet(2, 10, new RequestNeeds(5 * MS, MS))) {
            List<CompletableFuture<HttpResponse<String>>> answers =
                    send(fleet.servers().get(0), 12);

            for (CompletableFuture<HttpResponse<String>> answer : answers) {
                assertThat(answer.get().statusCode()).isEqualTo(200);
                assertThat(answer.get().headers().firstValue("X-Node")).contains("n1");
            }
            LightCounts counts = fleet.servers().get(0).counts();
            assertThat(counts.completed()).isEqualTo(12);
            assertThat(counts.serviceNs()).isEqualTo(12 * MS);
        }
    }

    @Test
    void hangsUpOnWhatDoesNotFit() throws Exception {
        // The work of a second is still there when the last of five requests comes.
        try (LightFleet fleet = fleet(1, 1, new RequestNeeds(1000 * MS, 0))) {
            int good = 0;
            for (CompletableFuture<HttpResponse<String>> answer :
                    send(fleet.servers().get(0), 5)) {
                try {
                    good += answer.join().statusCode() == 200 ? 1 : 0;
                } catch (CompletionException closed) {
                    // No answer, as intended.
                }
            }

            LightCounts counts = fleet.servers().get(0).counts();
            assertThat(good).isEqualTo(2);
            // The client asks a second time when a kept connection is closed on it, so there may be more refusals than
            // requests.
            assertThat(counts.refused()).isGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void tellsItsStateInAnswersAndWhenAsked() throws Exception {
        try (LightFleet fleet = fleet(3, 7, new RequestNeeds(0, 2 * MS))) {
            LightServer server = fleet.servers().get(0);
            HttpResponse<String> answer = send(server, 1).get(0).get();
            byte[] report =
                    answer.headers().firstValue(LoadReport.HEADER).orElseThrow().getBytes(StandardCharsets.US_ASCII);
            byte[] asked = client.send(request(server, LightServer.AGENT), BodyHandlers.ofByteArray())
                    .body();

            NodeSample sample = new NodeSample();
            assertThat(new LoadReport().read(report, 0, report.length, sample)).isTrue();
            assertThat(sample.value(Metric.AMX_CONNS_Q_THRDSMAX)).isEqualTo(3);
            assertThat(JsonSample.read(asked, 0, asked.length, sample)).isTrue();
            assertThat(sample.value(Metric.AMX_CONNS_Q_MAXSIZE)).isEqualTo(7);
            assertThat(sample.value(Metric.RQST_SERVICE_TIME)).isEqualTo(2);
            assertThat(sample.sequence()).isEqualTo(2);
        }
    }

    private List<CompletableFuture<HttpResponse<String>>> send(LightServer server, int count) {
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            answers.add(client.sendAsync(request(server, "/page"), BodyHandlers.ofString()));
        }
        return answers;
    }

    private static HttpRequest request(LightServer server, String target) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + target))
                .build();
    }

    private static LightFleet fleet(int workers, int queue, RequestNeeds work) throws Exception {
        return LightFleet.start(List.of(new LightPlan("n1", 1, 1, workers, queue, (request, random) -> work)), 1);
    }
}
