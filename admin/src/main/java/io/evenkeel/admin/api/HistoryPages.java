// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.admin.history.Group;
import io.evenkeel.admin.history.History;
import io.evenkeel.admin.history.HistoryMetric;
import io.evenkeel.admin.history.HistorySeries;
import io.evenkeel.admin.history.Scope;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The figures of the past as JSON: one array of times, and two arrays for each metric, with null for absent figures.
 */
public final class HistoryPages {

    private static final int USUAL_POINTS = 600;
    private static final int MOST_POINTS = 3600;
    private static final int USUAL_NODES = 8;
    private static final int MOST_NODES = 20;
    private static final MathContext DIGITS = new MathContext(6);

    private static final Map<String, Duration> RANGES = ranges();

    private final Control control;
    private final @Nullable History history;

    private HistoryPages(Control control, @Nullable History history) {
        this.control = control;
        this.history = history;
    }

    /** Adds the paths of the history to a server; they answer 404 where none is kept. */
    public static void route(RoutesConfig routes, Control control, @Nullable History history) {
        HistoryPages pages = new HistoryPages(control, history);
        routes.get("/api/v1/history", pages::series);
        routes.get("/api/v1/history/metrics", pages::metrics);
        routes.get("/api/v1/history/nodes", pages::nodes);
    }

    private static Map<String, Duration> ranges() {
        Map<String, Duration> ranges = new LinkedHashMap<>();
        ranges.put("10m", Duration.ofMinutes(10));
        ranges.put("30m", Duration.ofMinutes(30));
        ranges.put("60m", Duration.ofMinutes(60));
        ranges.put("1d", Duration.ofDays(1));
        ranges.put("1w", Duration.ofDays(7));
        ranges.put("1y", Duration.ofDays(365));
        return ranges;
    }

    private void metrics(Context context) {
        Scope scope = scope(context);
        ArrayNode json = Json.array();
        for (HistoryMetric metric : chosen(context, scope)) {
            json.addObject()
                    .put("name", metric.name())
                    .put("title", metric.title())
                    .put("unit", metric.unit())
                    .put("group", word(metric.group()))
                    .put("groupTitle", metric.group().title())
                    .put("chart", metric.chart());
        }
        Json.answer(context, json);
    }

    private void series(Context context) {
        Scope scope = scope(context);
        Stretch stretch = stretch(context);
        HistorySeries series = read(scope, chosen(context, scope), stretch);
        if (series == null) {
            mustExist(scope);
            throw nothing("it");
        }
        Json.answer(context, json(scope, series));
    }

    /** One figure of several nodes of a cluster, on the same times: of those that were given the most tasks. */
    private void nodes(Context context) {
        String cluster = context.queryParam("cluster");
        if (cluster == null) {
            throw new ApiRefusal(400, "nodes of which cluster?", "Add &cluster= to the address.");
        }
        ClusterView view = control.cluster(cluster);
        int most = (int) number(context, "most", USUAL_NODES, 1, MOST_NODES);
        Stretch stretch = stretch(context);
        ObjectNode json = Json.object().put("cluster", cluster);
        ObjectNode lines = Json.object();
        boolean isFirst = true;
        for (NodeView node : view.nodes().stream()
                .sorted(Comparator.comparingLong(
                        (NodeView node) -> -node.counts().started()))
                .limit(most)
                .toList()) {
            Scope scope = new Scope(cluster, node.name());
            List<HistoryMetric> metrics = chosen(context, scope);
            if (metrics.size() != 1) {
                throw new ApiRefusal(400, "which figure of the nodes?", "Name one, as in &metrics=TAP_SHARE_GOT%25.");
            }
            HistorySeries series = read(scope, metrics, stretch);
            if (series == null) {
                continue;
            }
            if (isFirst) {
                times(json, series);
                isFirst = false;
            }
            line(
                    lines.putObject(node.name()),
                    series.lines().values().iterator().next());
        }
        if (isFirst) {
            throw nothing("its nodes");
        }
        json.put("others", Math.max(0, view.nodes().size() - most)).set("nodes", lines);
        Json.answer(context, json);
    }

    private ApiRefusal nothing(String of) {
        boolean isFull = history != null && history.isFull();
        return new ApiRefusal(
                404,
                "nothing is kept of " + of + (isFull ? ": the history has no room for more" : " yet"),
                isFull ? "Give it more with admin.history.size." : "Ask again in some seconds.");
    }

    /** The part of the past that is asked for. */
    private record Stretch(long fromMs, long toMs, int points, long nowMs) {}

