// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.load;

import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.Rows;
import io.evenkeel.load.FailureKind;
import io.evenkeel.load.LoadSummary;
import io.evenkeel.load.LoadSummary.Curves;
import io.evenkeel.load.UserSessions;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The results of a load, as figures with names and as tables. */
final class Summary {

    /** The share of late requests from which the generator distorts the measurement. */
    static final double TOO_LATE = 0.01;

    private static final List<Percentile> PERCENTILES = List.of(
            new Percentile("p50Ms", 50),
            new Percentile("p90Ms", 90),
            new Percentile("p99Ms", 99),
            new Percentile("p999Ms", 99.9));

    private record Percentile(String name, double percent) {}

    private final LoadSummary report;
    private final boolean isOpen;
    private final double seconds;

    /**
     * A summary.
     *
     * @param seconds in which all of it happened
     */
    Summary(LoadSummary report, boolean isOpen, double seconds) {
        this.report = report;
        this.isOpen = isOpen;
        this.seconds = seconds;
    }

    /** The figures that thresholds compare with, in the order of the output. */
    Map<String, @Nullable Object> figures() {
        Map<String, @Nullable Object> figures = new LinkedHashMap<>();
        figures.put("requests", report.requests());
        figures.put("failures", report.failures());
        figures.put("failureShare", rounded(share(report.failures()), 6));
        figures.put("throughputPerSecond", rounded(perSecond(answers()), 2));
        figures.putAll(times(report.curves().latencyUs()));
        figures.put("lateShare", rounded(lateShare(), 6));
        UserSessions sessions = report.sessions();
        figures.put("completedSessions", sessions.completed());
        figures.put("abortedSessions", sessions.aborted());
        figures.put("brokenSessions", sessions.broken());
        figures.put("sessionsPerSecond", rounded(perSecond((double) sessions.completed()), 3));
        return figures;
    }

    /** True when there were requests and all of them failed. */
    boolean isUnanswered() {
        return report.requests() > 0 && report.failures() == report.requests();
    }

    private double answers() {
        return (double) (report.requests() - report.failures());
    }

    private double perSecond(double count) {
        return seconds <= 0 ? 0 : count / seconds;
    }

    private double share(long count) {
        return report.requests() == 0 ? 0 : (double) count / report.requests();
    }

    private double lateShare() {
        return share(report.curves().late());
    }

    private static Map<String, @Nullable Object> times(Histogram us) {
        boolean isEmpty = us.getTotalCount() == 0;
        Map<String, @Nullable Object> times = new LinkedHashMap<>();
        times.put("meanMs", isEmpty ? null : rounded(us.getMean() / 1000, 3));
        PERCENTILES.forEach(each ->
                times.put(each.name(), isEmpty ? null : rounded(us.getValueAtPercentile(each.percent()) / 1000.0, 3)));
        times.put("maxMs", isEmpty ? null : rounded(us.getMaxValue() / 1000.0, 3));
        return times;
    }

    private static BigDecimal rounded(double figure, int digits) {
        return BigDecimal.valueOf(figure).setScale(digits, RoundingMode.HALF_UP);
    }

    void print(PrintWriter out, OutputFormat format, boolean isColored) {
        switch (format) {
            case TABLE -> printTables(out, isColored);
            case JSON -> out.println(JsonMapper.shared().writeValueAsString(object()));
            case CSV -> row(figures()).print(out, OutputFormat.CSV);
        }
        out.flush();
    }

    private static Rows row(Map<String, @Nullable Object> figures) {
        return new Rows(figures.keySet().toArray(String[]::new))
                .add(figures.values().toArray());
    }

    private Map<String, @Nullable Object> object() {
        Curves curves = report.curves();
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("loop", isOpen ? "open" : "closed");
        object.put("seconds", rounded(seconds, 3));
        object.putAll(figures());
        object.put("fromSent", times(curves.fromSentUs()));
        object.put("unfinishedSessions", report.sessions().unfinished());
        object.put("requestsPerSession", rounded(report.sessions().meanRequests(), 2));
        object.put("sessionTime", times(report.sessions().timeUs()));
        Map<String, Object> generator = new LinkedHashMap<>();
        generator.put("late", curves.late());
        generator.put("worstLateMs", rounded(curves.worstLateNs() / 1e6, 3));
        generator.put("waited", curves.waited());
        object.put("generator", generator);
        object.put("bodyBytes", curves.bodyBytes());
        Map<String, Object> kinds = new TreeMap<>();
        report.failuresByKind().forEach((kind, count) -> kinds.put(word(kind), count));
        object.put("failuresByKind", kinds);
        Map<String, Object> reasons = new TreeMap<>();
        report.reasons().forEach((kind, why) -> reasons.put(word(kind), why));
        object.put("failureReasons", reasons);
        object.put(
                "nodes",
                report.nodes().entrySet().stream()
                        .map(entry -> node(entry.getKey(), entry.getValue()))
                        .toList());
        return object;
    }

