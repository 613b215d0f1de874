// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** A column of a cluster's table: its key, heading and help, and how it is shown and sorted. */
@SuppressWarnings("ImmutableEnumChecker") // its functions have no state
public enum Column {
    IN_FLIGHT(
            "inflight",
            "In flight",
            "Tasks that run there now",
            node -> node.view().counts().inFlight()),
    RATE("rate", "Req/s", "Tasks that ended, each second", node -> node.rates().perSecond()),
    P50("p50", "p50", "Half of the tasks took no longer", node -> node.rates().p50Ms(), FigureTexts::time),
    P99("p99", "p99", "99 of 100 tasks took no longer", node -> node.rates().p99Ms(), FigureTexts::time),
    FAILURES(
            "failures",
            "Failed",
            "Share of requests that failed for their clients; attempts that were repeated elsewhere with success do not count",
            node -> node.rates().failureShare(),
            FigureTexts::share),
    CPU("cpu", "CPU", "Of the node, by its agent", node -> node.sampled("OS_CPU_USED%") / 100, FigureTexts::share),
    HEAP(
            "heap",
            "Heap",
            "Heap in use after the last collection",
            node -> node.sampled("JVM_HEAP_LIVE%") / 100,
            FigureTexts::share),
    GC(
            "gc",
            "GC",
            "Share of time in garbage collection",
            node -> node.sampled("JVM_GC_SHARE%") / 100,
            FigureTexts::share),
    WORKERS(
            "workers",
            "Workers",
            "Busy worker threads of those there are",
            node -> node.sampled("AMX_CONNS_Q_THRBSY")) {
        @Override
        public String text(NodeFigures node) {
            return FigureTexts.part(node.sampled("AMX_CONNS_Q_THRBSY"), node.sampled("AMX_CONNS_Q_THRDSMAX"));
        }
    },
    QUEUE("queue", "Queue", "Requests that wait in the node for a worker", node -> node.sampled("AMX_CONNS_QD")),
    JDBC("jdbc", "JDBC", "Database connections in use of those there are", node -> node.sampled("AMX_JDBC_ACTC")) {
        @Override
        public String text(NodeFigures node) {
            return FigureTexts.part(node.sampled("AMX_JDBC_ACTC"), node.sampled("AMX_JDBC_MAXC"));
        }
    },
    SESSIONS(
            "sessions",
            "Sessions",
            "Sessions with a request in the last idle time, by their cookie",
            node -> node.sessions().active()),
    HELD(
            "held",
            "In server",
            "HTTP sessions that the server holds, by its agent",
            node -> node.sampled("AMX_SESSIONS_ACT")),
    AGE("age", "Age", "Since the node's sample was taken", node -> ageMs(node), FigureTexts::time),
    SCORE("score", "Score", "What the policy ranks by; lower is better", NodeFigures::score),
    WEIGHT(
            "weight",
            "Weight",
            "Given by configuration or administrator",
            node -> node.view().weight()),
    WANTED(
            "wanted",
            "Wanted",
            "Share of tasks by weight, among nodes that take tasks",
            NodeFigures::shareWanted,
            FigureTexts::share),
    GOT("got", "Got", "Share of tasks in the last seconds", NodeFigures::shareGot, FigureTexts::share);

    private final String key;
    private final String heading;
    private final String help;
    private final ToDoubleFunction<NodeFigures> value;
    private final Function<Double, String> shown;

    Column(String key, String heading, String help, ToDoubleFunction<NodeFigures> value) {
        this(key, heading, help, value, FigureTexts::number);
    }

    Column(
            String key,
            String heading,
            String help,
            ToDoubleFunction<NodeFigures> value,
            Function<Double, String> shown) {
        this.key = key;
        this.heading = heading;
        this.help = help;
        this.value = value;
        this.shown = shown;
    }

    private static double ageMs(NodeFigures node) {
        long ageMs = node.view().agent().ageMs();
        return ageMs < 0 ? Double.NaN : ageMs;
    }

    public static Optional<Column> of(String key) {
        return Arrays.stream(values()).filter(column -> column.key.equals(key)).findFirst();
    }

    public String key() {
        return key;
    }

    public String heading() {
        return heading;
    }

    public String help() {
        return help;
    }

    /** The cell of a node. */
    public String text(NodeFigures node) {
        return shown.apply(value.applyAsDouble(node));
    }

    /** Largest first; unknown values come last. */
    public Comparator<NodeFigures> descending() {
        return Comparator.comparingDouble(node -> {
            double number = value.applyAsDouble(node);
            return Double.isNaN(number) ? Double.POSITIVE_INFINITY : -number;
        });
    }
}
