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

/**
 * Nodes as they stood before a choice, with the figures that the policy saw: all of them for scripts, the main ones for
 * people. There are no columns for samples when no node had one.
 */
final class CandidateRows {

    /** The vector of the API, for scripts. */
    private static final List<String> FIGURES = List.of(
            "cpuShare",
            "heapShare",
            "heapAfterGcShare",
            "gcShare",
            "workersBusy",
            "workersMax",
            "queueUsed",
            "queueMax",
            "jdbcActive",
            "jdbcMax",
            "jdbcWaiters",
            "sessions",
            "utilizationShare",
            "parallelism",
            "serviceMs",
            "capacityPerS");

    private final OutputFormat format;
    private final boolean ofDecisions;
    private final boolean withSamples;
    private final Rows rows;

    private CandidateRows(OutputFormat format, boolean ofDecisions, boolean withSamples) {
        this.format = format;
        this.ofDecisions = ofDecisions;
        this.withSamples = withSamples;
        Stream<String> first = ofDecisions ? Stream.of("at", "attempt", "chosen") : Stream.empty();
        this.rows = new Rows(Stream.concat(first, columns()).toArray(String[]::new));
    }

    /** No rows yet, for nodes such as these. */
    static CandidateRows of(OutputFormat format, JsonNode candidates) {
        return new CandidateRows(format, false, anySample(candidates));
    }

    /** No rows yet, for the nodes of decisions such as these. */
    static CandidateRows ofDecisions(OutputFormat format, JsonNode decisions) {
        boolean withSamples = false;
        for (JsonNode decision : decisions) {
            withSamples |= anySample(decision.path("candidates"));
        }
        return new CandidateRows(format, true, withSamples);
    }

    private static boolean anySample(JsonNode candidates) {
        boolean any = false;
        for (JsonNode node : candidates) {
            any |= !node.path("vector").isEmpty();
        }
        return any;
    }

    private boolean forPeople() {
        return format == OutputFormat.TABLE;
    }

    private Stream<String> columns() {
        if (withSamples && forPeople()) {
            return Stream.of(
                    "node",
                    "state",
                    "eligible",
                    "inFlight",
                    "ageMs",
                    "score",
                    "cpu",
                    "heap",
                    "workers",
                    "queue",
                    "jdbc",
                    "rule");
        }
        Stream<String> plain =
                Stream.of("node", "state", "eligible", "inFlight", "connections", "weight", "sampleAgeMs", "score");
        Stream<String> figures =
                withSamples ? Stream.concat(Stream.of("othersInFlight"), FIGURES.stream()) : Stream.empty();
        return Stream.of(plain, figures, Stream.of("rule")).flatMap(names -> names);
    }

    /** Appends a node. */
    void add(JsonNode node) {
        rows.add(cells(node).toArray());
    }

    /** Appends every node of a decision. */
    void addDecision(JsonNode decision) {
        if (!ofDecisions) {
            throw new IllegalStateException("these rows have no column for a decision");
        }
        for (JsonNode node : decision.path("candidates")) {
            List<@Nullable Object> cells = new ArrayList<>();
            cells.add(decision.path("at").asString("?"));
            cells.add(decision.path("attempt").asLong(0));
            cells.add(
                    decision.path("node").asString("").equals(node.path("node").asString("?")));
            cells.addAll(cells(node));
            rows.add(cells.toArray());
        }
    }

    void print(PrintWriter out) {
        rows.print(out, format);
    }

    private List<@Nullable Object> cells(JsonNode node) {
        List<@Nullable Object> cells = new ArrayList<>();
        cells.add(node.path("node").asString("?"));
        cells.add(node.path("state").asString("?"));
        cells.add(node.path("eligible").asBoolean(false));
        cells.add(node.path("inFlight").asLong(0));
        if (!withSamples || !forPeople()) {
            cells.add(node.path("connections").asLong(0));
            cells.add(node.path("weight").asDouble(1));
        }
        cells.add(number(node.path("sampleAgeMs")));
        cells.add(score(node));
        if (withSamples && forPeople()) {
            addMain(cells, node.path("vector"));
        } else if (withSamples) {
            cells.add(number(node.path("othersInFlight")));
            for (String figure : FIGURES) {
                JsonNode value = node.path("vector").path(figure);
                cells.add(value.isNumber() ? NumberTexts.rounded(value.asDouble(0)) : null);
            }
        }
        cells.add(text(node.path("rule")));
        return cells;
    }

    private static void addMain(List<@Nullable Object> cells, JsonNode vector) {
        cells.add(percent(vector.path("cpuShare")));
        cells.add(percent(vector.path("heapAfterGcShare")));
        cells.add(of(vector.path("workersBusy"), vector.path("workersMax")));
        cells.add(of(vector.path("queueUsed"), vector.path("queueMax")));
        cells.add(of(vector.path("jdbcActive"), vector.path("jdbcMax")));
    }

    static @Nullable Double score(JsonNode node) {
        return node.path("score").isNumber()
                ? NumberTexts.rounded(node.path("score").asDouble(0))
                : null;
    }

    /** A text; null when there is none or it is empty. */
    static @Nullable String text(JsonNode value) {
        String text = value.isString() ? value.asString("") : "";
        return text.isEmpty() ? null : text;
    }

    private static @Nullable Long number(JsonNode value) {
        return value.isNumber() ? (Long) value.asLong(0) : null;
    }

    private static @Nullable String percent(JsonNode share) {
        return share.isNumber() ? whole(100 * share.asDouble(0)) + " %" : null;
    }

    private static @Nullable String of(JsonNode used, JsonNode most) {
        if (!used.isNumber()) {
            return null;
        }
        return most.isNumber() ? whole(used.asDouble(0)) + "/" + whole(most.asDouble(0)) : whole(used.asDouble(0));
    }

    private static String whole(double value) {
        return BigDecimal.valueOf(value).setScale(0, RoundingMode.HALF_UP).toPlainString();
    }
}