    private Map<String, Object> node(String name, LoadSummary.NodeAnswers figures) {
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("name", name);
        node.put("requests", figures.requests());
        node.put("share", rounded(share(figures.requests()), 4));
        node.put("failures", figures.failures());
        node.put("meanMs", rounded(figures.latencies().meanMs(), 3));
        node.put("p50Ms", rounded(figures.latencies().p50Ms(), 3));
        node.put("p99Ms", rounded(figures.latencies().p99Ms(), 3));
        return node;
    }

    private static String word(FailureKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private void printTables(PrintWriter out, boolean isColored) {
        Curves curves = report.curves();
        Rows counts = new Rows("requests", "failures", "seconds", "answersPerSecond", "kilobytesPerSecond")
                .add(
                        report.requests(),
                        report.failures(),
                        rounded(seconds, 2),
                        rounded(perSecond(answers()), 1),
                        rounded(perSecond(curves.bodyBytes() / 1000.0), 1));
        counts.print(out, OutputFormat.TABLE);
        out.println();
        times().print(out, OutputFormat.TABLE);
        printKinds(out);
        printNodes(out);
        printSessions(out);
        out.println();
        out.println(generator(isColored));
    }

    private Rows times() {
        Curves curves = report.curves();
        Rows rows = new Rows("latency", "meanMs", "p50Ms", "p90Ms", "p99Ms", "p99.9Ms", "maxMs");
        Map<String, Histogram> shown = new LinkedHashMap<>();
        shown.put(isOpen ? "from when it was due" : "of answers", curves.latencyUs());
        if (isOpen) {
            shown.put("from when it was sent", curves.fromSentUs());
        }
        shown.forEach((name, us) -> {
            Map<String, @Nullable Object> times = times(us);
            rows.add(
                    name,
                    times.get("meanMs"),
                    times.get("p50Ms"),
                    times.get("p90Ms"),
                    times.get("p99Ms"),
                    times.get("p999Ms"),
                    times.get("maxMs"));
        });
        return rows;
    }

    private void printKinds(PrintWriter out) {
        if (report.failures() == 0) {
            return;
        }
        Rows rows = new Rows("failure", "requests", "share");
        report.failuresByKind().entrySet().stream()
                .sorted(Map.Entry.<FailureKind, Long>comparingByValue().reversed())
                .forEach(entry -> rows.add(
                        word(entry.getKey()).replace('_', ' '), entry.getValue(), rounded(share(entry.getValue()), 4)));
        out.println();
        rows.print(out, OutputFormat.TABLE);
        report.reasons().forEach((kind, why) -> out.println(word(kind).replace('_', ' ') + ": " + why));
    }

    private void printNodes(PrintWriter out) {
        if (report.nodes().isEmpty()) {
            return;
        }
        Rows rows = new Rows("node", "requests", "share", "failures", "meanMs", "p50Ms", "p99Ms", "maxMs");
        report.nodes()
                .forEach((name, node) -> rows.add(
                        name,
                        node.requests(),
                        rounded(share(node.requests()), 3),
                        node.failures(),
                        rounded(node.latencies().meanMs(), 3),
                        rounded(node.latencies().p50Ms(), 3),
                        rounded(node.latencies().p99Ms(), 3),
                        rounded(node.latencies().maxMs(), 3)));
        out.println();
        rows.print(out, OutputFormat.TABLE);
    }

    private void printSessions(PrintWriter out) {
        UserSessions sessions = report.sessions();
        if (sessions.ended() == 0) {
            return;
        }
        Map<String, @Nullable Object> times = times(sessions.timeUs());
        out.println();
        new Rows("sessions", "aborted", "broken", "perSecond", "requests", "meanMs", "p50Ms", "p90Ms", "p99Ms", "maxMs")
                .add(
                        sessions.completed(),
                        sessions.aborted(),
                        sessions.broken(),
                        rounded(perSecond((double) sessions.completed()), 2),
                        rounded(sessions.meanRequests(), 1),
                        times.get("meanMs"),
                        times.get("p50Ms"),
                        times.get("p90Ms"),
                        times.get("p99Ms"),
                        times.get("maxMs"))
                .print(out, OutputFormat.TABLE);
    }

    /** A line that tells how well the generator kept its own schedule; in red when it did not. */
    private String generator(boolean isColored) {
        Curves curves = report.curves();
        String kept = "the generator sent %s %% of the requests more than 1 ms late, the worst %s ms"
                .formatted(rounded(100 * lateShare(), 2), rounded(curves.worstLateNs() / 1e6, 1));
        String waited = curves.waited() == 0
                ? ""
                : "; %d found all connections busy and waited (more: --users)".formatted(curves.waited());
        if (lateShare() <= TOO_LATE) {
            return kept + waited;
        }
        List<String> red = isColored ? List.of("\u001b[31m", "\u001b[0m") : List.of("", "");
        return red.get(0) + "GENERATOR TOO SLOW: " + kept + waited + "; do not trust these times" + red.get(1);
    }
}
