// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminFiles;
import io.evenkeel.admin.AdminServer;
import io.evenkeel.cli.CommandLineRun;
import io.evenkeel.config.Settings;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.control.CertificateView;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.control.live.LiveControl;
import io.evenkeel.dispatcher.metrics.ListenerMeter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("thorough")
class RemoteCommandsIT {

    private static final String CONFIG = """
            version: 1
            listeners:
              - {name: web, address: 127.0.0.1:0, protocol: http, cluster: shop}
            clusters:
              shop:
                policy: least-requests
                nodes:
                  - {name: vcn1, address: 127.0.0.1:18080, weight: 2}
                  - {name: vcn2, address: 127.0.0.1:28080}
            admin:
              address: 127.0.0.1:%d
            """;

    @TempDir
    Path folder;

    private Path config;
    private IdleEngine engine;
    private AdminServer server;

    @BeforeEach
    void start() throws Exception {
        config = Files.writeString(folder.resolve("evenkeel.yaml"), CONFIG.formatted(0));
        Settings settings = SettingsFile.open(config).load();
        engine = new IdleEngine(settings);
        server = AdminServer.start(settings.admin(), new LiveControl(engine), AdminFiles.beside(config));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private CommandLineRun run(String... args) {
        String[] all = new String[args.length + 2];
        System.arraycopy(args, 0, all, 0, args.length);
        all[args.length] = "-c";
        all[args.length + 1] = config.toString();
        return CommandLineRun.of(all);
    }

    @Test
    void showsAStatusOnOneScreen() {
        engine.meters.meter("shop", 0).finished(0, 200, false, 1_000, 0, 4_000_000, 5_000_000, 10, 100);
        CommandLineRun run = run("status");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains(
                        "evenkeel " + engine.view().version() + ", running for",
                        "\n1 of 1 cluster serves\n",
                        "web: http on 127.0.0.1:9090, 0 connections now of at most ");
        assertThat(run.out().lines().filter(line -> line.startsWith("shop")))
                .hasSize(3)
                .anyMatch(line -> line.contains("2 of 2 up") && line.endsWith("least-requests"))
                .anyMatch(line -> line.matches("shop +vcn1 +up +2.0 +0 .*"));
    }

    @Test
    void aStatusSaysWhatListenersSpeak() {
        assertThat(run("status").out()).doesNotContain("HTTP/2", "TLS");
        ListenerMeter web = engine.meters.listenerMeter("web", 0);
        for (int request = 0; request < 3; request++) {
            web.requestedByHttp1();
        }
        web.requestedByHttp2();
        web.shookHands(true, false);
        web.shookHands(true, true);
        web.shookHands(true, true);
        web.shookHands(false, false);
        web.handshakeFailed();
        long nowMs = System.currentTimeMillis();
        long dayMs = 86_400_000;
        engine.certificates = List.of(
                new CertificateView("a", "ec", "a.pem", nowMs - dayMs, nowMs + 300 * dayMs + 60_000),
                new CertificateView("b", "rsa", "b.pem", nowMs - 90 * dayMs, nowMs + 5 * dayMs + 60_000),
                new CertificateView("c", "rsa", "c.pem", 0, dayMs));

        assertThat(run("status").out())
                .contains(
                        "  4 requests, HTTP/1 75 %, HTTP/2 25 %\n",
                        "  TLS: 2 handshakes in full, 2 resumed (50 %), 1 failed; TLS 1.3 75 %, TLS 1.2 25 %\n",
                        "  EC certificate of a, valid for 300d 0h, in a.pem\n",
                        "  RSA certificate of b, EXPIRES in 5d 0h, in b.pem\n",
                        "  RSA certificate of c, EXPIRED on 1970-01-02T00:00:00Z, in c.pem\n");
    }

    @Test
    void showsAStatusToScripts() {
        assertThat(run("status", "-o", "csv").out().lines())
                .hasSize(4)
                .first()
                .asString()
                .startsWith("cluster,node,state");
    }

    private JsonNode json() {
        return JsonMapper.shared().readTree(run("status", "-o", "json").out());
    }

    @Test
    void aStatusForScriptsIsNestedAndHasNumbers() {
        engine.meters.meter("shop", 0).finished(0, 200, false, 1_000, 0, 4_000_000, 5_000_000, 10, 100);
        engine.haveAgents();
        engine.task("shop");

        JsonNode status = json();

        assertThat(status.path("state").stringValue()).isEqualTo("running");
        assertThat(status.path("uptimeSeconds").doubleValue()).isBetween(0.0, 60.0);
        assertThat(status.at("/listeners/0/name").stringValue()).isEqualTo("web");
        JsonNode shop = status.at("/clusters/0");
        assertThat(status.path("clusters")).hasSize(1);
        assertThat(shop.path("name").stringValue()).isEqualTo("shop");
        assertThat(shop.path("protocol").stringValue()).isEqualTo("http");
        assertThat(shop.path("policy").stringValue()).isEqualTo("least-requests");
        assertThat(shop.path("nodesUp").intValue()).isEqualTo(2);
        assertThat(shop.path("inFlight").intValue()).isEqualTo(1);
        assertThat(shop.path("activeSessions").isNumber()).isTrue();
        assertThat(shop.at("/traffic/responseMs/p99").doubleValue()).isBetween(4.9, 5.1);
        assertThat(shop.path("nodes")).hasSize(2);
        JsonNode vcn1 = shop.at("/nodes/0");
        assertThat(vcn1.path("name").stringValue()).isEqualTo("vcn1");
        assertThat(vcn1.path("upForMs").isNumber()).isTrue();
        assertThat(vcn1.at("/sample/ageMs").intValue()).isEqualTo(120);
        assertThat(vcn1.at("/load/cpuShare").doubleValue()).isEqualTo(0.125);
        assertThat(vcn1.at("/load/workersMax").doubleValue()).isEqualTo(12);
        assertThat(vcn1.at("/load/gcShare").isNull()).isTrue();
        assertThat(shop.at("/nodes/1/agent/reason").stringValue()).isEqualTo("connection refused");
    }

    @Test
    void aNodeThatIsNotUpIsUpForNoTime() {
        run("node", "drain", "shop/vcn1");

        assertThat(json().at("/clusters/0/nodes/0/state").stringValue()).isEqualTo("drain");
        assertThat(json().at("/clusters/0/nodes/0/upForMs").isNull()).isTrue();
        assertThat(json().at("/clusters/0/nodes/0/load").isNull())
                .as("no agent")
                .isTrue();
    }

    @Test
    void showsWhatNodesSayOfThemselves() {
        assertThat(run("status").out()).as("no agents, no columns").doesNotContain("AGENT", "WORKERS");
        engine.haveAgents();

        for (CommandLineRun run : List.of(run("status"), run("top", "--once", "--every", "50ms"))) {
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out())
                    .containsPattern("CLUSTER +NODE +AGENT +AGE MS +BY +CPU +HEAP +GC +WORKERS +QUEUE +JDBC")
                    .containsPattern("shop +vcn1 +reporting +120 +pull +13 % +43 % +- +3/12 +0 +10/10 .4 +- +1 +-")
                    .containsPattern("shop +vcn2 +never +- +- +- .* connection refused");
            assertThat(run.out().lines().dropWhile(line -> !line.contains("AGENT")))
                    .hasSize(3)
                    .allMatch(line -> line.length() <= 120);
        }
    }

