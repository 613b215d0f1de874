// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import java.io.PrintWriter;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code evenkeel explain}: why tasks went to their nodes, or where the next would go. */
@Command(
        name = "explain",
        description = "Show each node's state, age and score, or why the last tasks went where they did.",
        mixinStandardHelpOptions = true)
public final class ExplainCommand implements Runnable {

    @Mixin
    private final RemoteOption remote = new RemoteOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Parameters(arity = "0..1", paramLabel = "CLUSTER", description = "May be left out when there is one only.")
    private @Nullable String cluster;

    @Option(
            names = "--last",
            description = "The last recorded choices instead, newest first; at most ten a second are kept.")
    private boolean last;

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many with --last (default: 20).")
    private int count;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        RemoteDispatcher dispatcher = remote.connect();
        String query = cluster == null ? "" : "?cluster=" + RemoteDispatcher.quoted(cluster);
        if (last) {
            decisions(dispatcher.get("/api/v1/decisions" + query), out);
        } else {
            candidates(dispatcher.get("/api/v1/explain" + query), out);
        }
    }

    private void candidates(JsonNode answer, PrintWriter out) {
        Rows rows = new Rows("node", "state", "eligible", "inFlight", "connections", "weight", "sampleAgeMs", "score");
        for (JsonNode node : answer.path("candidates")) {
            rows.add(
                    node.path("node").asString("?"),
                    node.path("state").asString("?"),
                    node.path("eligible").asBoolean(false),
                    node.path("inFlight").asLong(0),
                    node.path("connections").asLong(0),
                    node.path("weight").asDouble(1),
                    node.path("sampleAgeMs").isNumber()
                            ? (Long) node.path("sampleAgeMs").asLong(0)
                            : null,
                    score(node));
        }
        rows.print(out, output.format());
        if (output.format() == OutputFormat.TABLE) {
            String policy = answer.path("policy").asString("?");
            JsonNode least = answer.path("leastScore");
            out.println();
            out.println(
                    least.isString()
                            ? policy + " ranks " + least.asString("") + " best; lower scores are better"
                            : policy + " does not rank nodes");
        }
    }

    private void decisions(JsonNode answer, PrintWriter out) {
        Rows rows = new Rows("at", "policy", "attempt", "node", "scores");
        int shown = 0;
        for (JsonNode decision : answer) {
            if (shown++ == count) {
                break;
            }
            StringJoiner scores = new StringJoiner(" ");
            for (JsonNode node : decision.path("candidates")) {
                Double score = score(node);
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
                    scores.toString());
        }
        rows.print(out, output.format());
    }

    private static @Nullable Double score(JsonNode node) {
        return node.path("score").isNumber()
                ? Figures.rounded(node.path("score").asDouble(0))
                : null;
    }
}
