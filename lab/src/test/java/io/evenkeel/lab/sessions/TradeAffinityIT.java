// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.lab.server.AgentWay;
import io.evenkeel.lab.server.NodeCapacity;
import io.evenkeel.lab.server.NodePlan;
import io.evenkeel.lab.server.ServerFiles;
import io.evenkeel.lab.server.ServerFleet;
import io.evenkeel.lab.server.ServerType;
import io.evenkeel.load.ClosedPlan;
import io.evenkeel.load.FailureKind;
import io.evenkeel.load.Limits;
import io.evenkeel.load.LoadSummary;
import io.evenkeel.load.OnFailure;
import io.evenkeel.load.Ramp;
import io.evenkeel.load.TradeMixes;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.UserRequests;
import io.evenkeel.load.loop.ClosedLoop;
import io.evenkeel.load.loop.LoadHandle;
import io.evenkeel.simulator.chance.Distribution;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sample application on two servers of each kind, with logins that only one of them knows: no user is thrown out
 * while the dispatcher is reloaded and restarted and a node drained; {@code .ci/slow servers} runs this.
 */
@Tag("servers")
@Timeout(350)
class TradeAffinityIT {

    private static final NodeCapacity CAPACITY = new NodeCapacity(256, 24, 24, 10);
    private static final int USERS = 12;
    private static final int FIRST_JAVA_WITHOUT_GLASSFISH = 24;
    private static final Duration STEP = Duration.ofSeconds(2);

    @TempDir
    private Path folder;

    @Test
    void nobodyIsThrownOutOnTomcat() throws Exception {
        nobodyIsThrownOut(ServerType.TOMCAT);
    }

    @Test
    void nobodyIsThrownOutOnJetty() throws Exception {
        nobodyIsThrownOut(ServerType.JETTY);
    }

    @Test
    void nobodyIsThrownOutOnWildFly() throws Exception {
        nobodyIsThrownOut(ServerType.WILDFLY);
    }

    @Test
    void nobodyIsThrownOutOnOpenLiberty() throws Exception {
        nobodyIsThrownOut(ServerType.OPEN_LIBERTY);
    }

    @Test
    void nobodyIsThrownOutOnGlassFish() throws Exception {
        assumeTrue(
                Runtime.version().feature() < FIRST_JAVA_WITHOUT_GLASSFISH, "GlassFish 7 does not start on this Java");
        nobodyIsThrownOut(ServerType.GLASSFISH);
    }

    private void nobodyIsThrownOut(ServerType type) throws Exception {
        try (ServerFleet fleet = new ServerFleet(ServerFiles.find())) {
            fleet.start(
                    List.of(
                            new NodePlan("n1", CAPACITY, type, AgentWay.NONE),
                            new NodePlan("n2", CAPACITY, type, AgentWay.NONE)),
                    Map.of("trade.login", "session"));
            assertThat(withoutAffinity(fleet)).as("without affinity").isPositive();
            for (String affinity : List.of("jvm-route", "cookie")) {
                StringBuilder events = new StringBuilder();
                LoadSummary seen = throughEverything(fleet, affinity, events);
                assertThat(seen.failuresByKind().keySet())
                        .as("%s with %s: %s%n%s", type.title(), affinity, seen.failuresByKind(), events)
                        .isSubsetOf(FailureKind.REFUSED, FailureKind.CLOSED, FailureKind.RESET);
                assertThat(seen.sessions().broken())
                        .as("%s%n%s", affinity, events)
                        .isZero();
                assertThat(seen.sessions().aborted()).as(affinity).isZero();
                assertThat(seen.sessions().completed()).as(affinity).isGreaterThan(2 * USERS);
                assertThat(seen.nodes()).as(affinity).containsOnlyKeys("n1", "n2");
                System.out.printf(
                        "%s, %s: %d sessions completed, %d requests, %d repeated, none thrown out%n",
                        type.title(), affinity, seen.sessions().completed(), seen.requests(), seen.failures());
            }
        }
    }

    private long withoutAffinity(ServerFleet fleet) throws Exception {
        try (StickyFront front = new StickyFront(folder, fleet.servers(), "none");
                LoadHandle load = users(front.application(), OnFailure.GO_ON)) {
            load.await(STEP.toNanos());
            return load.report().sessions().broken();
        }
    }

    private LoadSummary throughEverything(ServerFleet fleet, String affinity, StringBuilder events) throws Exception {
        try (StickyFront front = new StickyFront(folder, fleet.servers(), affinity);
                LoadHandle load = users(front.application(), OnFailure.RETRY)) {
            load.await(STEP.toNanos());
            front.reload();
            load.await(STEP.toNanos());
            front.want("n1", AdminState.DRAIN);
            load.await(STEP.toNanos());
            front.want("n1", AdminState.READY);
            load.await(STEP.toNanos());
            events.append(front.events()).append("\nrestart\n");
            front.restart();
            load.await(STEP.toNanos());
            load.close();
            events.append(front.events());
            return load.report();
        }
    }

    private static LoadHandle users(URI application, OnFailure onFailure) {
        URI root = URI.create(application.toString().replaceFirst("/$", ""));
        UserBehaviour work = UserBehaviour.of(new UserRequests.Walk(root, TradeMixes.BUY))
                .thinking(Distribution.parse("exponential(20ms)"))
                .inSessions(Distribution.parse("geometric(20)"))
                .onFailure(onFailure, Duration.ofMillis(50))
                .within(Duration.ofSeconds(20));
        return ClosedLoop.start(
                new ClosedPlan(work, USERS, Ramp.NONE, Limits.of(Duration.ofMinutes(5), 1)), seen -> {});
    }
}