    private static Stretch stretch(Context context) {
        int points = (int) number(context, "points", USUAL_POINTS, 1, MOST_POINTS);
        long nowMs = System.currentTimeMillis();
        long toMs = number(context, "to", nowMs, 0, Long.MAX_VALUE);
        long fromMs = number(context, "from", toMs - range(context).toMillis(), 0, toMs);
        return new Stretch(fromMs, toMs, points, nowMs);
    }

    private @Nullable HistorySeries read(Scope scope, List<HistoryMetric> metrics, Stretch stretch) {
        if (history == null) {
            throw new ApiRefusal(
                    404,
                    "no history is kept",
                    "Set admin.history to a folder, or start with a configuration file, beside which there is room for one.");
        }
        String problem = history.problem();
        if (problem != null) {
            throw new ApiRefusal(
                    404,
                    "no history is kept since " + problem,
                    "Make room: the folder is tried again every minute. Or set admin.history to another folder and start again.");
        }
        try {
            return history.series(scope, metrics, stretch.fromMs, stretch.toMs, stretch.points, stretch.nowMs);
        } catch (IOException e) {
            throw new ApiRefusal(
                    404,
                    "what was kept of it cannot be read: " + e.getMessage(),
                    "The file is moved aside when there is something new to keep of it.");
        }
    }

    private static ObjectNode json(Scope scope, HistorySeries series) {
        ObjectNode json = Json.object().put("cluster", scope.cluster()).put("node", scope.node());
        times(json, series);
        ObjectNode lines = json.putObject("metrics");
        series.lines().forEach((name, line) -> line(lines.putObject(name), line));
        return json;
    }

    private static void times(ObjectNode json, HistorySeries series) {
        json.put("stepMs", series.stepS() * 1000L);
        ArrayNode times = json.putArray("times");
        for (int point = 0; point < series.points(); point++) {
            times.add(series.timeS(point) * 1000);
        }
    }

    private static void line(ObjectNode json, HistorySeries.SeriesLine line) {
        add(json.putArray("average"), line.average());
        add(json.putArray("max"), line.max());
    }

    /** Six digits are more than a graph shows; the rest would double the answer. */
    private static void add(ArrayNode array, double[] values) {
        for (double value : values) {
            if (Double.isFinite(value)) {
                array.add(new BigDecimal(value).round(DIGITS).doubleValue());
            } else {
                array.addNull();
            }
        }
    }

    private static Scope scope(Context context) {
        String node = context.queryParam("node");
        String cluster = context.queryParam("cluster");
        if (node != null && cluster == null) {
            throw new ApiRefusal(400, "a node of which cluster?", "Add &cluster= to the address.");
        }
        return new Scope(cluster, node);
    }

    /** The metrics of the query, by name or by group; all when it names none. */
    private static List<HistoryMetric> chosen(Context context, Scope scope) {
        String group = context.queryParam("group");
        String names = context.queryParam("metrics");
        if (names == null) {
            return scope.metrics().stream()
                    .filter(metric -> group == null || word(metric.group()).equals(group))
                    .toList();
        }
        return Stream.of(names.split(",", -1))
                .distinct()
                .map(name -> scope.metrics().stream()
                        .filter(metric -> metric.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new ApiRefusal(
                                400,
                                "no metric '" + name + "' is kept of it",
                                "See /api/v1/history/metrics with the same cluster and node; write % as %25.")))
                .toList();
    }

    private static Duration range(Context context) {
        String text = context.queryParam("range");
        Duration range = RANGES.get(text == null ? "60m" : text);
        if (range == null) {
            throw new ApiRefusal(
                    400,
                    "range '" + text + "' is none of them",
                    "It is one of " + String.join(", ", RANGES.keySet()) + ".");
        }
        return range;
    }

    private static long number(Context context, String name, long usual, long least, long most) {
        String text = context.queryParam(name);
        if (text == null) {
            return usual;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // refused below, as a number out of range is
        }
        throw new ApiRefusal(
                400,
                name + " '" + text + "' is not a whole number from " + least + " to " + most,
                "Times are milliseconds since 1970; from comes before to.");
    }

    /** Says 404 in the words of the control interface when the configuration has no such cluster or node. */
    private void mustExist(Scope scope) {
        if (scope.cluster() != null && scope.node() == null) {
            control.cluster(scope.cluster());
        } else if (scope.cluster() != null && scope.node() != null) {
            NodeChanges.find(control, scope.cluster(), scope.node());
        }
    }

    private static String word(Group group) {
        return group.name().toLowerCase(Locale.ROOT);
    }
}
