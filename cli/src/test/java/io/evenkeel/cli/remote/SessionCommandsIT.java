// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminFiles;
import io.evenkeel.admin.AdminServer;
import io.evenkeel.cli.CommandLineRun;
import io.evenkeel.config.Settings;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.affinity.SessionsLeft;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.affinity.store.StoreView;
import io.evenkeel.dispatcher.control.CutResult;
import io.evenkeel.dispatcher.control.Elsewhere;
import io.evenkeel.dispatcher.control.live.LiveControl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The words of commands about the sessions of a cluster's users. */
@Tag("thorough")
class SessionCommandsIT {

    private static final SessionFigures AT_VCN1 = new SessionFigures(14, 40, 26, 280, 8_400);

    @TempDir
    Path folder;

    private Path config;
    private IdleEngine engine;
    private AdminServer server;

    @BeforeEach
    void start() throws Exception {
        config = Files.writeString(folder.resolve("shop.yaml"), """
                listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
                clusters:
                  shop: {nodes: [{name: vcn1, address: "127.0.0.1:18080"}, {name: vcn2, address: "127.0.0.1:28080"}]}
                admin: 127.0.0.1:0
                """);
        Settings settings = SettingsFile.open(config).load();
        engine = new IdleEngine(settings);
        server = AdminServer.start(settings.admin(), new LiveControl(engine), AdminFiles.beside(config));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private CommandLineRun run(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("-c", config.toString()));
        return CommandLineRun.of(all.toArray(String[]::new));
    }

    @Test
    void aServerWithoutARouteIsNamed() {
        sessions("jvm-route", 0);
        assertThat(run("status").out() + run("explain").out()).doesNotContain("without a route");
        fault = "sets sessions without a route";
        sessions("jvm-route", 0);

        assertThat(run("status").out()).contains("shop/vcn1 sets sessions without a route; see docs/guides/");
        assertThat(run("explain").out()).contains("shop/vcn1 sets sessions without a route; see docs/guides/");
    }

    private String fault = "";

    private void sessions(String mode, long broken) {
        engine.sessions = new SessionsView(
                mode,
                AT_VCN1,
                Map.of("vcn1", AT_VCN1),
                Map.of("vcn1", new SessionsView.RouteNews("", fault)),
                250,
                7,
                broken,
                Map.of(),
                null);
    }

    @Test
    void aStatusHasAColumnWhenThereAreSessions() {
        assertThat(run("status").out()).doesNotContain("SESSIONS");
        sessions("none", 0);

        assertThat(run("status").out())
                .containsPattern("CONNECTIONS +SESSIONS +TASKS")
                .containsPattern("shop +\\* +2 of 2 up +- +0 +0 +0 +14 ")
                .containsPattern("shop +vcn1 +up +1.0 +0 +- +0 +14 ")
                .containsPattern("shop +vcn2 +up +1.0 +0 +- +0 +0 ");
        assertThat(run("top", "--once", "--every", "50ms").out())
                .containsPattern("IN FLIGHT +SESSIONS +TASKS PER S")
                .containsPattern("shop +vcn1 +up +0 +14 ");
        assertThat(run("status", "-o", "json").out()).contains("\"activeSessions\":14,\"nodes\":[");
    }

    @Test
    void aStatusHasALineForTheSharedStore() {
        sessions("learned", 0);
        assertThat(run("status").out()).doesNotContain("store of sessions");

        assertThat(statusWith(new StoreView("valkey://a:1", 9, 5, 2, 7, 4, 3, false, 0)))
                .contains("store of sessions valkey://a:1: connected, 9 questions, 5 found, 2 answers late,"
                        + " 7 entries written, 3 calls failed\n");
        assertThat(statusWith(new StoreView("valkey://a:1", 9, 5, 2, 7, 4, 3, true, 63_000)))
                .contains("store of sessions valkey://a:1: AWAY for 1m 3s, 9 questions, ");
    }

    private String statusWith(StoreView store) {
        SessionsView now = engine.sessions;
        engine.sessions =
                new SessionsView(now.mode(), now.total(), now.nodes(), now.routes(), 0, 0, 0, now.marks(), store);
        return run("status").out();
    }

