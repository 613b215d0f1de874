// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.Rows;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The agents' figures of nodes, out of the admin API's answer: a table of its own for people, and further columns for
 * scripts. There is neither when no node has an agent.
 *
 * <p>Figures of a sample that is not in force, because the agent is silent or was not believed, are unknown.
 */
final class NodeSamples {

    /** A figure for scripts: its column, its name in the sample, and how many of its unit make one of ours. */
    private record Figure(String column, String title, double per) {}

    private static final List<Figure> FIGURES = List.of(
            new Figure("cpuShare", "OS_CPU_USED%", 100),
            new Figure("heapAfterGcShare", "JVM_HEAP_LIVE%", 100),
            new Figure("gcShare", "JVM_GC_SHARE%", 100),
            new Figure("workersBusy", "AMX_CONNS_Q_THRBSY", 1),
            new Figure("workersMax", "AMX_CONNS_Q_THRDSMAX", 1),
            new Figure("queueUsed", "AMX_CONNS_QD", 1),
            new Figure("queueMax", "AMX_CONNS_Q_MAXSIZE", 1),
            new Figure("jdbcActive", "AMX_JDBC_ACTC", 1),
            new Figure("jdbcMax", "AMX_JDBC_MAXC", 1),
            new Figure("jdbcWaiters", "AMX_JDBC_WAIT", 1),
            new Figure("sessions", "AMX_SESSIONS_ACT", 1),
            new Figure("parallelism", "NODE_PARALLELISM", 1),
            new Figure("capacityPerS", "NODE_CAPACITY", 1));

    private NodeSamples() {}

    /** True when some node has an agent, or has told its load without one. */
    static boolean any(JsonNode clusters) {
        for (JsonNode cluster : clusters) {
            for (JsonNode node : cluster.path("nodes")) {
                if (node.path("agent").isObject()) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Prints rows of clusters and nodes, and the agents' figures below them or, for scripts, beside them.
     *
     * @param width of a line for people
     */
    static void print(Rows rows, JsonNode clusters, PrintWriter out, OutputFormat format, int width) {
        if (!any(clusters)) {
            rows.print(out, format);
        } else if (format == OutputFormat.TABLE) {
            rows.print(out, format);
            out.println();
            table(clusters)
                    .within(width, "by", "others", "sessions", "gc", "ageMs", "jdbc", "agent")
                    .print(out, format);
        } else {
            rows.beside(cells(clusters)).print(out, format);
        }
    }

    /** A row for each cluster, where all is unknown, and one for each of its nodes after it. */
    private static Rows cells(JsonNode clusters) {
        Rows rows = new Rows(Stream.concat(
                        Stream.of("agent", "agentReason", "sampleAgeMs", "sampleSource", "othersInFlight"),
                        FIGURES.stream().map(Figure::column))
                .toArray(String[]::new));
        for (JsonNode cluster : clusters) {
            addCells(rows, cluster);
            cluster.path("nodes").forEach(node -> addCells(rows, node));
        }
        return rows;
    }

    private static void addCells(Rows rows, JsonNode node) {
        JsonNode others = node.path("othersInFlight");
        List<@Nullable Object> cells = new ArrayList<>();
        cells.add(text(node.path("agent").path("state")));
        cells.add(text(node.path("agent").path("reason")));
        cells.add(ageMs(node));
        cells.add(text(node.path("sample").path("source")));
        cells.add(others.isNumber() ? (Long) others.asLong(0) : null);
        for (Figure figure : FIGURES) {
            Double value = figure(node, figure.title);
            cells.add(value == null ? null : NumberTexts.rounded(value / figure.per));
        }
        rows.add(cells.toArray());
    }

    /** The figures of a node by their columns; null where they are unknown. */
    static ObjectNode load(JsonNode node) {
        ObjectNode load = JsonMapper.shared().createObjectNode();
        for (Figure figure : FIGURES) {
            Double value = figure(node, figure.title);
            load.put(figure.column, value == null ? null : (Double) NumberTexts.rounded(value / figure.per));
        }
        return load;
    }

    /** A row for each node that has an agent, for people. */
    private static Rows table(JsonNode clusters) {
        Rows rows = new Rows(
                "cluster",
                "node",
                "agent",
                "ageMs",
                "by",
                "cpu",
                "heap",
                "gc",
                "workers",
                "queue",
                "jdbc",
                "sessions",
                "others",
                "reason");
        for (JsonNode cluster : clusters) {
            for (JsonNode node : cluster.path("nodes")) {
                if (node.path("agent").isObject()) {
                    rows.add(
                            cluster.path("name").asString("?"),
                            node.path("name").asString("?"),
                            text(node.path("agent").path("state")),
                            ageMs(node),
                            text(node.path("sample").path("source")),
                            percent(node, "OS_CPU_USED%"),
                            percent(node, "JVM_HEAP_LIVE%"),
                            percent(node, "JVM_GC_SHARE%"),
                            of(node, "AMX_CONNS_Q_THRBSY", "AMX_CONNS_Q_THRDSMAX"),
                            of(node, "AMX_CONNS_QD", "AMX_CONNS_Q_MAXSIZE"),
                            jdbc(node),
                            whole(node, "AMX_SESSIONS_ACT"),
                            node.path("othersInFlight").asLong(0),
                            text(node.path("agent").path("reason")));
                }
            }
        }
        return rows;
    }

    private static @Nullable String text(JsonNode value) {
        return value.isString() ? value.asString("") : null;
    }

    private static @Nullable Long ageMs(JsonNode node) {
        JsonNode age = node.path("sample").path("ageMs");
        return age.isNumber() ? (Long) age.asLong(0) : null;
    }

    private static @Nullable Double figure(JsonNode node, String title) {
        JsonNode sample = node.path("sample");
        JsonNode value = sample.path("figures").path(title);
        return value.isNumber() && "reporting".equals(text(sample.path("agent"))) ? (Double) value.asDouble(0) : null;
    }

    private static @Nullable String percent(JsonNode node, String title) {
        String share = whole(node, title);
        return share == null ? null : share + " %";
    }

    private static @Nullable String of(JsonNode node, String used, String most) {
        String busy = whole(node, used);
        String max = whole(node, most);
        return busy == null ? null : max == null ? busy : busy + "/" + max;
    }

    /** The JDBC pool: {@code 10/10 +3} while three threads wait for a connection. */
    private static @Nullable String jdbc(JsonNode node) {
        String used = of(node, "AMX_JDBC_ACTC", "AMX_JDBC_MAXC");
        String waiters = whole(node, "AMX_JDBC_WAIT");
        return used == null || waiters == null || waiters.equals("0") ? used : used + " +" + waiters;
    }

    private static @Nullable String whole(JsonNode node, String title) {
        Double value = figure(node, title);
        return value == null
                ? null
                : BigDecimal.valueOf(value).setScale(0, RoundingMode.HALF_UP).toPlainString();
    }
}