    @Test
    void tellsScriptsAllThatNodesSay() {
        assertThat(run("status", "-o", "csv").out()).doesNotContain("sampleAgeMs");
        engine.haveAgents();

        assertThat(run("status", "-o", "csv").out())
                .contains(",reporting,,120,pull,1,0.125,0.4321,,3.0,12.0,0.0,,10.0,10.0,4.0,")
                .contains(",never,connection refused,,,");
        assertThat(run("top", "--once", "--every", "50ms", "-o", "csv").out().lines())
                .hasSize(4)
                .anyMatch(line -> line.contains(",reporting,,120,pull,1,0.125,0.4321,,3.0,12.0,0.0,,10.0,10.0,4.0,"));
    }

    @Test
    void explainsByWhatNodesSay() {
        assertThat(run("explain").out()).doesNotContain("WORKERS").containsPattern("vcn1 .* least score");
        engine.haveAgents();

        assertThat(run("explain").out())
                .containsPattern(
                        "NODE +STATE +ELIGIBLE +IN FLIGHT +AGE MS +SCORE +CPU +HEAP +WORKERS +QUEUE +JDBC +RULE")
                .containsPattern("vcn1 +up +true +0 +\\d+ +0.0 +13 % +- +3/12 +- +- +least score")
                .containsPattern("vcn2 +up +true +0 +- +0.0 +- +- +- +- +- +least score");
        assertThat(run("explain", "-o", "json").out())
                .contains(
                        "\"othersInFlight\":0,\"cpuShare\":0.125,", "\"workersMax\":12.0", "\"rule\":\"least score\"");
    }

