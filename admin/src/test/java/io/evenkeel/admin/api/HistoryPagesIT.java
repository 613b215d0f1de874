// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.ScriptedControl;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.HistorySettings;
import io.evenkeel.config.address.HostPort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HistoryPagesIT {

    private static final ScriptedControl CONTROL = new ScriptedControl();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final long PATIENCE_S = 15;

    @TempDir
    static Path folder;

    private static AdminServer server;

    @BeforeAll
    static void start() throws Exception {
        Path past = Files.createDirectory(folder.resolve("past"));
        // a scope can be read as soon as its file is there, and files are made one after the other
        try (WatchService files = past.getFileSystem().newWatchService()) {
            past.register(files, StandardWatchEventKinds.ENTRY_CREATE);
            server = AdminServer.start(
                    new AdminSettings(new HostPort("127.0.0.1", 0), null, new HistorySettings(true, past.toString())),
                    CONTROL,
                    null);
            while (get("/api/v1/history?cluster=shop&node=vcn1").statusCode() != 200) {
                WatchKey came = files.poll(PATIENCE_S, TimeUnit.SECONDS);
                assertThat(came).as("another file of the history").isNotNull();
                came.reset();
            }
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.url() + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode json(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }

    @Test
    void answersTimesAverageAndMaxOfEachMetric() throws Exception {
        JsonNode json =
                json("/api/v1/history?cluster=shop&node=vcn1&metrics=OS_CPU_USED%25,TD_AVE_RQSTS_ACT&range=10m");

        assertThat(json.get("cluster").asString()).isEqualTo("shop");
        assertThat(json.get("node").asString()).isEqualTo("vcn1");
        assertThat(json.get("stepMs").asLong()).isEqualTo(1000);
        int points = json.get("times").size();
        assertThat(points).isBetween(600, 601);
        assertThat(json.get("times").get(1).asLong() - json.get("times").get(0).asLong())
                .isEqualTo(1000);
        assertThat(json.get("metrics").propertyNames()).containsExactly("OS_CPU_USED%", "TD_AVE_RQSTS_ACT");
        JsonNode cpu = json.get("metrics").get("OS_CPU_USED%");
        assertThat(cpu.get("average").size()).isEqualTo(points);
        assertThat(cpu.get("max").size()).isEqualTo(points);
        assertThat(cpu.get("average").get(0).isNull())
                .as("ten minutes ago there was nothing")
                .isTrue();
        assertThat(cpu.get("average").valueStream().filter(value -> !value.isNull()))
                .isNotEmpty()
                .allSatisfy(value -> assertThat(value.asDouble()).isEqualTo(12.5));
    }

    @Test
    void rangesHaveNoMorePointsThanAskedFor() throws Exception {
        for (String range : new String[] {"10m", "60m", "1d", "1w", "1y"}) {
            JsonNode json = json("/api/v1/history?range=" + range + "&group=jvm&points=300");
            assertThat(json.get("times").size()).as(range).isBetween(200, 300);
            assertThat(json.get("metrics").has("JVM_HEAP_USED")).isTrue();
        }
    }

    @Test
    void saysWhatIsKept() throws Exception {
        JsonNode json = json("/api/v1/history/metrics?cluster=shop&node=vcn1");

        assertThat(json.size()).isEqualTo(92);
        JsonNode first = json.get(0);
        assertThat(first.propertyNames()).containsExactly("name", "title", "unit", "group", "groupTitle", "chart");
        assertThat(first.get("group").asString()).isEqualTo("dispatcher");
    }

    @Test
    void refusesWhatItDoesNotKnowAndSaysWhatItDoes() throws Exception {
        assertThat(get("/api/v1/history?cluster=none").statusCode()).isEqualTo(404);
        assertThat(get("/api/v1/history?cluster=shop&node=..%2F..%2Fetc").statusCode())
                .isEqualTo(404);
        assertThat(get("/api/v1/history?node=vcn1").statusCode()).isEqualTo(400);
        assertThat(get("/api/v1/history?points=0").statusCode()).isEqualTo(400);
        assertThat(get("/api/v1/history?from=5&to=1").statusCode()).isEqualTo(400);
        assertThat(get("/api/v1/history?metrics=NOPE").body()).contains("/api/v1/history/metrics");
        assertThat(get("/api/v1/history?range=2h").body()).contains("10m, 30m, 60m, 1d, 1w, 1y");
    }

    @Test
    void answersOneFigureOfTheNodesOfACluster() throws Exception {
        JsonNode json = json("/api/v1/history/nodes?cluster=shop&metrics=TD_AVE_RQSTS_ACT&range=10m&most=1");

        assertThat(json.get("others").asInt()).isEqualTo(1);
        assertThat(json.get("nodes").size()).isEqualTo(1);
        JsonNode node = json.get("nodes").iterator().next();
        assertThat(node.get("average").size()).isEqualTo(json.get("times").size());
        assertThat(node.get("average").valueStream().filter(value -> !value.isNull()))
                .isNotEmpty()
                .allSatisfy(value -> assertThat(value.asDouble()).isEqualTo(3));
        assertThat(get("/api/v1/history/nodes?cluster=shop").statusCode()).isEqualTo(400);
        assertThat(get("/api/v1/history/nodes?metrics=TD_AVE_RQSTS_ACT").statusCode())
                .isEqualTo(400);
        assertThat(get("/api/v1/history/nodes?cluster=none&metrics=TD_AVE_RQSTS_ACT")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void saysWhyNoHistoryIsKept(@TempDir Path other) throws Exception {
        Path inTheWay = Files.writeString(other.resolve("file"), "no folder");
        HistorySettings history = new HistorySettings(true, inTheWay.toString());
        try (AdminServer off =
                AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), null, history), CONTROL, null)) {
            HttpResponse<String> answer = CLIENT.send(
                    HttpRequest.newBuilder(URI.create(off.url() + "/api/v1/history"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("no history is kept since " + inTheWay, "admin.history");
        }
    }

    @Test
    void saysWhenNoHistoryIsKept() throws Exception {
        try (AdminServer other = AdminServer.start(
                new AdminSettings(new HostPort("127.0.0.1", 0), null, HistorySettings.OFF), CONTROL, null)) {
            HttpResponse<String> answer = CLIENT.send(
                    HttpRequest.newBuilder(URI.create(other.url() + "/api/v1/history"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("no history is kept");
        }
    }
}
