// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import java.io.PrintWriter;
import java.util.Stack;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** {@code evenkeel explain}: the reasons for the choice of nodes, or the node that the next task would get. */
@Command(
        name = "explain",
        description = "Show each node's state, sample, age and score, or why the last tasks went where they did.",
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

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        RemoteDispatcher dispatcher = remote.connect();
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
            out.println();
            out.println(
                    least.isString()
                            ? policy + " ranks " + least.asString("") + " best; lower scores are better"
                            : policy + " does not rank nodes");
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
