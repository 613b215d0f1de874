// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** {@code evenkeel explain}: the reasons for the choice of nodes, or the node that the next task would get. */
@Command(
        name = "explain",
        description =
                "Show each node's state, sample, age and score, why the last tasks went where they did, or what the cache would do"
                        + " with a request.",
        mixinStandardHelpOptions = true)
public final class ExplainCommand implements Runnable {

    @Mixin
    private final RemoteOption remote = new RemoteOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Parameters(arity = "0..1", paramLabel = "CLUSTER", description = "May be omitted when there is only one.")
    private @Nullable String cluster;

    @Option(
            names = "--last",
            arity = "0..1",
            paramLabel = "N",
            parameterConsumer = NumberIfAny.class,
            description =
                    "The last N recorded choices instead, newest first; 20 without N. At most ten a second are kept.")
    private @Nullable Integer last;

    /** Takes the next word when it is a number, and leaves the name of a cluster alone; 0 stands for no number. */
    private static final class NumberIfAny implements IParameterConsumer {

        @Override
        public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
            boolean given = !words.isEmpty() && words.peek().matches("[0-9]{1,6}");
            option.setValue(given ? Integer.parseInt(words.pop()) : 0);
        }
    }

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "20",
            hidden = true,
            description = "How many with --last alone (default: 20).")
    private int count;

    @Option(names = "--nodes", description = "With --last: a row for each node as it stood before each choice.")
    private boolean nodes;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description =
                    "What the cache would do with a request for this URL, such as https://shop.example.org/a; nothing is sent.")
    private @Nullable String url;

    @Option(names = "-X", paramLabel = "METHOD", description = "With --url: the method; GET without it.")
    private @Nullable String method;

    @Option(
            names = "-H",
            paramLabel = "'NAME: VALUE'",
            description = "With --url: a header line; may be given several times.")
    private List<String> fields = new ArrayList<>();

    @Option(
            names = "--client",
            paramLabel = "ADDRESS",
            description = "With --url: the address of the client; that of the dispatcher's machine without it.")
    private @Nullable String client;

    @Option(
            names = "--listener",
            paramLabel = "NAME",
            description = "With --url: the listener; the one to which the URL leads without it.")
    private @Nullable String listener;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        boolean more = method != null || client != null || listener != null || !fields.isEmpty();
        if (url == null && more) {
            throw new ParameterException(spec.commandLine(), "-X, -H, --client and --listener belong to --url");
        } else if (url != null && (cluster != null || last != null)) {
            throw new ParameterException(spec.commandLine(), "--url finds its cluster itself, and has no --last");
        }
        RemoteDispatcher dispatcher = remote.connect();
        if (url != null) {
            request(dispatcher.get("/api/v1/cache/explain?" + query(url)), out);
            return;
        }
        if (cluster == null) {
            requireOne(dispatcher.get("/api/v1/clusters"));
        }
        String query = cluster == null ? "" : "?cluster=" + RemoteDispatcher.quoted(cluster);
        if (last != null) {
            decisions(newest(dispatcher.get("/api/v1/decisions" + query), last == 0 ? count : last), out);
        } else {
            JsonNode answer = dispatcher.get("/api/v1/explain" + query);
            candidates(answer, out);
            if (output.format() == OutputFormat.TABLE) {
                String name = answer.path("cluster").asString("");
                JsonNode sessions = SessionCounts.of(dispatcher, name);
                sessions(sessions, out);
                SessionCounts.faults(name, sessions).forEach(out::println);
                OverloadLines.of(dispatcher, name).forEach(out::println);
                out.flush();
            }
        }
    }

    private String query(String asked) {
        StringJoiner query = new StringJoiner("&");
        query.add("url=" + RemoteDispatcher.quoted(asked));
        add(query, "method", method);
        add(query, "client", client);
        add(query, "listener", listener);
        fields.forEach(each -> add(query, "field", each));
        return query.toString();
    }

    private static void add(StringJoiner query, String name, @Nullable String value) {
        if (value != null) {
            query.add(name + "=" + RemoteDispatcher.quoted(value));
        }
    }

    /** Prints the cache's way with a request. */
    private void request(JsonNode answer, PrintWriter out) {
        if (output.format() == OutputFormat.CSV) {
            String[] names = {"course", "why", "listener", "route", "cluster", "url", "cacheStatus"};
            Object[] cells = new Object[names.length];
            for (int k = 0; k < names.length; k++) {
                cells[k] = answer.path(names[k]).asString("");
            }
            new Rows(names).add(cells).print(out, OutputFormat.CSV);
        } else if (output.format() == OutputFormat.JSON) {
            out.println(answer);
        } else {
            answer.path("says").forEach(each -> out.println(each.asString("")));
        }
        out.flush();
    }

    /** Fails in the words of this command: the API's own remedy is for those who write addresses. */
    private void requireOne(JsonNode clusters) {
        if (clusters.size() > 1) {
            StringJoiner names = new StringJoiner(", ");
            clusters.forEach(each -> names.add(each.path("name").asString("?")));
            String options = last == null ? "" : last == 0 ? "--last " : "--last " + last + " ";
            String first = clusters.path(0).path("name").asString("?");
            throw CommandException.failed(
                    "which cluster?\nName it, as in 'explain " + options + first + "'; there are " + names);
        }
    }

    private void candidates(JsonNode answer, PrintWriter out) {
        CandidateRows rows = CandidateRows.of(output.format(), answer.path("candidates"));
        answer.path("candidates").forEach(rows::add);
        rows.print(out);
        if (output.format() == OutputFormat.TABLE) {
            String policy = answer.path("policy").asString("?");
            JsonNode least = answer.path("leastScore");
            boolean noneEligible = answer.path("candidates")
                    .valueStream()
                    .noneMatch(node -> node.path("eligible").asBoolean(false));
            out.println();
            out.println(
                    least.isString()
                            ? policy + " ranks " + least.asString("") + " best; lower scores are better"
                            : noneEligible ? "no node takes a task now" : policy + " does not rank nodes");
            out.flush();
        }
    }

    private static void sessions(JsonNode sessions, PrintWriter out) {
        JsonNode affinity = sessions.path("affinity");
        String mode = affinity.path("mode").asString("none");
        long broken = sessions.path("broken").asLong(0);
        if (!mode.equals("none")) {
            out.printf(
                    "affinity %s: the node of their session answered %d requests, another one %d%n",
                    mode,
                    affinity.path("kept").asLong(0),
                    affinity.path("moved").asLong(0));
        }
        if (broken > 0) {
            out.printf(
                    "broken sessions: %d; a node without the session set another one, and its user was thrown out%s%n",
                    broken, mode.equals("none") ? " (affinity none)" : "");
        }
        out.flush();
    }

    private static ArrayNode newest(JsonNode decisions, int most) {
        ArrayNode newest = JsonMapper.shared().createArrayNode();
        for (JsonNode decision : decisions) {
            if (newest.size() < most) {
                newest.add(decision);
            }
        }
        return newest;
    }

    private void decisions(ArrayNode decisions, PrintWriter out) {
        if (output.format() == OutputFormat.JSON) {
            out.println(decisions);
            out.flush();
        } else if (nodes || output.format() == OutputFormat.CSV) {
            CandidateRows rows = CandidateRows.ofDecisions(output.format(), decisions);
            decisions.forEach(rows::addDecision);
            rows.print(out);
        } else {
            lines(decisions).print(out, OutputFormat.TABLE);
        }
    }

    /** A line for each decision, without the nodes' samples. */
    private static Rows lines(ArrayNode decisions) {
        Rows rows = new Rows("at", "policy", "attempt", "node", "home", "scores", "rule");
        for (JsonNode decision : decisions) {
            StringJoiner scores = new StringJoiner(" ");
            for (JsonNode node : decision.path("candidates")) {
                Double score = CandidateRows.score(node);
                String what = !node.path("eligible").asBoolean(false)
                        ? node.path("state").asString("?")
                        : score == null ? node.path("inFlight").asLong(0) + " in flight" : score.toString();
                scores.add(node.path("node").asString("?") + "=" + what);
            }
            rows.add(
                    decision.path("at").asString("?"),
                    decision.path("policy").asString("?"),
                    decision.path("attempt").asLong(0),
                    decision.path("node").asString("?"),
                    decision.path("home").asString("-"),
                    scores.toString(),
                    CandidateRows.text(decision.path("rule")));
        }
        return rows;
    }
}
