// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.load.Benchmark;
import io.evenkeel.load.Limits;
import io.evenkeel.load.LoadSummary;
import io.evenkeel.load.OpenPlan;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.loop.LoadHandle;
import io.evenkeel.load.loop.OpenLoop;
import io.evenkeel.simulator.chance.Distribution;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The published benchmarks' pages, visited on a real server. */
@Tag("thorough")
class BenchmarksOnTomcatIT {

    @Test
    void everyPageOfEveryBenchmarkIsAnswered() throws Exception {
        try (ServerFleet fleet = new ServerFleet(ServerFiles.find())) {
            fleet.start(List.of(new NodePlan("solo", new NodeCapacity(96, 8, 100, 8))), Map.of());
            AppServer server = fleet.servers().get(0);
            for (String name : Benchmark.names()) {
                Benchmark benchmark = Benchmark.find(name).orElseThrow();
                UserBehaviour work = UserBehaviour.of(
                                benchmark.pages(server.uri().resolve(AppServer.PATH)))
                        .inSessions(benchmark.session())
                        .thinking(Distribution.parse("exponential(1ms)"))
                        .within(Duration.ofSeconds(30));
                OpenPlan plan = new OpenPlan(work, 20, "poisson", 12, new Limits(Duration.ofSeconds(60), 500, 1, 1));
                try (LoadHandle loop = OpenLoop.start(plan)) {
                    loop.await();
                    LoadSummary report = loop.report();
                    assertThat(report.failuresByKind()).as(name).isEmpty();
                    assertThat(report.requests()).as(name).isEqualTo(500L);
                    assertThat(report.sessions().completed()).as(name).isPositive();
                    assertThat(report.sessions().broken()).as(name).isZero();
                }
            }
        }
    }
}
