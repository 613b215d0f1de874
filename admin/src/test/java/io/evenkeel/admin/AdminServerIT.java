// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.BrokerSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.control.DispatcherState;
import io.evenkeel.dispatcher.control.EventView;
import io.evenkeel.dispatcher.control.Selection;
import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.monitor.RejectReason;
import io.evenkeel.dispatcher.monitor.SampleSource;
import io.evenkeel.dispatcher.node.NodeState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminServerIT {

    private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);
    private static final String TOKEN = "Authorization: Bearer sesame";
    private static final String NODE = "/api/v1/clusters/shop/nodes/vcn1";

    private final ScriptedControl control = new ScriptedControl();

    @TempDir
    Path folder;

    private AdminServer server;
    private Browser browser;

    @BeforeEach
    void start() throws IOException {
        server = AdminServer.start(new AdminSettings(ANY_PORT, "sesame"), control, null);
        browser = new Browser(server.url());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/livez",
                "/readyz",
                "/metrics",
                "/stats;csv",
                "/stats;csv;norefresh",
                "/api/v1/dispatcher",
                "/api/v1/clusters",
                "/api/v1/clusters/shop",
                NODE,
                "/api/v1/decisions?cluster=shop",
                "/api/v1/explain?cluster=shop",
                "/api/v1/select?cluster=shop",
                "/api/v1/events",
                "/api/v1/config"
            })
    void showsWithoutATokenOnLoopback(String path) throws IOException {
        assertThat(browser.get(path).status()).isEqualTo(200);
    }

    @Test
    void showsClustersAndNodes() throws IOException {
        control.meters.meter("shop", 0).finished(0, 200, false, 1_000, 2_000_000, 10_000_000, 12_000_000, 10, 100);
        String json = browser.get("/api/v1/clusters/shop").body();
        assertThat(json)
                .contains("\"name\":\"shop\"", "\"policy\":\"headroom\"", "\"nodesUp\":2", "\"waiting\":1")
                .contains("\"state\":\"drain\"", "\"reason\":\"maintenance at noon\"", "\"limit\":50", "\"limit\":null")
                .contains("\"tasks\":1", "\"2xx\":1", "\"ptMs\":{\"count\":1,\"sum\":10.0,\"mean\":10.0");
        assertThat(json).doesNotContain("responseCellsNs");
        assertThat(browser.get("/api/v1/clusters/shop?cells=true").body()).contains("\"responseCellsNs\":[[120");
    }

    @Test
    void showsWhatNodesSayOfThemselves() throws IOException {
        assertThat(browser.get(NODE).body())
                .contains("\"othersInFlight\":5,\"agent\":{\"state\":\"reporting\",\"reason\":null")
                .contains(
                        "\"received\":{",
                        "\"piggyback\":40",
                        "\"setAside\":{",
                        "\"figures\":1",
                        "\"pullsFailed\":3,\"pullMs\":7")
                .contains("\"sample\":{\"ageMs\":120,\"source\":\"piggyback\",\"sequence\":42,\"agent\":\"reporting\"")
                .contains("\"doubt\":null,\"figures\":{", "\"OS_CPU_USED%\":12.5", "\"AMX_CONNS_Q_THRDSMAX\":12.0");
        assertThat(browser.get("/api/v1/clusters/bank/nodes/vault").body())
                .as("a node without an agent")
                .contains("\"othersInFlight\":0,\"agent\":null,\"sample\":null");
    }

    @Test
    void saysWhyASampleIsNotBelieved() throws IOException {
        control.agents.put(
                "vcn1",
                new AgentView(
                        AgentState.LYING,
                        "it has no figures",
                        900,
                        SampleSource.PULL,
                        7,
                        0,
                        Map.of(),
                        Map.of(),
                        Map.of(RejectReason.FIGURES, 4L),
                        0,
                        -1));
        assertThat(browser.get(NODE).body())
                .contains("\"agent\":\"lying\",\"doubt\":\"it has no figures\",\"figures\":{}");
        control.agents.put(
                "vcn1",
                new AgentView(AgentState.NEVER, "refused", -1, null, 0, 0, Map.of(), Map.of(), Map.of(), 9, -1));
        assertThat(browser.get(NODE).body())
                .contains("\"state\":\"never\",\"reason\":\"refused\"", "\"pullsFailed\":9", "\"sample\":null");
    }

    @Test
    void tellsTheLastEventsNewestFirst() throws IOException {
        control.events.clear();
        control.events.add(new EventView(1_700_000_000_500L, "warn", "node", "shop/vcn1 is \"down\""));
        control.events.add(new EventView(1_700_000_000_000L, "info", "reload", "first"));

        assertThat(browser.get("/api/v1/events").body())
                .isEqualTo("[{\"at\":\"2023-11-14T22:13:20.500Z\",\"atMs\":1700000000500,\"level\":\"warn\","
                        + "\"area\":\"node\",\"text\":\"shop/vcn1 is \\\"down\\\"\"},"
                        + "{\"at\":\"2023-11-14T22:13:20Z\",\"atMs\":1700000000000,\"level\":\"info\","
                        + "\"area\":\"reload\",\"text\":\"first\"}]");
        assertThat(browser.get("/api/v1/events?most=1").body()).contains("vcn1").doesNotContain("first");
        assertThat(browser.get("/api/v1/events?most=all").status()).isEqualTo(400);
    }

    @Test
    void masksSecretsInTheConfiguration() throws IOException {
        assertThat(browser.get("/api/v1/config").body())
                .contains(
                        "\"address\":\"127.0.0.1:8111\"",
                        "\"token\":\"********\"",
                        "\"level\":\"info\"",
                        "\"drain\":\"30s\"")
                .doesNotContain("very-secret");
    }

    @Test
    void explainsScoresAndAges() throws IOException {
        assertThat(browser.get("/api/v1/explain?cluster=shop").body())
                .contains("\"leastScore\":\"vcn1\"", "\"score\":4.5", "\"sampleAgeMs\":120")
                .contains("\"score\":null,\"sampleAgeMs\":null")
                .contains("\"othersInFlight\":2,\"rule\":\"least score\",\"vector\":{\"workersBusy\":3.0}")
                .contains("\"rule\":\"drain: maintenance at noon\",\"vector\":{}", "\"rule\":null,\"vector\":{}");
        assertThat(browser.get("/api/v1/decisions?cluster=shop").body())
                .contains(
                        "\"attempt\":1",
                        "\"node\":\"vcn1\",\"rule\":\"least score\"",
                        "\"at\":\"2023-11-14T22:14:10Z\"");
    }

    @Test
    void tellsAClientItsNode() throws IOException {
        String json = browser.get("/api/v1/select?cluster=bank&client=ann&quantum=30s")
                .body();

        assertThat(json)
                .startsWith("{\"cluster\":\"bank\",\"node\":\"vault\",\"address\":\"127.0.0.1:18080\","
                        + "\"public\":\"https://vault.example.org\",\"quantumMs\":30000,\"expires\":\"20")
                .endsWith("\"stays\":false,\"alternatives\":"
                        + "[{\"node\":\"spare\",\"address\":\"127.0.0.1:18090\",\"public\":null}]}");
        browser.get("/api/v1/select?cluster=bank");
        browser.get("/api/v1/select?cluster=bank&quantum=1h");
        assertThat(control.questions)
                .extracting(
                        Selection.Question::client,
                        question -> question.quantum().toSeconds())
                .containsExactly(tuple("ann", 30L), tuple(null, 60L), tuple(null, 600L));
    }

    @Test
    void saysWhenToAskAgainForANode() throws IOException {
        control.bankNodesUp = 0;
        Answer none = browser.get("/api/v1/select?cluster=bank");
        assertThat(none.status()).isEqualTo(503);
        assertThat(none.head()).contains("Retry-After: 5");
        assertThat(none.body()).contains("no node of cluster 'bank'", "Ask again in 5 s");
    }

    @Test
    void answersAClientOnlySoOftenAndEachTokenForItself() throws IOException {
        control.broker =
                new BrokerSettings(Duration.ofSeconds(60), Duration.ofSeconds(60), BrokerSettings.Access.AUTO, 0.01, 2);
        for (int i = 0; i < 2; i++) {
            assertThat(browser.get("/api/v1/select?cluster=bank").status()).isEqualTo(200);
        }

        Answer refused = browser.get("/api/v1/select?cluster=bank");

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.head()).contains("Retry-After: 100");
        assertThat(browser.get("/api/v1/select?cluster=bank", TOKEN).status()).isEqualTo(200);
        assertThat(browser.get("/api/v1/clusters").status()).as("another call").isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO, 127.0.0.1, 200, 200", "TOKEN, 127.0.0.1, 401, 200", "OPEN, 127.0.0.1, 200, 200",
        "AUTO, 0.0.0.0, 401, 401", "TOKEN, 0.0.0.0, 401, 401", "OPEN, 0.0.0.0, 200, 401",
    })
    void asksClientsForATokenAsItIsTold(BrokerSettings.Access access, String address, int status, int others)
            throws IOException {
        control.broker = new BrokerSettings(Duration.ofSeconds(60), Duration.ofSeconds(60), access, 20, 100);
        try (AdminServer other =
                AdminServer.start(new AdminSettings(new HostPort(address, 0), "sesame"), control, null)) {
            Browser client = new Browser(other.url());
            assertThat(client.get("/api/v1/select?cluster=bank").status()).isEqualTo(status);
            assertThat(client.get("/api/v1/select?cluster=bank", TOKEN).status())
                    .isEqualTo(200);
            assertThat(client.get("/api/v1/clusters").status()).isEqualTo(others);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "quantum=60, is not a quantum",
        "quantum=0s, is not a quantum",
        "quantum=-1s, is not a quantum",
        "client=, 1 to 128 visible",
        "client=a%20b, 1 to 128 visible",
        "clint=ann, unknown parameter 'clint'",
        "client=ann&client=bob, came twice",
        "cluster=shop, came twice",
    })
    void refusesQuestionsForANodeThatMakeNoSense(String query, String hint) throws IOException {
        Answer answer = browser.get("/api/v1/select?cluster=bank&" + query);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains(hint, "\"remedy\":");
        assertThat(control.questions).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/clusters/shopp, 'there is shop, bank'",
        "/api/v1/clusters/shop/nodes/vcn9, 'it has vcn1'",
        "/api/v1/decisions?cluster=x, 'there is shop, bank'",
        "/api/v1/nothing, 'See /'",
    })
    void saysWhatThereIsWhenANameIsUnknown(String path, String hint) throws IOException {
        Answer answer = browser.get(path);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body()).contains("\"reason\":", "\"remedy\":", hint);
    }

    @Test
    void asksWhichClusterWhenThereAreSeveral() throws IOException {
        Answer answer = browser.get("/api/v1/explain");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("?cluster=shop or ?cluster=bank");
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /drain, '{\"reason\":\"new kernel\"}', shop/vcn1 DRAIN new kernel",
        "POST, /ready, '', shop/vcn1 READY null",
        "PUT, /maint, '{}', shop/vcn1 MAINT null",
        "POST, /weight, '{\"weight\":3}', shop/vcn1 3.0",
        "PUT, '', '{\"state\":\"drain\",\"reason\":\"x\"}', shop/vcn1 DRAIN x",
        "PUT, '', '{\"weight\":0.5}', shop/vcn1 0.5",
    })
    void carriesOutCommands(String method, String command, String body, String expected) throws IOException {
        Answer answer = browser.send(method, NODE + command, body, TOKEN);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(control.commands).containsExactly(expected);
        assertThat(answer.body()).contains("\"name\":\"vcn1\"");
    }

    @Test
    void cutsWhatANodeStillHasInFlightOnceItTakesNoMoreTasks() throws IOException {
        Answer early = browser.send("POST", NODE + "/cut", "", TOKEN);
        assertThat(early.status()).isEqualTo(409);
        assertThat(early.body()).contains("takes tasks", "Drain it first");
        control.firstState = NodeState.DRAIN;

        Answer answer = browser.send("POST", NODE + "/cut", "{\"reason\":\"new version\"}", TOKEN);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"node\":\"shop/vcn1\",\"cut\":3}");
        assertThat(control.commands).containsExactly("shop/vcn1 cut");
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, '', '{', 400, not JSON",
        "PUT, '', '[]', 400, not a JSON object",
        "PUT, '', '{\"weight\":1,\"weight\":2}', 400, not JSON",
        "PUT, '', '{\"weight\":1} {}', 400, not JSON",
        "PUT, '', '{}', 400, nothing to change",
        "PUT, '', '{\"weigth\":1}', 400, unknown field",
        "PUT, '', '{\"weight\":0}', 400, not a weight",
        "PUT, '', '{\"weight\":\"2\"}', 400, not a weight",
        "PUT, '', '{\"weight\":1e300}', 400, not a weight",
        "PUT, '', '{\"state\":\"off\",\"weight\":1}', 404, drain",
        "POST, /weight, '{}', 400, no weight given",
        "POST, /halt, '', 404, drain",
        "POST, /drain, '{\"reason\":\"a\\nb\"}', 400, control characters",
        "DELETE, '', '', 405, reason",
    })
    void refusesCommandsThatMakeNoSense(String method, String command, String body, int status, String hint)
            throws IOException {
        Answer answer = browser.send(method, NODE + command, body, TOKEN);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).contains(hint);
        assertThat(control.commands).isEmpty();
    }

    @Test
    void refusesBodiesThatAreTooLong() throws IOException {
        Answer answer = browser.send("PUT", NODE, "{\"reason\":\"" + "x".repeat(20_000) + "\"}", TOKEN);
        assertThat(answer.status()).isEqualTo(413);
        assertThat(control.commands).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"X: y", "Authorization: Bearer", "Authorization: Bearer sesam", "Authorization: Basic sesame"})
    void changesNothingWithoutTheToken(String field) throws IOException {
        for (String path : List.of(NODE + "/drain", "/api/v1/reload", "/api/v1/nothing")) {
            Answer answer = browser.send("POST", path, "", field);
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.head()).contains("WWW-Authenticate: Bearer");
        }
        assertThat(control.commands).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site",
                "Origin: http://evil.example",
                "Origin: null"
            })
    void changesNothingForAPageOfAnotherSite(String field) throws IOException {
        assertThat(browser.send("POST", NODE + "/drain", "", TOKEN, field).status())
                .isEqualTo(403);
        assertThat(control.commands).isEmpty();
    }

    @Test
    void obeysAPageOfItsOwn() throws IOException {
        String origin = "Origin: " + server.url();
        assertThat(browser.send("POST", NODE + "/drain", "", TOKEN, origin).status())
                .isEqualTo(200);
        assertThat(browser.send("POST", NODE + "/drain", "", TOKEN, "Sec-Fetch-Site: same-origin")
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, 200",
        "LOCALHOST:1, 200",
        "127.0.0.1:80, 200",
        "127.9.9.9, 200",
        "[::1]:8111, 200",
        "evil.example, 403",
        "localhost.evil.example, 403",
        "127.0.0.1.evil.example, 403",
        "10.0.0.1, 403"
    })
    void answersUnderLoopbackNamesOnly(String host, int status) throws IOException {
        assertThat(browser.get("/api/v1/clusters", "Host: " + host).status()).isEqualTo(status);
    }

    @Test
    void needsTheTokenForEverythingOnOtherAddresses() throws IOException {
        try (AdminServer open =
                AdminServer.start(new AdminSettings(new HostPort("0.0.0.0", 0), "sesame"), control, null)) {
            Browser outside = new Browser(open.url());
            assertThat(outside.get("/api/v1/clusters", "Host: proxy.example").status())
                    .isEqualTo(401);
            assertThat(outside.get("/metrics").status()).isEqualTo(401);
            assertThat(outside.get("/metrics", "Host: proxy.example", TOKEN).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void saysWhatAReloadDid() throws IOException {
        Answer applied = browser.send("POST", "/api/v1/reload", "", TOKEN);
        assertThat(applied.status()).isEqualTo(200);
        assertThat(applied.body()).contains("\"applied\":true", "node vcn3 joined shop");
        control.reloads = false;
        Answer refused = browser.send("POST", "/api/v1/reload", "", TOKEN);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body()).contains("\"applied\":false", "unknown key 'polcy'");
    }

    @Test
    void keepsAnsweringWhileAReloadHangs() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        control.duringReload = () -> {
            begun.countDown();
            try {
                end.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<Answer> reload = thread.submit(() -> browser.send("POST", "/api/v1/reload", "", TOKEN));
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            for (int again = 0; again < 20; again++) {
                assertThat(browser.send("POST", "/api/v1/reload", "", TOKEN).status())
                        .isEqualTo(409);
            }
            assertThat(browser.get("/livez").status()).isEqualTo(200);
            end.countDown();
            assertThat(reload.get(10, TimeUnit.SECONDS).status()).isEqualTo(200);
        } finally {
            end.countDown();
            thread.shutdownNow();
        }
    }

    @Test
    void keepsAnsweringWhileClientsSayNothing() throws IOException {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                Socket socket = new Socket(server.url().getHost(), server.url().getPort());
                socket.getOutputStream().write("GET /met".getBytes(StandardCharsets.US_ASCII));
                silent.add(socket);
            }
            assertThat(browser.get("/livez").status()).isEqualTo(200);
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void stopsAlthoughAClientKeepsItsConnection() throws IOException {
        AdminServer other = AdminServer.start(new AdminSettings(ANY_PORT, null), control, null);
        try (Socket kept = new Socket(other.url().getHost(), other.url().getPort())) {
            kept.setSoTimeout(10_000);
            kept.getOutputStream()
                    .write("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(kept.getInputStream().read()).isEqualTo('H');
            other.close();
        }
    }

    @Test
    void saysForHowLongANodeIsInItsStateAndWhy() throws IOException {
        assertThat(browser.get("/api/v1/clusters/bank/nodes/vault").body())
                .contains("\"why\":\"\"", "\"upForMs\":61000", "\"upForSeconds\":61.0", "\"by\":null");
        control.bankNodesUp = 0;
        assertThat(browser.get("/api/v1/clusters/bank/nodes/vault").body())
                .contains(
                        "\"why\":\"check failed: status 503, not 200 to 399\"",
                        "\"stateSince\":\"2023-11-14T22:13:20Z\",\"stateForSeconds\":61.0",
                        "\"upForMs\":null,\"upForSeconds\":null");
        assertThat(browser.get("/api/v1/clusters/shop").body())
                .contains("\"by\":\"ann\",\"why\":\"by ann: maintenance at noon\"", "\"health\":\"ok\",\"why\":\"\"");
        assertThat(browser.get("/api/v1/dispatcher").body())
                .contains(
                        "\"health\":{\"level\":\"outage\",\"text\":\"bank: all nodes down since 2023-11-14T22:13:20Z; 1 of 2 clusters serves\",\"serving\":1,\"clusters\":2}");
    }

    @Test
    void isReadyWhileEveryClusterHasANodeAndNothingDrains() throws IOException {
        assertThat(browser.get("/readyz").body()).isEqualTo("ok\n");
        assertThat(browser.get("/readyz?verbose").body())
                .contains("[+]dispatcher ok", "[+]config ok", "[+]cluster/shop ok: 2 of 2 up");
        control.bankNodesUp = 0;
        assertThat(browser.get("/readyz").status()).isEqualTo(503);
        assertThat(browser.get("/readyz").body())
                .isEqualTo("[-]cluster/bank: 0 of 1 up; all nodes down since 2023-11-14T22:13:20Z\n");
        control.bankNodesUp = 1;
        control.state = DispatcherState.DRAINING;
        assertThat(browser.get("/readyz").status()).isEqualTo(503);
        assertThat(browser.get("/livez").status()).as("alive while it drains").isEqualTo(200);
    }

    @Test
    void leavesWordForTheCommandLine() throws IOException {
        Path config = folder.resolve("shop.yaml");
        AdminFiles files = AdminFiles.beside(config);
        try (AdminServer other = AdminServer.start(new AdminSettings(ANY_PORT, null), control, files)) {
            assertThat(files.url()).contains(other.url());
            assertThat(files.token()).contains(other.token());
            assertThat(other.token()).hasSizeGreaterThanOrEqualTo(32);
            Path token = folder.resolve(".evenkeel/shop.token");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
                    .isEqualTo("rw-------");
            assertThat(new Browser(other.url())
                            .send(
                                    "POST",
                                    NODE + "/drain",
                                    "",
                                    "Authorization: Bearer "
                                            + Files.readString(token).strip())
                            .status())
                    .isEqualTo(200);
        }
        assertThat(files.url()).isEmpty();
        assertThat(files.token()).isEmpty();
    }

    @Test
    void neverCopiesAConfiguredToken() throws IOException {
        AdminFiles files = AdminFiles.beside(folder.resolve("shop.yaml"));
        try (AdminServer other = AdminServer.start(new AdminSettings(ANY_PORT, "sesame"), control, files)) {
            assertThat(files.url()).contains(other.url());
            assertThat(files.token()).isEmpty();
        }
    }

    @Test
    void saysThatAnAddressIsTaken() {
        HostPort taken = new HostPort("127.0.0.1", server.url().getPort());
        assertThatThrownBy(() -> AdminServer.start(new AdminSettings(taken, null), control, null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("admin.address " + taken)
                .hasMessageContaining("in use");
    }

    /**
     * Makes the start fail in the push service; a history without a folder, or a defect, would fail it the same way.
     */
    @Test
    void givesItsAddressBackWhenItCannotStart() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        AdminSettings settings = new AdminSettings(new HostPort("127.0.0.1", port), "sesame");
        control.agentsFail = true;

        assertThatThrownBy(() -> AdminServer.start(settings, control, null)).isInstanceOf(IllegalStateException.class);

        control.agentsFail = false;
        try (AdminServer next = AdminServer.start(settings, control, null)) {
            assertThat(new Browser(next.url()).get("/livez").status()).isEqualTo(200);
        }
    }
}
