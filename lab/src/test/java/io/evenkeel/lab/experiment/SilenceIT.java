// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.monitor.SampleSource;
import io.evenkeel.lab.server.AgentWay;
import io.evenkeel.lab.server.AppServer;
import io.evenkeel.lab.server.NodeCapacity;
import io.evenkeel.lab.server.NodePlan;
import io.evenkeel.lab.server.ServerFiles;
import io.evenkeel.lab.server.ServerFleet;
import io.evenkeel.lab.server.ServerType;
import io.evenkeel.load.LoadPlan;
import io.evenkeel.load.Ramp;
import io.evenkeel.load.loop.ClosedLoop;
import io.evenkeel.load.loop.LoadHandle;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A node that is gone or frozen gets nothing new after two seconds. No other watch is on: health checks are off and
 * nothing is ejected, so only the silence of the agents can be noticed.
 */
@Timeout(180)
@Tag("thorough")
class SilenceIT {

    private static final Duration MOST = Duration.ofSeconds(2);
    private static final Duration LOOK = Duration.ofSeconds(2);
    private static final int VISITORS = 16;

    private static ServerFleet fleet;

    @BeforeAll
    static void start() throws Exception {
        fleet = new ServerFleet(ServerFiles.find());
        fleet.start(List.of(node("n1"), node("n2"), node("n3")), Map.of());
    }

    @AfterAll
    static void stop() {
        fleet.close();
    }

    private static NodePlan node(String name) {
        return new NodePlan(name, new NodeCapacity(96, 12, 12, 8), ServerType.TOMCAT, AgentWay.IN_WAR);
    }

    private static Dispatcher dispatcher() throws Exception {
        StringBuilder nodes = new StringBuilder();
        for (AppServer server : fleet.servers()) {
            nodes.append("      - {name: %s, address: \"127.0.0.1:%d\"}\n".formatted(server.name(), server.port()));
        }
        return Dispatcher.start(SettingsFile.of("""
                version: 1
                listeners:
                  - {name: web, address: "127.0.0.1:0", protocol: http, cluster: trade}
                clusters:
                  trade:
                    policy: round-robin
                    nodes:
                %s    agent: {path: /trade/evenkeel-agent, interval: 1s}
                    health: off
                    ejection: off
                    retry: {attempts: 0}
                log: {level: error}
                """.formatted(nodes), "silence.yaml"));
    }

    private static LoadHandle load(Dispatcher dispatcher) {
        return ClosedLoop.start(new LoadPlan(
                URI.create("http://127.0.0.1:" + dispatcher.port("web") + AppServer.PATH),
                VISITORS,
                Ramp.NONE,
                Duration.ofMillis(40),
                Duration.ofSeconds(60),
                Long.MAX_VALUE,
                Duration.ofSeconds(1),
                3));
    }

    @Test
    void aFrozenNodeGetsNothingNewAfterTwoSeconds() throws Exception {
        try (Dispatcher dispatcher = dispatcher();
                LoadHandle load = load(dispatcher)) {
            ProcessHandle victim = busy(dispatcher, 1);
            try {
                signal("-STOP", victim);
                getsNothingNew(dispatcher, "n2");
            } finally {
                signal("-CONT", victim);
            }
            assertThat(load.report().requests()).isPositive();
        }
    }

    @Test
    void aKilledNodeGetsNothingNewAfterTwoSeconds() throws Exception {
        try (Dispatcher dispatcher = dispatcher();
                LoadHandle load = load(dispatcher)) {
            ProcessHandle victim = busy(dispatcher, 2);
            signal("-KILL", victim);
            getsNothingNew(dispatcher, "n3");
            assertThat(load.report().requests()).isPositive();
        }
    }

    /** Waits until a node is in full use and its agent has answered a question. */
    private static ProcessHandle busy(Dispatcher dispatcher, int place) throws InterruptedException {
        AppServer server = fleet.servers().get(place);
        long endNs = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (System.nanoTime() < endNs) {
            NodeView view = view(dispatcher, server.name());
            if (view.counts().started() > 100 && view.agent().received().getOrDefault(SampleSource.PULL, 0L) > 0) {
                return server.handle();
            }
            Thread.sleep(50);
        }
        throw new AssertionError("not in use: " + view(dispatcher, server.name()));
    }

    private static void getsNothingNew(Dispatcher dispatcher, String name) throws InterruptedException {
        Thread.sleep(MOST.toMillis());
        NodeView after = view(dispatcher, name);
        long others = started(dispatcher) - after.counts().started();
        Thread.sleep(LOOK.toMillis());
        NodeView later = view(dispatcher, name);
        assertThat(later.counts().started())
                .as("tasks of %s, which is %s because %s: %s", name, later.state(), later.reason(), later.agent())
                .isEqualTo(after.counts().started());
        assertThat(started(dispatcher) - later.counts().started())
                .as("tasks of the others, meanwhile")
                .isGreaterThan(others + 20);
    }

    private static long started(Dispatcher dispatcher) {
        return dispatcher.control().cluster("trade").nodes().stream()
                .mapToLong(node -> node.counts().started())
                .sum();
    }

    private static NodeView view(Dispatcher dispatcher, String name) {
        return dispatcher.control().cluster("trade").nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void signal(String signal, ProcessHandle process) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                .inheritIO()
                .start();
        assertThat(kill.waitFor()).as("kill %s", signal).isZero();
    }
}
