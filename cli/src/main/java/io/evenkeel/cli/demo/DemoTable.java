// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.Rows;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.load.LoadSummary;
import io.evenkeel.load.LoadSummary.AnswerTimes;
import io.evenkeel.load.LoadSummary.NodeAnswers;
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

/**
 * One moment of the demo, as a table, as a line, as JSON and as CSV. Requests, failures and times are those that the
 * visitors saw; the agents' figures stand beside them as soon as one agent reports.
 */
record DemoTable(ClusterView view, LoadSummary report, SampleAges ages, RecentShares shares, Breaks breaks) {

    private static final NodeAnswers NOTHING = new NodeAnswers(0, 0, new AnswerTimes(0, 0, 0, 0));

    /** A line for each node under headings. */
    String table() {
        boolean told = view.nodes().stream().anyMatch(node -> node.agent().source() != null);
        Rows seen = new Rows("node", "state", "inFlight", "requests", "share", "failures", "p50 ms", "p99 ms");
        Rows said = new Rows("cpu", "heap", "workers", "queue", "jdbc", "age ms");
        for (NodeView node : view.nodes()) {
            NodeAnswers figures = figures(node.name());
            seen.add(
                    node.name(),
                    node.state().name().toLowerCase(Locale.ROOT),
                    node.counts().inFlight(),
                    figures.requests(),
                    percent(shares.of(node.name())),
                    figures.failures(),
                    rounded(figures.latencies().p50Ms()),
                    rounded(figures.latencies().p99Ms()));
            addSaid(said, node.agent());
        }
        StringWriter text = new StringWriter();
        (told ? seen.beside(said) : seen).print(new PrintWriter(text), OutputFormat.TABLE);
        return text.toString();
    }

    private static void addSaid(Rows rows, AgentView agent) {
        rows.add(
                percent(agent, "OS_CPU_USED%"),
                percent(agent, "JVM_HEAP_LIVE%"),
                of(agent, "AMX_CONNS_Q_THRBSY", "AMX_CONNS_Q_THRDSMAX"),
                of(agent, "AMX_CONNS_QD", "AMX_CONNS_Q_MAXSIZE"),
                of(agent, "AMX_JDBC_ACTC", "AMX_JDBC_MAXC"),
                agent.source() == null ? null : (Long) agent.ageMs());
    }

    /** The whole cluster in one line. */
    String line() {
        String parts = view.nodes().stream()
                .map(node -> node.name() + " " + percent(shares.of(node.name())))
                .collect(Collectors.joining("  "));
        String kinds = report.failures() == 0 ? "" : " " + report.failuresByKind();
        return "%d requests, %d failures%s, p99 %s ms   %s"
                .formatted(
                        report.requests(),
                        report.failures(),
                        kinds,
                        rounded(report.latencies().p99Ms()),
                        parts);
    }

    /** The line of JSON that scripts read; the age is null when the node never told anything. */
    String json() {
        List<Map<String, @Nullable Object>> nodes = new ArrayList<>();
        for (NodeView view : view.nodes()) {
            NodeAnswers figures = figures(view.name());
            Map<String, @Nullable Object> node = new LinkedHashMap<>();
            node.put("name", view.name());
            node.put("requests", figures.requests());
            node.put("failures", figures.failures());
            node.put("sampleAgeMedianMs", ages.medianMs(view.name()));
            nodes.add(node);
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("requests", report.requests());
        all.put("failures", report.failures());
        all.put("p99Ms", rounded(report.latencies().p99Ms()));
        all.put("nodes", nodes);
        if (!breaks.all().isEmpty()) {
            all.put("breaks", breakRows());
        }
        return JsonMapper.shared().writeValueAsString(all);
    }

    /** The same as CSV: a line for all nodes together, which is {@code *}, and one for each. */
    String csv() {
        Rows rows = new Rows("node", "requests", "failures", "p99Ms", "sampleAgeMedianMs");
        rows.add(
                "*",
                report.requests(),
                report.failures(),
                rounded(report.latencies().p99Ms()),
                null);
        for (NodeView node : view.nodes()) {
            NodeAnswers figures = figures(node.name());
            rows.add(
                    node.name(),
                    figures.requests(),
                    figures.failures(),
                    rounded(figures.latencies().p99Ms()),
                    ages.medianMs(node.name()));
        }
        StringWriter text = new StringWriter();
        rows.print(new PrintWriter(text), OutputFormat.CSV);
        return text.toString();
    }

    private NodeAnswers figures(String node) {
        return report.nodes().getOrDefault(node, NOTHING);
    }

    /** The server that is broken now or was a moment ago, in words; empty for none. */
    String broken() {
        return breaks.words(System.nanoTime());
    }

    /** A share as people write it. */
    static String percent(@Nullable Double share) {
        return share == null ? "-" : Math.round(share * 100) + " %";
    }

    /** A line for each break: the share of the server before, meanwhile and afterwards. */
    String breakLines() {
        return breaks.all().stream()
                .map(each -> "%s of %s for %.0f s: its share was %s, then %s, and is %s again%n"
                        .formatted(
                                each.kind().word(),
                                each.server(),
                                each.seconds(),
                                percent(each.before()),
                                percent(each.least()),
                                percent(each.after())))
                .collect(Collectors.joining());
    }

    private List<Map<String, @Nullable Object>> breakRows() {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (Breaks.Break each : breaks.all()) {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            row.put("kind", each.kind().word());
            row.put("node", each.server());
            row.put("seconds", each.seconds());
            row.put("shareBefore", each.before());
            row.put("shareLeast", each.least());
            row.put("shareAfter", each.after());
            rows.add(row);
        }
        return rows;
    }

    private static @Nullable String percent(AgentView agent, String title) {
        String share = whole(agent, title);
        return share == null ? null : share + " %";
    }

    private static @Nullable String of(AgentView agent, String used, String most) {
        String now = whole(agent, used);
        String max = whole(agent, most);
        return now == null || max == null ? now : now + "/" + max;
    }

    /** A figure in force, without its fraction; null when there is none. */
    private static @Nullable String whole(AgentView agent, String title) {
        Double figure = agent.state() == AgentState.REPORTING ? agent.figures().get(title) : null;
        return figure == null
                ? null
                : BigDecimal.valueOf(figure).setScale(0, RoundingMode.HALF_UP).toPlainString();
    }

    private static BigDecimal rounded(double ms) {
        return BigDecimal.valueOf(ms).setScale(1, RoundingMode.HALF_UP);
    }
}
