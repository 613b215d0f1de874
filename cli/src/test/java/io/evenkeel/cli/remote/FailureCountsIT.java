// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.admin.AdminFiles;
import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.Role;
import io.evenkeel.cli.CommandLineRun;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Failed requests, failed attempts and retries have the same numbers wherever people and programs look. */
class FailureCountsIT {

    private static final String PASSWORD = "correct horse battery";

    @TempDir
    private Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private HttpServer first;
    private HttpServer second;
    private Path config;
    private Dispatcher dispatcher;
    private AdminServer admin;

    /** The three numbers of a cluster or, with no retries of their own, of a node. */
    private record Figures(long failedRequests, long failedAttempts, long retries) {}

    @BeforeEach
    void start() throws Exception {
        first = server();
        second = server();
        config = Files.writeString(folder.resolve("evenkeel.yaml"), """
                listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
                clusters:
                  shop:
                    policy: round-robin
                    nodes:
                      - {name: vcn1, address: "127.0.0.1:%d"}
                      - {name: vcn2, address: "127.0.0.1:%d"}
                    retry: {attempts: 1, budget: 100%%}
                    ejection: off
                admin: {address: "127.0.0.1:0"}
                log: {level: error}
                """.formatted(
                        first.getAddress().getPort(), second.getAddress().getPort()));
        dispatcher = Dispatcher.start(SettingsFile.open(config));
        AdminFiles files = AdminFiles.beside(config);
        Accounts.in(files.users(), new EventLog().admin()).add("ann", Role.ADMIN, PASSWORD);
        admin = AdminServer.start(dispatcher.control().settings().admin(), dispatcher.control(), files);
        // a rate of the history needs a reading from before
        while (values("TD_NODES_UP").findAny().isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    @AfterEach
    void stop() {
        admin.close();
        dispatcher.close();
        first.stop(0);
        second.stop(0);
    }

    private static HttpServer server() throws IOException {
        HttpServer made = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        made.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        made.start();
        return made;
    }

    private int get() throws IOException, InterruptedException {
        String address = dispatcher.control().dispatcher().listeners().get(0).address();
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://" + address + "/")).build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private String page(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(admin.url().resolve(path)).build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    @Test
    void aRequestThatAnotherNodeAnswersIsNoFailedRequest() throws Exception {
        first.stop(0);

        for (int request = 0; request < 20; request++) {
            assertThat(get()).isEqualTo(204);
        }

        Figures shop = api("");
        assertThat(shop.failedRequests()).isZero();
        assertThat(shop.failedAttempts())
                .as("every second request tried the dead node")
                .isPositive();
        assertThat(shop.retries()).isEqualTo(shop.failedAttempts());
        assertThat(api("vcn1").failedAttempts()).isEqualTo(shop.failedAttempts());
        assertThat(api("vcn2").failedAttempts()).isZero();
        assertTheSameEverywhere();
    }

    @Test
    void aRequestThatNoNodeAnswersIsOneFailedRequestAndTwoFailedAttempts() throws Exception {
        first.stop(0);
        second.stop(0);

        for (int request = 0; request < 5; request++) {
            assertThat(get()).isEqualTo(502);
        }

        assertThat(api("")).isEqualTo(new Figures(5, 10, 5));
        assertThat(api("vcn1").failedRequests() + api("vcn2").failedRequests()).isEqualTo(5);
        assertThat(api("vcn1").failedAttempts() + api("vcn2").failedAttempts()).isEqualTo(10);
        assertTheSameEverywhere();
    }

    private void assertTheSameEverywhere() throws Exception {
        signIn();
        for (String node : List.of("", "vcn1", "vcn2")) {
            Figures told = api(node);
            assertThat(metrics(node)).as("/metrics of '%s'", node).isEqualTo(told);
            assertThat(status(node)).as("status of '%s'", node).isEqualTo(told);
            assertThat(console(node, told)).as("console of '%s'", node).isEqualTo(told);
        }
        assertThat(history("TD_FAIL_ATTEMPTS", api("").failedAttempts() > 0)).isEqualTo(api("").failedAttempts() > 0);
        assertThat(history("TD_RETRIES", api("").retries() > 0)).isEqualTo(api("").retries() > 0);
        assertThat(history("TD_AVE_FAIL_RQSTS", api("").failedRequests() > 0)).isEqualTo(api("").failedRequests() > 0);
    }

    private Figures api(String node) throws Exception {
        JsonNode json =
                JsonMapper.shared().readTree(page("/api/v1/clusters/shop" + (node.isEmpty() ? "" : "/nodes/" + node)));
        return new Figures(
                json.path("failedRequests").asLong(-1),
                json.path("failedAttempts").asLong(-1),
                json.path("retries").asLong(0));
    }

    private Figures metrics(String node) throws Exception {
        String page = page("/metrics");
        String of = node.isEmpty() ? "cluster_" : "node_";
        String labels = node.isEmpty() ? "{cluster=\"shop\"}" : "{cluster=\"shop\",node=\"" + node + "\"}";
        return new Figures(
                series(page, "evenkeel_" + of + "failures_total" + labels),
                series(page, "evenkeel_" + of + "attempts_failed_total" + labels),
                node.isEmpty() ? series(page, "evenkeel_cluster_retries_total" + labels) : 0);
    }

    private static long series(String page, String name) {
        return page.lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> (long) Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no series " + name));
    }

    private Figures status(String node) {
        CommandLineRun run =
                CommandLineRun.of("status", "-o", "csv", "--admin", admin.url().toString());
        List<String> lines = run.out().lines().toList();
        List<String> columns = List.of(lines.get(0).split(","));
        List<String> cells = lines.stream()
                .filter(line -> line.startsWith("shop," + (node.isEmpty() ? "*" : node) + ","))
                .map(line -> List.of(line.split(",", -1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(run.out() + run.err()));
        return new Figures(
                Long.parseLong(cells.get(columns.indexOf("failedRequests"))),
                Long.parseLong(cells.get(columns.indexOf("failedAttempts"))),
                Long.parseLong("0" + cells.get(columns.indexOf("retries"))));
    }

    private void signIn() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(admin.url().resolve("/console/sign-in"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Origin", admin.url().toString())
                .POST(HttpRequest.BodyPublishers.ofString("name=ann&password=" + PASSWORD.replace(" ", "+")))
                .build();
        assertThat(client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(303);
    }

    /** The figures of a page, which are a second old at most, once they are as expected. */
    private Figures console(String node, Figures expected) throws Exception {
        long endNs = System.nanoTime() + 10_000_000_000L;
        Figures seen = console(node);
        while (!seen.equals(expected) && System.nanoTime() < endNs) {
            TimeUnit.MILLISECONDS.sleep(50);
            seen = console(node);
        }
        return seen;
    }

    private Figures console(String node) throws Exception {
        String page =
                page(node.isEmpty() ? "/console/cluster?cluster=shop" : "/console/node?cluster=shop&node=" + node);
        String key = node.isEmpty() ? "cluster/shop" : "node/shop/" + node;
        return new Figures(
                tile(page, key + "/failedrequests"),
                tile(page, key + "/failedattempts"),
                node.isEmpty() ? tile(page, key + "/retries") : 0);
    }

    private static long tile(String page, String key) {
        Matcher tile =
                Pattern.compile("data-k=\"" + Pattern.quote(key) + "\">(\\d+)<").matcher(page);
        assertThat(tile.find()).as(key).isTrue();
        return Long.parseLong(tile.group(1));
    }

    /**
     * Tells whether a rate of the last minutes was ever above zero, once it is as expected; the last answer when that
     * never happens. The exact rates are a matter of {@code HistoryTest}, in virtual time.
     */
    private boolean history(String metric, boolean expected) throws Exception {
        long endNs = System.nanoTime() + 10_000_000_000L;
        boolean seen;
        do {
            TimeUnit.MILLISECONDS.sleep(100);
            seen = values(metric).anyMatch(value -> value > 0);
        } while (seen != expected && System.nanoTime() < endNs);
        return seen;
    }

    private DoubleStream values(String metric) throws Exception {
        return JsonMapper.shared()
                .readTree(page("/api/v1/history?cluster=shop&range=10m&metrics=" + metric))
                .path("metrics")
                .path(metric)
                .path("average")
                .valueStream()
                .filter(JsonNode::isNumber)
                .mapToDouble(value -> value.asDouble(0));
    }
}
