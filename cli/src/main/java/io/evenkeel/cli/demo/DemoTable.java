// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.Rows;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.lab.load.LoadReport;
import io.evenkeel.lab.load.LoadReport.Latencies;
import io.evenkeel.lab.load.LoadReport.NodeFigures;
import io.evenkeel.lab.server.AppServer;
import io.evenkeel.lab.server.Capacity;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** One moment of the demo, as a table, as a line and as JSON. Requests, failures and times are those that the visitors saw. */
record DemoTable(ClusterView view, LoadReport report, List<AppServer> servers) {

    private static final NodeFigures NOTHING = new NodeFigures(0, 0, new Latencies(0, 0, 0, 0));

    /** A line for each node under headings. */
    String table() {
        Rows rows = new Rows(
                "node", "state", "weight", "inFlight", "requests", "share", "failures", "p50 ms", "p99 ms", "capacity");
        for (ClusterView.NodeView node : view.nodes()) {
            NodeFigures figures = figures(node.name());
            rows.add(
                    node.name(),
                    node.state().name().toLowerCase(Locale.ROOT),
                    node.weight(),
                    node.counts().inFlight(),
                    figures.requests(),
                    percent(figures),
                    figures.failures(),
                    rounded(figures.latencies().p50Ms()),
                    rounded(figures.latencies().p99Ms()),
                    capacity(node.name()));
        }
        StringWriter text = new StringWriter();
        rows.print(new PrintWriter(text), OutputFormat.TABLE);
        return text.toString();
    }

    /** The whole cluster in one line. */
    String line() {
        String shares = view.nodes().stream()
                .map(node -> node.name() + " " + percent(figures(node.name())))
                .collect(Collectors.joining("  "));
        String kinds = report.failures() == 0 ? "" : " " + report.failuresByKind();
        return "%d requests, %d failures%s, p99 %s ms   %s"
                .formatted(
                        report.requests(),
                        report.failures(),
                        kinds,
                        rounded(report.latencies().p99Ms()),
                        shares);
    }

    /** The line that scripts read; without agents no node has samples, so their age is null. */
    String json() {
        List<Map<String, @Nullable Object>> nodes = new ArrayList<>();
        for (ClusterView.NodeView view : view.nodes()) {
            NodeFigures figures = figures(view.name());
            Map<String, @Nullable Object> node = new LinkedHashMap<>();
            node.put("name", view.name());
            node.put("requests", figures.requests());
            node.put("failures", figures.failures());
            node.put("sampleAgeMedianMs", null);
            nodes.add(node);
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("requests", report.requests());
        all.put("failures", report.failures());
        all.put("p99Ms", rounded(report.latencies().p99Ms()));
        all.put("nodes", nodes);
        return JsonMapper.shared().writeValueAsString(all);
    }

    private NodeFigures figures(String node) {
        return report.nodes().getOrDefault(node, NOTHING);
    }

    private String percent(NodeFigures figures) {
        return report.requests() == 0 ? "-" : figures.requests() * 100 / report.requests() + " %";
    }

    private String capacity(String node) {
        for (AppServer server : servers) {
            if (server.name().equals(node)) {
                Capacity capacity = server.capacity();
                return "%d MB, %d workers, %d connections"
                        .formatted(capacity.heapMb(), capacity.workers(), capacity.jdbc());
            }
        }
        return "-";
    }

    private static BigDecimal rounded(double ms) {
        return BigDecimal.valueOf(ms).setScale(1, RoundingMode.HALF_UP);
    }
}
