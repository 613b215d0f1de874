// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import io.evenkeel.cli.terminal.Screen;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code evenkeel status}: a running dispatcher on one screen. */
@Command(
        name = "status",
        description = "Show the clusters and nodes of a running dispatcher.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "On a terminal, of more than 100 nodes only those that are not up and the busiest are shown.",
            "-o csv has a row for each cluster and node, -o json one object: docs/reference/api.md#status."
        })
public final class StatusCommand implements Runnable {

    /** The place of the column of sessions, behind that of connections. */
    private static final int SESSIONS_AT = 7;

    /** Nodes that a terminal is given as they are, to scroll through. */
    private static final int MANY_NODES = 100;

    private static final int LEAST_NODES = 10;
    private static final int HEAD_LINES = 10;

    @Mixin
    private final RemoteOption remote = new RemoteOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        RemoteDispatcher dispatcher = remote.connect();
        PrintWriter out = spec.commandLine().getOut();
        JsonNode clusters = dispatcher.get("/api/v1/clusters");
        if (output.format() == OutputFormat.TABLE) {
            head(dispatcher.get("/api/v1/dispatcher"), out);
        }
        SessionCounts sessions = new SessionCounts(dispatcher, clusters);
        if (output.format() == OutputFormat.JSON) {
            JsonNode view = dispatcher.get("/api/v1/dispatcher");
            out.println(StatusJson.of(view, clusters, sessions, System.currentTimeMillis()));
            out.flush();
            return;
        }
        Rows rows = new Rows(sessions.columns(
                SESSIONS_AT,
                output.format(),
                "cluster",
                "node",
                "state",
                "weight",
                "inFlight",
                "waiting",
                "connections",
                "tasks",
                "failedRequests",
                "failedAttempts",
                "retries",
                "p50Ms",
                "p99Ms",
                "slowdown",
                "stateFor",
                "reason"));
        Screen.Size size = output.format() == OutputFormat.TABLE ? Screen.size() : null;
        ShownNodes shown = shown(clusters, size);
        int place = 0;
        for (JsonNode cluster : clusters) {
            addCluster(rows, cluster, sessions);
            for (JsonNode node : shown.clusters().path(place++).path("nodes")) {
                addNode(rows, cluster.path("name").asString(""), node, sessions);
            }
        }
        int width = size == null ? Integer.MAX_VALUE : size.columns();
        Rows fitting = rows.within(
                width,
                "slowdown",
                "retries",
                "weight",
                "connections",
                "p50Ms",
                "failedAttempts",
                "waiting",
                "sessions",
                "stateFor");
        NodeSamples.print(fitting, shown.clusters(), out, output.format(), width);
        if (output.format() == OutputFormat.TABLE) {
            shown.notes().forEach(out::println);
            sessions.faults().forEach(out::println);
            sessions.stores().forEach(out::println);
            OverloadLines.of(dispatcher, clusters).forEach(out::println);
            ServerLines.of(dispatcher, clusters).forEach(out::println);
            out.flush();
        }
    }

    /** All nodes; on a terminal, of very many those for which it has lines. */
    private static ShownNodes shown(JsonNode clusters, Screen.@Nullable Size size) {
        int most = Integer.MAX_VALUE;
        if (size != null && ShownNodes.count(clusters) > MANY_NODES) {
            int tables = NodeSamples.any(clusters) ? 2 : 1;
            most = Math.max(LEAST_NODES, (size.lines() - HEAD_LINES) / tables);
        }
        return ShownNodes.of(clusters, most, node -> node.path("inFlight").asDouble(0));
    }

    private static void head(JsonNode view, PrintWriter out) {
        long upMs =
                Math.max(0, System.currentTimeMillis() - view.path("startedMs").asLong(0));
        out.printf(
                "evenkeel %s, %s for %s, configuration %d%s, %s with %d loops%n",
                view.path("version").asString("?"),
                view.path("state").asString("?"),
                NumberTexts.age(Duration.ofMillis(upMs)),
                view.path("configGeneration").asInt(0),
                view.path("lastReloadSucceeded").asBoolean(true) ? "" : " (the last reload failed)",
                view.path("transport").asString("?"),
                view.path("loops").asInt(0));
        out.println(NumberTexts.moments(view.path("health").path("text").asString("")));
        new ResourceLines(view.path("resources")).lines().forEach(out::println);
        for (JsonNode listener : view.path("listeners")) {
            out.printf(
                    "%s: %s on %s, %d %s now of at most %d, %d accepted%s%n",
                    listener.path("name").asString("?"),
                    listener.path("protocol").asString("?"),
                    listener.path("address").asString("?"),
                    listener.path("connections").asLong(0),
                    listener.path("connections").asLong(0) == 1 ? "connection" : "connections",
                    listener.path("mostConnections").asLong(0),
                    listener.path("accepted").asLong(0),
                    limited(listener));
            requests(listener.path("requests"), out);
            tls(listener.path("tls"), out);
        }
        for (JsonNode each : view.path("acme")) {
            acme(each, out);
        }
        view.path("discovery").forEach(each -> discovery(each, out));
        new MemberLines(view.path("join")).lines().forEach(out::println);
        out.println();
    }

    /** A certificate that the dispatcher gets by itself. */
    private static void acme(JsonNode issue, PrintWriter out) {
        StringJoiner names = new StringJoiner(", ");
        issue.path("names").forEach(name -> names.add(name.asString("?")));
        out.printf(
                "acme: certificate of %s, %s; the next try is at %s%s%n",
                names,
                issue.path("selfMade").asBoolean(false)
                        ? "NOT ISSUED yet, so no client believes it"
                        : "valid until " + issue.path("validUntil").asString("?"),
                issue.path("next").asString("?"),
                issue.path("problem").isString()
                        ? "; the last one failed: " + issue.path("problem").asString("")
                        : "");
    }

    /** The place where a cluster's nodes are found. */
    private static void discovery(JsonNode view, PrintWriter out) {
        long found = view.path("found").asLong(0);
        long draining = view.path("draining").asLong(0);
        out.printf(
                "discovery: cluster %s, %s: %d %s found%s, last answer %s%s%s%n",
                view.path("cluster").asString("?"),
                view.path("source").asString("?"),
                found,
                found == 1 ? "node" : "nodes",
                draining == 0 ? "" : " and " + draining + " draining",
                view.path("lastAnswer").asString("never"),
                view.path("problem").isString()
                        ? "; FAILING, known nodes stay: " + view.path("problem").asString("")
                        : "",
                view.path("remark").isString() ? "; " + view.path("remark").asString("") : "");
    }

    /** The requests of a listener by protocol, if it has had any. */
    private static void requests(JsonNode requests, PrintWriter out) {
        long http1 = requests.path("http1").asLong(0);
        long http2 = requests.path("http2").asLong(0);
        long all = http1 + http2;
        if (all > 0) {
            out.printf("  %d requests, HTTP/1 %s, HTTP/2 %s%n", all, percent(http1, all), percent(http2, all));
        }
    }

    private static String percent(long part, long all) {
        return all == 0 ? "-" : Math.round(100.0 * part / all) + " %";
    }

    /** The handshakes and certificates of a listener, if it speaks TLS. */
    private static void tls(JsonNode tls, PrintWriter out) {
        if (!tls.isObject()) {
            return;
        }
        JsonNode handshakes = tls.path("handshakes");
        long full = handshakes.path("full").asLong(0);
        long resumed = handshakes.path("resumed").asLong(0);
        long all = full + resumed;
        out.printf(
                "  TLS: %d handshakes in full, %d resumed (%s), %d failed; TLS 1.3 %s, TLS 1.2 %s%n",
                full,
                resumed,
                percent(resumed, all),
                handshakes.path("failed").asLong(0),
                percent(handshakes.path("tls13").asLong(0), all),
                percent(handshakes.path("tls12").asLong(0), all));
        for (JsonNode each : tls.path("certificates")) {
            Duration left = Duration.ofMillis(each.path("expiresMs").asLong(0) - System.currentTimeMillis());
            out.printf(
                    "  %s certificate of %s, %s, in %s%n",
                    each.path("kind").asString("?").toUpperCase(Locale.ROOT),
                    each.path("names").asString("?"),
                    validity(each, left),
                    each.path("file").asString("?"));
        }
    }

    private static String validity(JsonNode certificate, Duration left) {
        return switch (certificate.path("warning").asString("")) {
            case "expired" -> "EXPIRED on " + certificate.path("expires").asString("?");
            case "expires-soon" -> "EXPIRES in " + NumberTexts.age(left);
            default -> "valid for " + NumberTexts.age(left);
        };
    }

    /** The effect of the limits of connections, when they have done anything. */
    private static String limited(JsonNode listener) {
        long full = listener.path("timesFull").asLong(0);
        long refused = listener.path("refusedConnections").asLong(0);
        return (full > 0 ? ", full " + full + " times" : "")
                + (refused > 0 ? ", " + refused + " closed because their address had its share" : "");
    }

    private static void addCluster(Rows rows, JsonNode cluster, SessionCounts sessions) {
        JsonNode traffic = cluster.path("traffic");
        String name = cluster.path("name").asString("?");
        rows.add(sessions.cells(
                SESSIONS_AT,
                name,
                "*",
                name,
                "*",
                cluster.path("nodesUp").asInt(0) + " of "
                        + cluster.path("nodes").size() + " up",
                null,
                sum(cluster, "inFlight"),
                cluster.path("waiting").asLong(0),
                sum(cluster, "connections"),
                traffic.path("tasks").asLong(0),
                cluster.path("failedRequests").asLong(0),
                cluster.path("failedAttempts").asLong(0),
                cluster.path("retries").asLong(0),
                time(traffic, "p50"),
                time(traffic, "p99"),
                slowdown(traffic),
                null,
                cluster.path("policy").asString("?")
                        + (cluster.path("protocol").asString("").equals("h2") ? " over h2" : "")));
    }

    private static void addNode(Rows rows, String cluster, JsonNode node, SessionCounts sessions) {
        JsonNode traffic = node.path("traffic");
        String name = node.path("name").asString("?");
        rows.add(sessions.cells(
                SESSIONS_AT,
                cluster,
                name,
                cluster,
                name,
                node.path("state").asString("?"),
                node.path("weight").asDouble(1),
                node.path("inFlight").asLong(0),
                null,
                node.path("connections").asLong(0),
                traffic.path("tasks").asLong(0),
                node.path("failedRequests").asLong(0),
                node.path("failedAttempts").asLong(0),
                null,
                time(traffic, "p50"),
                time(traffic, "p99"),
                slowdown(traffic),
                NumberTexts.age(Duration.ofMillis(
                        Math.round(1e3 * node.path("stateForSeconds").asDouble(0)))),
                why(node)));
    }

    /** The reason for which a node is not up, by the clock of this machine; null when there is nothing to say. */
    private static @Nullable String why(JsonNode node) {
        String why = NumberTexts.moments(node.path("why").asString(""));
        return why.isEmpty() ? null : why;
    }

    private static long sum(JsonNode cluster, String figure) {
        long sum = 0;
        for (JsonNode node : cluster.path("nodes")) {
            sum += node.path(figure).asLong(0);
        }
        return sum;
    }

    private static @Nullable Double time(JsonNode traffic, String figure) {
        JsonNode response = traffic.path("responseMs");
        return response.path("count").asLong(0) == 0
                ? null
                : NumberTexts.rounded(response.path(figure).asDouble(0));
    }

    private static @Nullable Double slowdown(JsonNode traffic) {
        JsonNode slowdown = traffic.path("slowdown");
        return slowdown.path("count").asLong(0) == 0
                ? null
                : NumberTexts.rounded(slowdown.path("mean").asDouble(0));
    }
}