    @Test
    void drainsANodeAndSaysWhy() {
        CommandLineRun run = run("node", "drain", "shop/vcn1", "--reason", "new kernel");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).containsPattern("shop +vcn1 +drain +2.0 +0 +new kernel");
        assertThat(run("status").out())
                .contains("1 of 2 up")
                .containsPattern("shop +vcn1 +drain .* \\ds +by [^:]+: new kernel");
        assertThat(run("node", "ready", "shop/vcn1").out()).containsPattern("shop +vcn1 +up");
        assertThat(run("node", "maint", "shop/vcn2").out()).containsPattern("shop +vcn2 +maint");
        run("node", "maint", "shop/vcn1");
        assertThat(run("status").out())
                .containsPattern("\nshop: all nodes in maintenance since \\d\\d:\\d\\d:\\d\\d\n")
                .doesNotContain("UP FOR");
        run("node", "ready", "shop/vcn1");
        assertThat(run("node", "weight", "shop/vcn2", "3.5").out()).containsPattern("shop +vcn2 +maint +3.5");
    }

    @Test
    void waitsUntilADrainedNodeIsEmpty() throws Exception {
        assertThat(run("node", "maint", "shop/vcn2").exitCode()).isZero();
        Runnable end = engine.task("shop");
        CompletableFuture<CommandLineRun> drain =
                CompletableFuture.supplyAsync(() -> run("node", "drain", "shop/vcn1", "--wait"));
        while (!run("status").out().matches("(?s).*shop +vcn1 +drain .*")) {
            assertThat(drain).isNotDone();
        }
        assertThat(drain).isNotDone();

        end.run();

        CommandLineRun run = drain.get(30, TimeUnit.SECONDS);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err())
                .containsPattern("shop/vcn1 is drained: nothing in flight after \\d+ s; it has no session");
        assertThat(run.out()).containsPattern("shop +vcn1 +drain +2.0 +0");
    }

    @Test
    void cutsWhatADrainDoesNotEndWhenToldTo() {
        assertThat(run("node", "maint", "shop/vcn2").exitCode()).isZero();
        engine.task("shop");

        CommandLineRun run = run("node", "drain", "shop/vcn1", "--wait", "--force-after", "300ms");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err())
                .contains(
                        "shop/vcn1 has 1 in flight",
                        "still had 1 in flight",
                        "in maintenance now, and 1 were told to end");
        assertThat(engine.cuts).containsExactly("vcn1");
        assertThat(run.out()).containsPattern("shop +vcn1 +maint +2.0 +1");
        assertThat(run("node", "drain", "shop/vcn1", "--force-after", "1s").exitCode())
                .isEqualTo(2);
    }

    @Test
    void saysWhatIsWrongWithANodeCommand() {
        assertThat(run("node", "drain", "shop/vcn9"))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(1))
                .satisfies(run -> assertThat(run.err()).contains("has no node 'vcn9'; it has vcn1, vcn2"));
        assertThat(run("node", "drain", "vcn1"))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("write CLUSTER/NODE"));
        assertThat(run("node", "weight", "shop/vcn1", "0"))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(1))
                .satisfies(run -> assertThat(run.err()).contains("is not a weight"));
    }

    @Test
    void explainsWhoIsNext() {
        CommandLineRun run = run("explain", "shop");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("SCORE")
                .containsPattern("vcn1 +up +true")
                .contains("least-requests ranks vcn1 best");
        assertThat(run("explain").out()).as("the only cluster").isEqualTo(run.out());
        assertThat(run("explain", "shopp").err()).contains("there is shop");
    }

    @Test
    void explainsThatNobodyIsNext() {
        String nodes = run("status", "-o", "csv").out();
        nodes.lines()
                .map(line -> line.split(","))
                .filter(cells -> cells[1].startsWith("vcn"))
                .forEach(cells -> run("node", "maint", "shop/" + cells[1]));

        assertThat(run("explain", "shop").out())
                .contains("no node takes a task now\n")
                .doesNotContain("does not rank", "ranks");
    }

    @Test
    void saysHowToExplainOneOfSeveralClusters() throws Exception {
        String two = CONFIG.formatted(0).replace("clusters:", "clusters:\n  bank: {nodes: [\"127.0.0.1:18081\"]}");
        Settings settings = SettingsFile.of(two, "two.yaml").load();
        server.close();
        server = AdminServer.start(
                settings.admin(), new LiveControl(new IdleEngine(settings)), AdminFiles.beside(config));

        assertThat(run("explain"))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(1))
                .satisfies(run -> assertThat(run.err())
                        .contains("which cluster?\nName it, as in 'explain bank'; there are bank, shop\n")
                        .doesNotContain("address"));
        assertThat(run("explain", "--last", "5").err()).contains("as in 'explain --last 5 bank'");
        assertThat(run("explain", "--last").err()).contains("as in 'explain --last bank'");
        assertThat(run("explain", "shop").exitCode()).isZero();
    }

    @Test
    void explainsTheLastChoices() throws IOException {
        assertThat(run("explain", "--last", "-o", "json").out()).isEqualTo("[]\n");
        new RemoteDispatcher(server.url(), null, () -> null).get("/api/v1/select?cluster=shop");
        assertThat(run("explain", "--last").out())
                .containsPattern("least-requests +0 +vcn[12] +- +vcn1=0.0 vcn2=0.0 +least score");
        engine.haveAgents();
        RemoteDispatcher dispatcher = new RemoteDispatcher(server.url(), null, () -> null);
        for (int turn = 0; turn < 40; turn++) {
            dispatcher.get("/api/v1/select?cluster=shop");
        }
        assertThat(run("explain", "--last", "1").out().lines())
                .as("a heading and one line")
                .hasSize(2);
        assertThat(run("explain", "shop", "--last").out())
                .isEqualTo(run("explain", "--last", "shop").out());
        assertThat(run("explain", "--last", "200", "--nodes").out())
                .containsPattern("AT +ATTEMPT +CHOSEN +NODE +STATE +ELIGIBLE")
                .containsPattern("0 +true +vcn1 +up +true")
                .containsPattern("0 +false +vcn[12] +up");
        assertThat(run("explain", "--last", "-o", "csv").out()).startsWith("at,attempt,chosen,node,state,eligible,");
        assertThat(run("explain", "--last", "1", "-o", "json").out())
                .startsWith("[{\"at\":\"")
                .contains("\"rule\":\"least score\",\"candidates\":[{\"node\":\"vcn1\"");
    }

    @Test
    void watchesOnce() {
        CommandLineRun run = run("top", "--once", "--every", "50ms");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().lines()).hasSize(4);
        assertThat(run.out()).contains("TASKS PER S", "WT1 MS", "SLOWDOWN");
    }

    @Test
    void watchesForAWhile() {
        CommandLineRun run = run("top", "--for", "200ms", "--every", "50ms", "-o", "json");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().lines().count()).isBetween(1L, 5L);
        JsonNode reading =
                JsonMapper.shared().readTree(run.out().lines().findFirst().orElseThrow());
        JsonNode shop = reading.path("clusters").path(0);
        assertThat(shop.path("name").asString("")).isEqualTo("shop");
        assertThat(shop.path("nodesTotal").asInt(0)).isEqualTo(2);
        assertThat(shop.path("tasksPerS").isNumber()).isTrue();
        assertThat(shop.path("nodes")
                        .valueStream()
                        .map(node -> node.path("name").asString("")))
                .as("nodes below their cluster, and no row for the cluster between them")
                .containsExactly("vcn1", "vcn2");
        assertThat(shop.path("nodes").path(0).path("state").asString("")).isEqualTo("up");
    }

    @Test
    void reloads() {
        engine.reload = new ReloadResult(true, List.of("node vcn3 joined shop"), List.of());
        assertThat(run("reload").out()).isEqualTo("node vcn3 joined shop\n");
        engine.reload = new ReloadResult(false, List.of(), List.of("evenkeel.yaml:3:5: unknown key"));
        CommandLineRun refused = run("reload");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains("the old one stays in force", "evenkeel.yaml:3:5: unknown key");
        engine.reload = new ReloadResult(false, List.of("m1: node vcn3 joined shop"), List.of("m2: port 80 is taken"));
        assertThat(run("reload").err()).contains("""
                        not every dispatcher could reload; mend what follows, and run reload there
                        m2: port 80 is taken
                        in force elsewhere:
                        m1: node vcn3 joined shop
                        """).doesNotContain("stays in force");
    }

    @Test
    void needsTheTokenForChangesOnly() {
        String url = server.url().toString();
        assertThat(CommandLineRun.of("status", "--admin", url).exitCode()).isZero();
        CommandLineRun refused = CommandLineRun.of("node", "drain", "shop/vcn1", "--admin", url);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains("needs the admin token", ".evenkeel/NAME.token");
        assertThat(run("node", "drain", "shop/vcn1", "--admin", url).exitCode()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status",
                "top --once",
                "explain",
                "events",
                "alerts",
                "cache show",
                "explain --url http://shop/",
                "reload",
                "node drain shop/vcn1",
                "plan --cluster shop --p95 50ms",
                "user list",
                "token list"
            })
    void saysThatTheConfigurationIsMissing(String line) {
        String absent = folder.resolve("absent.yaml").toString();

        CommandLineRun run = CommandLineRun.of((line + " -c " + absent).split(" "));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("evenkeel: there is no configuration file " + absent + "\n");
    }

    @Test
    void namesClustersAndNodesForShells() throws IOException {
        assertThat(run("names", "clusters").out()).isEqualTo("shop\n");
        assertThat(run("names", "nodes").out()).isEqualTo("shop/vcn1\nshop/vcn2\n");
        server.close();
        Files.writeString(config, Files.readString(config).replace("vcn2", "vcn3"));

        assertThat(run("names", "nodes").out()).as("out of the file").isEqualTo("shop/vcn1\nshop/vcn3\n");
    }

    @Test
    void saysThatNoDispatcherRuns() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        server.close();
        Files.writeString(config, CONFIG.formatted(free));
        CommandLineRun run = run("status");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("no dispatcher answers at http://127.0.0.1:" + free, "evenkeel run -c FILE");
    }
}
