// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.lab.load.FailureKind;
import io.evenkeel.lab.load.Limits;
import io.evenkeel.lab.load.LoadPlan;
import io.evenkeel.lab.load.LoadReport;
import io.evenkeel.lab.load.OpenPlan;
import io.evenkeel.lab.load.PageMix;
import io.evenkeel.lab.load.Pages;
import io.evenkeel.lab.load.Ramp;
import io.evenkeel.lab.load.TradeMixes;
import io.evenkeel.lab.load.Work;
import io.evenkeel.lab.server.AppServer;
import io.evenkeel.lab.server.Capacity;
import io.evenkeel.lab.server.NodePlan;
import io.evenkeel.lab.server.ServerFiles;
import io.evenkeel.lab.server.ServerFleet;
import io.evenkeel.simulator.chance.Distribution;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClosedLoopIT {

    private static LoadPlan plan(URI target, int visitors, long requests) {
        return new LoadPlan(
                target,
                visitors,
                Ramp.NONE,
                Duration.ofMillis(5),
                Duration.ofSeconds(60),
                requests,
                Duration.ofSeconds(10),
                1);
    }

    @Test
    void wholeMixesWorkOnARealServer() throws Exception {
        try (ServerFleet fleet = new ServerFleet(ServerFiles.find())) {
            fleet.start(List.of(new NodePlan("solo", new Capacity(96, 8, 8, 8))), Map.of());
            AppServer server = fleet.servers().get(0);
            try (Load loop = ClosedLoop.start(plan(server.uri().resolve("/trade"), 4, 600))) {
                loop.await();
                LoadReport report = loop.report();
                assertThat(report.failuresByKind()).isEmpty();
                assertThat(report.requests()).isEqualTo(600L);
                assertThat(report.nodes())
                        .containsOnlyKeys("solo")
                        .allSatisfy((node, figures) ->
                                assertThat(figures.requests()).isEqualTo(report.requests()));
                assertThat(report.latencies().p99Ms()).isPositive();
            }
            for (PageMix mix : List.of(TradeMixes.BROWSE, TradeMixes.BUY)) {
                Work work = Work.of(new Pages.Walk(server.uri().resolve("/trade"), mix))
                        .inSessions(Distribution.parse("geometric(10)"))
                        .thinking(Distribution.parse("exponential(5ms)"));
                OpenPlan plan = new OpenPlan(work, 20, "poisson", 50, new Limits(Duration.ofSeconds(60), 200, 1, 1));
                try (Load loop = OpenLoop.start(plan)) {
                    loop.await();
                    assertThat(loop.report().failuresByKind()).as(mix.name()).isEmpty();
                    assertThat(loop.report().requests()).isEqualTo(200);
                }
            }
        }
    }

    @Test
    void nobodyThereIsAFailureAndNotARetry() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        try (Load loop = ClosedLoop.start(plan(URI.create("http://127.0.0.1:" + port + "/trade"), 1, 3))) {
            loop.await();
            assertThat(loop.report().failuresByKind()).isEqualTo(Map.of(FailureKind.REFUSED, 3L));
            assertThat(loop.report().requests()).isEqualTo(3);
        }
    }
}
