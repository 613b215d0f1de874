// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.load.Limits;
import io.evenkeel.load.LoadPlan;
import io.evenkeel.load.LoadSummary;
import io.evenkeel.load.OpenPlan;
import io.evenkeel.load.PageMix;
import io.evenkeel.load.Ramp;
import io.evenkeel.load.TradeMixes;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.UserRequests;
import io.evenkeel.load.loop.ClosedLoop;
import io.evenkeel.load.loop.LoadHandle;
import io.evenkeel.load.loop.OpenLoop;
import io.evenkeel.simulator.chance.Distribution;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The mixes of the sample application, played on a real server. */
@Tag("thorough")
class LoadOnTomcatIT {

    private static LoadPlan plan(URI target) {
        return new LoadPlan(
                target, 4, Ramp.NONE, Duration.ofMillis(5), Duration.ofSeconds(60), 600, Duration.ofSeconds(10), 1);
    }

    @Test
    void wholeMixesWorkOnARealServer() throws Exception {
        try (ServerFleet fleet = new ServerFleet(ServerFiles.find())) {
            fleet.start(List.of(new NodePlan("solo", new NodeCapacity(96, 8, 100, 8))), Map.of());
            AppServer server = fleet.servers().get(0);
            try (LoadHandle loop = ClosedLoop.start(plan(server.uri().resolve("/trade")))) {
                loop.await();
                LoadSummary report = loop.report();
                assertThat(report.failuresByKind()).isEmpty();
                assertThat(report.requests()).isEqualTo(600L);
                assertThat(report.nodes())
                        .containsOnlyKeys("solo")
                        .allSatisfy((node, figures) ->
                                assertThat(figures.requests()).isEqualTo(report.requests()));
                assertThat(report.latencies().p99Ms()).isPositive();
            }
            for (PageMix mix : List.of(TradeMixes.BROWSE, TradeMixes.BUY)) {
                UserBehaviour work = UserBehaviour.of(
                                new UserRequests.Walk(server.uri().resolve("/trade"), mix))
                        .inSessions(Distribution.parse("geometric(10)"))
                        .thinking(Distribution.parse("exponential(5ms)"));
                // Far fewer users than places in the queue: Tomcat closes the connections of more.
                OpenPlan plan = new OpenPlan(work, 20, "poisson", 12, new Limits(Duration.ofSeconds(60), 200, 1, 1));
                try (LoadHandle loop = OpenLoop.start(plan)) {
                    loop.await();
                    assertThat(loop.report().failuresByKind()).as(mix.name()).isEmpty();
                    assertThat(loop.report().requests()).isEqualTo(200);
                }
            }
        }
    }
}
