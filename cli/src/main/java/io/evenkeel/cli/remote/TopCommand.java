// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import io.evenkeel.cli.terminal.Screen;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code evenkeel top}: what a running dispatcher does, per second, again and again until it is interrupted. */
@Command(
        name = "top",
        description = "Watch the traffic of a running dispatcher, per second.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "On a terminal it shows the clusters, the nodes that are not up and the busiest, as far as there is room.",
            "-o csv has a row for each cluster and node, -o json an object for each reading: docs/reference/api.md#status."
        })
public final class TopCommand implements Runnable {

    /** The place of the column of sessions, behind that of tasks in flight. */
    private static final int SESSIONS_AT = 4;

    private static final int LEAST_NODES = 3;

    @Mixin
    private final RemoteOption remote = new RemoteOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Option(names = "--once", description = "One reading, then end.")
    private boolean once;

    @Option(names = "--for", paramLabel = "TIME", description = "End after this time, such as 30s.")
    private @Nullable Duration span;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            defaultValue = "1s",
            description = "Time between two readings (default: 1s).")
    private Duration every = Duration.ofSeconds(1);

    @Spec
    private CommandSpec spec;

    private Map<String, JsonNode> before = new HashMap<>();

    @Override
    public void run() {
        RemoteDispatcher dispatcher = remote.connect();
        PrintWriter out = spec.commandLine().getOut();
        boolean redraw = !once && output.format() == OutputFormat.TABLE && Screen.isTerminal();
        long startNs = System.nanoTime();
        long lastNs = startNs;
        remember(read(dispatcher));
        do {
            if (!pause()) {
                return;
            }
            JsonNode clusters = read(dispatcher);
            long nowNs = System.nanoTime();
            SessionCounts sessions = new SessionCounts(dispatcher, clusters);
            double seconds = Math.max(1e-3, (nowNs - lastNs) / 1e9);
            lastNs = nowNs;
            if (output.format() == OutputFormat.JSON) {
                out.println(new TopJson(before, seconds, sessions).of(clusters));
            } else {
                Screen.Size size = redraw ? Screen.size() : null;
                ShownNodes shown = shown(clusters, size);
                if (redraw) {
                    out.print(Screen.CLEAR);
                }
                print(rows(clusters, shown.clusters(), sessions, seconds), shown, size, out);
            }
            if (!redraw && !once && output.format() == OutputFormat.TABLE) {
                out.println();
            }
            out.flush();
            remember(clusters);
        } while (!once && (span == null || lastNs - startNs < span.toNanos()) && !out.checkError());
    }

    /** All nodes, or on a terminal those for which it has lines. */
    private ShownNodes shown(JsonNode clusters, Screen.@Nullable Size size) {
        if (size == null) {
            return new ShownNodes(clusters, List.of());
        }
        int tables = NodeSamples.any(clusters) ? 2 : 1;
        int others = 2 * tables + 2 * clusters.size();
        return ShownNodes.of(clusters, Math.max(LEAST_NODES, (size.lines() - others) / tables), work(clusters));
    }

    /** The tasks of a node in flight and since the last reading. */
    private ToDoubleFunction<JsonNode> work(JsonNode clusters) {
        IdentityHashMap<JsonNode, Double> tasks = new IdentityHashMap<>();
        for (JsonNode cluster : clusters) {
            for (JsonNode node : cluster.path("nodes")) {
                String key = cluster.path("name").asString("?") + "/"
                        + node.path("name").asString("?");
                TrafficRates rates = new TrafficRates(before.get(key), node.path("traffic"), 1);
                tasks.put(node, rates.perSecond("tasks") + node.path("inFlight").asDouble(0));
            }
        }
        return node -> tasks.getOrDefault(node, 0.0);
    }

    private void print(Rows rows, ShownNodes shown, Screen.@Nullable Size size, PrintWriter out) {
        int width = size == null ? Integer.MAX_VALUE : size.columns();
        Rows fitting = rows.within(
                width, "outMBPerS", "inMBPerS", "slowdown", "wt2Ms", "wt1Ms", "ptMs", "latencyMs", "sessions");
        NodeSamples.print(fitting, shown.clusters(), out, output.format(), width);
        shown.notes().forEach(out::println);
    }

    /** False when the thread was interrupted. */
    private boolean pause() {
        try {
            Thread.sleep(Math.max(50, every.toMillis()));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static JsonNode read(RemoteDispatcher dispatcher) {
        return dispatcher.get("/api/v1/clusters?cells=true");
    }

    private void remember(JsonNode clusters) {
        before = new HashMap<>();
        for (JsonNode cluster : clusters) {
            String name = cluster.path("name").asString("?");
            before.put(name + "/*", cluster.path("traffic"));
            for (JsonNode node : cluster.path("nodes")) {
                before.put(name + "/" + node.path("name").asString("?"), node.path("traffic"));
            }
        }
    }

    /** Rows of all clusters, and of the nodes that are shown. */
    private Rows rows(JsonNode clusters, JsonNode shown, SessionCounts sessions, double seconds) {
        Rows rows = new Rows(sessions.columns(
                SESSIONS_AT,
                output.format(),
                "cluster",
                "node",
                "state",
                "inFlight",
                "tasksPerS",
                "failuresPerS",
                "latencyMs",
                "p99Ms",
                "wt1Ms",
                "wt2Ms",
                "ptMs",
                "slowdown",
                "inMBPerS",
                "outMBPerS"));
        int place = 0;
        for (JsonNode cluster : clusters) {
            String name = cluster.path("name").asString("?");
            long inFlight = 0;
            for (JsonNode node : cluster.path("nodes")) {
                inFlight += node.path("inFlight").asLong(0);
            }
            String up = cluster.path("nodesUp").asInt(0) + " of "
                    + cluster.path("nodes").size() + " up";
            add(rows, sessions, name, "*", up, inFlight, cluster.path("traffic"), seconds);
            for (JsonNode node : shown.path(place++).path("nodes")) {
                add(
                        rows,
                        sessions,
                        name,
                        node.path("name").asString("?"),
                        node.path("state").asString("?"),
                        node.path("inFlight").asLong(0),
                        node.path("traffic"),
                        seconds);
            }
        }
        return rows;
    }

    private void add(
            Rows rows,
            SessionCounts sessions,
            String cluster,
            String node,
            String state,
            long inFlight,
            JsonNode traffic,
            double seconds) {
        TrafficRates rates = new TrafficRates(before.get(cluster + "/" + node), traffic, seconds);
        rows.add(sessions.cells(
                SESSIONS_AT,
                cluster,
                node,
                cluster,
                node,
                state,
                inFlight,
                rates.perSecond("tasks"),
                rates.perSecond("failures"),
                rates.mean("responseMs"),
                rates.responseMsAt(0.99),
                rates.mean("wt1Ms"),
                rates.mean("wt2Ms"),
                rates.mean("ptMs"),
                rates.mean("slowdown"),
                NumberTexts.rounded(rates.perSecond("bytesIn") / 1e6),
                NumberTexts.rounded(rates.perSecond("bytesOut") / 1e6)));
    }
}
