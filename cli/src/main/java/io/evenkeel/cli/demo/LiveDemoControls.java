// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.console.demo.DemoControls;
import io.evenkeel.lab.server.AppServer;
import io.evenkeel.load.LoadSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The demo's part of the console. Any thread. */
final class LiveDemoControls implements DemoControls {

    private final DemoCluster cluster;
    private final Breaks breaks;
    private final RecentShares shares;

    LiveDemoControls(DemoCluster cluster, Breaks breaks, RecentShares shares) {
        this.cluster = cluster;
        this.breaks = breaks;
        this.shares = shares;
    }

    @Override
    public List<String> servers() {
        return cluster.servers().stream().map(AppServer::name).toList();
    }

    @Override
    public List<BreakWay> ways() {
        return Arrays.stream(BreakKind.values())
                .map(kind -> new BreakWay(kind.word(), kind.button(), "A server that " + kind.what()))
                .toList();
    }

    @Override
    public List<String> now() {
        List<String> lines = new ArrayList<>();
        String broken = breaks.words(System.nanoTime());
        lines.add(broken.isEmpty() ? "No server is broken." : broken + ".");
        lines.add("Shares of the last seconds: "
                + servers().stream()
                        .map(name -> name + " " + DemoTable.percent(shares.of(name)))
                        .collect(Collectors.joining(", "))
                + ".");
        LoadSummary report = cluster.report();
        if (report != null) {
            lines.add("Since the start: %,d requests, %,d failed.".formatted(report.requests(), report.failures()));
        }
        return lines;
    }

    @Override
    public void begin(String server, String kind) {
        BreakKind way = Arrays.stream(BreakKind.values())
                .filter(each -> each.word().equals(kind))
                .findFirst()
                .orElseThrow(() ->
                        new ApiRefusal(400, "there is no way '" + kind + "' to break a server", "Use the buttons."));
        AppServer broken = cluster.servers().stream()
                .filter(each -> each.name().equals(server))
                .findFirst()
                .orElseThrow(() -> new ApiRefusal(
                        404,
                        "the demo has no server '" + server + "'",
                        "Use one of " + String.join(", ", servers()) + "."));
        breaks.begin(broken, way, PlannedBreak.USUAL);
    }
}
