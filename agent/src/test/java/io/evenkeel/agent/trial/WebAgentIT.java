// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.JsonSample;
import io.evenkeel.wire.LoadReport;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The jar in WEB-INF/lib and the stand-alone archive, on Tomcats of both namespaces, over sockets. */
@Tag("thorough")
final class WebAgentIT {

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);

    @TempDir
    private Path folder;

    private final List<TrialServer> servers = new ArrayList<>();

    @BeforeAll
    static void leaveOtherAgentsAlone() {
        System.setProperty("evenkeel.agent.port", "off");
    }

    @AfterAll
    static void tidy() {
        System.clearProperty("evenkeel.agent.port");
    }

    @AfterEach
    void stopServers() throws Exception {
        for (TrialServer server : servers) {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jakarta", "javax"})
    void answersCarryTheReportNowAndThen(String namespace) throws Exception {
        TrialServer server = server(namespace);
        server.deploy("");
        reported(server, "/trial/answer");

        long beganNs = System.nanoTime();
        int reports = 0;
        int answers = 0;
        while (System.nanoTime() - beganNs < TimeUnit.SECONDS.toNanos(2)) {
            HttpResponse<String> answer = server.get("/trial/answer");
            assertThat(answer.statusCode()).isEqualTo(200);
            answers++;
            reports += report(answer).isPresent() ? 1 : 0;
        }
        double tenths = (System.nanoTime() - beganNs) / 1e8;

        // Between n reports there are n - 1 intervals of a tenth, and SampleTiming lets a sample come one of them
        // early.
        assertThat(reports).as("reports in %.1f tenths of a second", tenths).isBetween(5, (int) tenths + 2);
        assertThat(answers).isGreaterThan(2 * reports);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jakarta", "javax"})
    void theReportCountsEveryRequestInFlightAndItself(String namespace) throws Exception {
        TrialServer server = server(namespace);
        server.deploy("");
        server.deploy("/other");
        List<CompletableFuture<HttpResponse<String>>> held = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            held.add(server.begin((i < 4 ? "" : "/other") + "/trial/hold"));
        }
        eventually(server, "/evenkeel-agent", sample -> sample.value(Metric.RQST_IN_FLIGHT) == 7);

        NodeSample report = reported(server, "/trial/answer");
        assertThat(report.value(Metric.RQST_IN_FLIGHT)).isEqualTo(8);

        server.get("/trial/release");
        server.get("/other/trial/release");
        for (CompletableFuture<HttpResponse<String>> each : held) {
            assertThat(each.get(20, TimeUnit.SECONDS).body()).isEqualTo("held");
        }
        assertThat(reported(server, "/trial/answer").value(Metric.RQST_IN_FLIGHT))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jakarta", "javax"})
    void anAsynchronousRequestIsInFlightUntilItIsComplete(String namespace) throws Exception {
        TrialServer server = server(namespace);
        server.deploy("");
        CompletableFuture<HttpResponse<String>> request = server.begin("/trial/async");
        eventually(server, "/evenkeel-agent", sample -> sample.value(Metric.RQST_IN_FLIGHT) == 1);
        server.get("/trial/answer");
        assertThat(reported(server, "/trial/answer").value(Metric.RQST_IN_FLIGHT))
                .isEqualTo(2);

        server.get("/trial/release");
        assertThat(request.get(20, TimeUnit.SECONDS).body()).isEqualTo("completed");
        eventually(server, "/evenkeel-agent", sample -> sample.value(Metric.RQST_IN_FLIGHT) == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jakarta", "javax"})
    void committedAnswersGetTheReportWhenTheyBegin(String namespace) throws Exception {
        TrialServer server = server(namespace);
        server.deploy("");

        assertThat(reported(server, "/trial/committed").sequence()).isPositive();
    }

    @Test
    void failuresAreCountedAndGoThroughUnchanged() throws Exception {
        TrialServer server = server("jakarta");
        server.deploy("");
        for (int i = 0; i < 10; i++) {
            assertThat(server.get("/trial/fail").statusCode()).isEqualTo(503);
            assertThat(server.get("/trial/throw").statusCode()).isEqualTo(500);
            assertThat(server.get("/trial/nothing").statusCode()).isEqualTo(404);
            assertThat(server.get("/trial/forward").body()).isEqualTo("well");
        }

        NodeSample sample = eventually(server, "/evenkeel-agent", each -> each.value(Metric.RQST_ERRORS) > 0);
        assertThat(sample.value(Metric.RQST_ERRORS) / sample.value(Metric.RQST_THROUGHPUT))
                .as("every second one failed")
                .isBetween(0.4, 0.6);
        // that sample may be of the moment in which the last of them ended
        eventually(server, "/evenkeel-agent", each -> each.value(Metric.RQST_IN_FLIGHT) == 0);
    }

    @Test
    void theThinkTimeIsFromAnAnswerToTheNextRequestOfItsSession() throws Exception {
        TrialServer server = server("jakarta");
        server.deploy("");
        String cookie = server.get("/trial/session", "X-Forwarded-For", "192.0.2.7")
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow()
                .replaceAll(";.*", "");
        for (int i = 0; i < 3; i++) {
            server.get("/trial/answer", "Cookie", cookie);
            TimeUnit.MILLISECONDS.sleep(200);
        }
        server.get("/trial/answer", "Cookie", cookie);

        NodeSample sample = eventually(server, "/evenkeel-agent", each -> each.has(Metric.RQST_THINK_TIME));
        assertThat(sample.value(Metric.RQST_THINK_TIME)).isBetween(100.0, 400.0);
    }

    @Test
    void theTokenIsAsked() throws Exception {
        TrialServer server = server("jakarta");
        server.deploy("");
        System.setProperty("evenkeel.agent.token", "s3cret");
        try {
            server.deploy("/closed");
        } finally {
            System.clearProperty("evenkeel.agent.token");
        }

        assertThat(server.get("/closed/evenkeel-agent").statusCode()).isEqualTo(401);
        assertThat(server.get("/closed/evenkeel-agent", "Authorization", "Bearer s3cret")
                        .statusCode())
                .isEqualTo(200);
        assertThat(server.get("/evenkeel-agent", "X-Forwarded-For", "192.0.2.7").statusCode())
                .isEqualTo(403);
        assertThat(server.get("/evenkeel-agent.html").body()).contains("<table", "RQST_IN_FLIGHT");
        assertThat(server.get("/evenkeel-agent/orca").body()).startsWith("TEXT ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jakarta", "javax"})
    void theArchiveAloneShowsThePageAndCountsNothing(String namespace) throws Exception {
        TrialServer server = server(namespace);
        server.deploy("/evenkeel-agent", TrialServer.war());

        NodeSample sample = eventually(server, "/evenkeel-agent/", each -> each.has(Metric.AMX_CONNS_MAX));
        assertThat(sample.has(Metric.RQST_IN_FLIGHT)).isFalse();
        assertThat(server.get("/evenkeel-agent").statusCode()).isEqualTo(200);
        assertThat(server.get("/evenkeel-agent/index.html").body()).contains("<table");
        assertThat(server.get("/evenkeel-agent/", "Accept", "text/html").body()).contains("<table");
        assertThat(server.get("/evenkeel-agent/favicon.ico").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jakarta", "javax"})
    void anApplicationThatGoesLeavesNothingBehind(String namespace) throws Exception {
        TrialServer server = server(namespace);
        WeakReference<ClassLoader> loader = loaderOfOneThatIsGone(server);

        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("evenkeel-agent"));
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (loader.get() != null && System.nanoTime() < deadlineNs) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(loader.get())
                .as("class loader of an application that is gone")
                .isNull();
    }

    @Test
    void theAgentMovesToAnotherApplicationWhenItsOwnGoes() throws Exception {
        TrialServer server = server("jakarta");
        Object first = server.deploy("");
        server.deploy("/other");
        reported(server, "/other/trial/answer");
        server.undeploy(first);

        assertThat(reported(server, "/other/trial/answer").value(Metric.RQST_IN_FLIGHT))
                .isEqualTo(1);
    }

    private static WeakReference<ClassLoader> loaderOfOneThatIsGone(TrialServer server) throws Exception {
        Object context = server.deploy("");
        reported(server, "/trial/answer");
        WeakReference<ClassLoader> loader = new WeakReference<>(TrialServer.loaderOf(context));
        server.undeploy(context);
        return loader;
    }

    private TrialServer server(String namespace) throws Exception {
        TrialServer server = new TrialServer(namespace, folder);
        servers.add(server);
        return server;
    }

    /** Asks until an answer carries a report. */
    private static NodeSample reported(TrialServer server, String path) throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        Optional<NodeSample> report = Optional.empty();
        while (report.isEmpty() && System.nanoTime() < deadlineNs) {
            report = report(server.get(path));
        }
        return report.orElseThrow(() -> new AssertionError("no answer of " + path + " carried a report"));
    }

    private static Optional<NodeSample> report(HttpResponse<String> answer) {
        return answer.headers().firstValue(LoadReport.HEADER).map(text -> {
            byte[] octets = text.getBytes(StandardCharsets.US_ASCII);
            NodeSample sample = new NodeSample();
            assertThat(new LoadReport().read(octets, 0, octets.length, sample))
                    .as(text)
                    .isTrue();
            return sample;
        });
    }

    /** Reads the page until the sample is as it should be. */
    private static NodeSample eventually(TrialServer server, String path, Predicate<NodeSample> right)
            throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        String page = "";
        while (System.nanoTime() < deadlineNs) {
            page = server.get(path).body();
            byte[] octets = page.getBytes(StandardCharsets.UTF_8);
            NodeSample sample = new NodeSample();
            if (JsonSample.read(octets, 0, octets.length, sample) && right.test(sample)) {
                return sample;
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        throw new AssertionError("not in time; last page: " + page);
    }
}
