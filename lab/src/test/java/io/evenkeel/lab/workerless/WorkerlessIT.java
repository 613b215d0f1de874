// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.workerless;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.lab.server.AgentWay;
import io.evenkeel.lab.server.AppServer;
import io.evenkeel.lab.server.NodeCapacity;
import io.evenkeel.lab.server.NodePlan;
import io.evenkeel.lab.server.ServerFiles;
import io.evenkeel.lab.server.ServerFleet;
import io.evenkeel.lab.server.ServerType;
import io.evenkeel.wire.Metric;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * 300 WebSockets and 300 asynchronous long polls on three Tomcats of 12 workers: eight times as many connections for
 * each node as it has workers and one. None of them holds a worker, so no request fails, and the shares of ordinary
 * requests stay as they are without them.
 *
 * <p>{@code -Dpolicy=} runs another policy, for comparison. Shares follow the speed of nodes, which on a busy machine
 * differs by chance.
 */
@Tag("slow")
@Timeout(120)
class WorkerlessIT {

    private static final String POLICY = System.getProperty("policy", "headroom");
    private static final int WORKERS = 12;
    private static final int HELD = 300;
    private static final int WARM_UP = 360;
    private static final int PAGES = 900;
    private static final double LEAST_OF_EVEN_SHARE = 0.6;
    private static final long APART_MICROS = 2000;
    /** 125 a second: nodes learn from samples that polls hold no worker. */
    private static final long POLLS_APART_MICROS = 8000;

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    @TempDir
    private static Path folder;

    private static ServerFleet fleet;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    @BeforeAll
    static void start() throws Exception {
        fleet = new ServerFleet(ServerFiles.find().withWar(PagesApplication.pack(folder.resolve("pages.war"))));
        fleet.start(List.of(node("n1"), node("n2"), node("n3")), Map.of("node.connections", "2000"));
    }

    @AfterAll
    static void stop() {
        fleet.close();
    }

    private static NodePlan node(String name) {
        return new NodePlan(name, new NodeCapacity(96, WORKERS, 100, 1), ServerType.TOMCAT, AgentWay.IN_WAR);
    }

    private static Dispatcher dispatcher() throws Exception {
        StringBuilder nodes = new StringBuilder();
        for (AppServer server : fleet.servers()) {
            nodes.append("      - {name: %s, address: \"127.0.0.1:%d\"}\n".formatted(server.name(), server.port()));
        }
        return Dispatcher.start(SettingsFile.of("""
                version: 1
                listeners:
                  - {name: web, address: "127.0.0.1:0", protocol: http, cluster: shop}
                clusters:
                  shop:
                    policy: %s
                    nodes:
                %s    agent: {path: /trade/evenkeel-agent}
                    health: {path: /trade/health}
                log: {level: warn}
                """.formatted(POLICY, nodes), "workerless.yaml"));
    }

    private static URI uri(Dispatcher dispatcher, String scheme, String target) {
        return URI.create(scheme + "://127.0.0.1:" + dispatcher.port("web") + AppServer.PATH + target);
    }

    @Test
    void noRequestFailsAndSharesStayBesideWebSocketsAndLongPolls() throws Exception {
        try (Dispatcher dispatcher = dispatcher();
                WebSockets sockets = new WebSockets();
                LongPolls polls = new LongPolls(client, uri(dispatcher, "http", "/poll"))) {
            Visitors visitors = new Visitors(client, uri(dispatcher, "http", "/page?ms=20"));
            visitors.ask(WARM_UP);
            Map<String, Integer> without = visitors.ask(PAGES);

            sockets.open(client, uri(dispatcher, "ws", "/echo"), HELD);
            polls.start(HELD, POLLS_APART_MICROS);
            await("long polls are open", () -> polls.open.get() >= HELD);
            sockets.say(APART_MICROS);
            Map<String, Integer> with = visitors.ask(PAGES);
            say("pages without: " + without + ", with: " + with);
            sharesAreEven(without);
            sharesAreEven(with);

            awaitFigures(dispatcher);
            sockets.say(APART_MICROS);
            polls.stop();
            await("every long poll is answered", () -> polls.open.get() == 0);
            await("every message came back", () -> sockets.heard.get() == 2 * HELD);
            nothingFailed(dispatcher, sockets, polls);
        }
    }

    /** Shares of requests that were all answered. */
    private static void sharesAreEven(Map<String, Integer> pages) {
        assertThat(pages).containsOnlyKeys("n1", "n2", "n3");
        assertThat(pages.values().stream().mapToInt(each -> each).sum()).isEqualTo(PAGES);
        assertThat(pages.values())
                .as("pages of the nodes: %s", pages)
                .allMatch(each -> each >= LEAST_OF_EVEN_SHARE * PAGES / 3);
    }

    /**
     * Waits until each agent shows the requests that hold no worker: long polls are in its application, and few workers
     * are busy.
     */
    private static void awaitFigures(Dispatcher dispatcher) throws InterruptedException {
        await("agents count long polls and no WebSockets, and few busy workers", () -> {
            double polls = 0;
            for (NodeView node : view(dispatcher).nodes()) {
                Map<String, Double> figures = node.agent().figures();
                if (figures.getOrDefault(Metric.AMX_CONNS_Q_THRBSY.title(), 99.0) > 2) {
                    return false;
                }
                polls += figures.getOrDefault(Metric.RQST_IN_FLIGHT.title(), 0.0);
            }
            return polls > 0.8 * HELD && polls < 1.1 * HELD;
        });
        int inFlight = view(dispatcher).nodes().stream()
                .mapToInt(node -> node.counts().inFlight())
                .sum();
        assertThat(inFlight).as("with tunnels").isBetween((int) (1.8 * HELD), 2 * HELD);
    }

    private static void nothingFailed(Dispatcher dispatcher, WebSockets sockets, LongPolls polls) {
        ClusterView cluster = view(dispatcher);
        say("%d long polls answered; %d queued, %d retries, by status %s"
                .formatted(
                        polls.answered.get(),
                        cluster.counts().queuedTotal(),
                        cluster.counts().retriesTotal(),
                        cluster.traffic().byStatus()));
        assertThat(polls.failures).isEmpty();
        assertThat(polls.answered.get()).isGreaterThan(HELD);
        assertThat(sockets.failures).isEmpty();
        assertThat(sockets.open()).isEqualTo(HELD);
        assertThat(cluster.traffic().failures()).isZero();
        assertThat(cluster.traffic().byStatus().get(5)).isZero();
        assertThat(cluster.counts().up()).isEqualTo(3);
        assertThat(cluster.nodes())
                .allSatisfy(node -> assertThat(
                                node.counts().failed() + node.counts().abandoned())
                        .as(node.toString())
                        .isZero());
    }

    private static ClusterView view(Dispatcher dispatcher) {
        return dispatcher.control().cluster("shop");
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(endNs);
            Thread.sleep(20);
        }
    }

    private static void say(String line) {
        System.out.println(POLICY + ": " + line);
    }
}