    @Test
    void explainsAffinityAndBrokenSessions() {
        assertThat(run("explain").out()).doesNotContain("affinity", "broken");
        sessions("cookie", 0);
        assertThat(run("explain").out())
                .contains("affinity cookie: the node of their session answered 250 requests, another one 7")
                .doesNotContain("broken");
        sessions("none", 3);
        assertThat(run("explain").out())
                .contains("broken sessions: 3; ", "its user was thrown out (affinity none)")
                .doesNotContain("affinity none:");
    }

    @Test
    void aDrainSaysHowManySessionsAreLeftAndForHowLong() {
        sessions("cookie", 0);
        engine.left = new SessionsLeft(14, 1501);

        CommandLineRun run = run("node", "drain", "shop/vcn1", "--wait");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err())
                .containsPattern("drained: nothing in flight after \\d+ s; it has 14 sessions, the last of them"
                        + " expected to be over in about 25 min");
    }

    @Test
    void aDrainWaitsForTheLastSessionWhenToldTo() throws Exception {
        sessions("cookie", 0);
        engine.left = new SessionsLeft(1, 90);
        CompletableFuture<CommandLineRun> drain =
                CompletableFuture.supplyAsync(() -> run("node", "drain", "shop/vcn1", "--wait", "--sessions"));
        while (!run("status").out().matches("(?s).*shop +vcn1 +drain .*")) {
            assertThat(drain).isNotDone();
        }
        // Asked at the begin and before its first line.
        while (engine.leftAsked.get() < 2) {
            assertThat(drain).isNotDone();
            Thread.onSpinWait();
        }

        engine.left = SessionsLeft.NONE;

        CommandLineRun run = drain.get(30, TimeUnit.SECONDS);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err())
                .contains(
                        "shop/vcn1 has 0 in flight and 1 session, expected to be over in about 90 s",
                        "; it has no session")
                .doesNotContain("no affinity");
    }

    @Test
    void aDrainWaitsForJoinedDispatchersAndForThoseWhoHaveNotSpoken() throws Exception {
        engine.elsewhere = new Elsewhere(3, 1, 90, List.of("10.0.0.3:7800"));
        CompletableFuture<CommandLineRun> drain =
                CompletableFuture.supplyAsync(() -> run("node", "drain", "shop/vcn1", "--wait"));
        while (engine.leftAsked.get() < 2) {
            assertThat(drain).isNotDone();
            Thread.onSpinWait();
        }
        engine.elsewhere = new Elsewhere(0, 1, 90, List.of("10.0.0.3:7800"));
        int asked = engine.leftAsked.get();
        while (engine.leftAsked.get() < asked + 2) {
            assertThat(drain).as("one has not spoken").isNotDone();
            Thread.onSpinWait();
        }

        engine.elsewhere = new Elsewhere(0, 1, 90, List.of());

        CommandLineRun run = drain.get(30, TimeUnit.SECONDS);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err())
                .contains(
                        "shop/vcn1 has 0 in flight and no session; other dispatchers have 3 in flight there and 1"
                                + " session; not known yet of 10.0.0.3:7800",
                        "it has no session; other dispatchers have 0 in flight there and 1 session\n");
    }

    @Test
    void aCutAtJoinedDispatchersNamesThoseWhoDoNotAnswer() {
        engine.elsewhere = new Elsewhere(3, 0, 0, List.of());
        engine.cutElsewhere = new CutResult(3, List.of("10.0.0.3:7800"));

        CommandLineRun run = run("node", "drain", "shop/vcn1", "--wait", "--force-after", "300ms");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).contains("and 3 were told to end; no answer of 10.0.0.3:7800");
    }

    @Test
    void aDrainDoesNotWaitForSessionsForEver() {
        sessions("none", 0);
        engine.left = new SessionsLeft(2, 9000);

        CommandLineRun run = run("node", "drain", "shop/vcn1", "--wait", "--sessions", "--force-after", "300ms");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err())
                .contains(
                        "the cluster has no affinity",
                        "0 in flight and 2 sessions, the last of them expected to be over in about 3 h")
                .containsPattern("still had 0 in flight and 2 sessions after \\d+ s; it is in maintenance now");
        assertThat(run.out()).containsPattern("shop +vcn1 +maint");
        assertThat(run("node", "drain", "shop/vcn1", "--sessions").exitCode()).isEqualTo(2);
    }
}
