// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.lab;

import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.Rows;
import io.evenkeel.lab.experiment.Cell;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.Result;
import io.evenkeel.lab.experiment.Run;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An experiment's result as people read it, as scripts do, and in files. */
record LabTable(Result result) {

    private static final int SHARE_DIGITS = 6;

    /** Prints the cells. */
    void print(PrintWriter out, OutputFormat format) {
        (format == OutputFormat.TABLE ? forPeople() : forScripts(format)).print(out, format);
    }

    /** What the experiment must show, a line each. */
    List<String> goals() {
        return result.goals().stream()
                .map(goal -> "%s  %s: %s"
                        .formatted(
                                goal.held() ? "held  " : "MISSED",
                                goal.scenario().name(),
                                goal.says()))
                .toList();
    }

    /** Writes {@code cells.json}, {@code cells.csv}, {@code runs.csv}, {@code failures.jsonl} and {@code table.md}. */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        write(folder.resolve("cells.json"), forScripts(OutputFormat.JSON), OutputFormat.JSON);
        write(folder.resolve("cells.csv"), forScripts(OutputFormat.CSV), OutputFormat.CSV);
        write(folder.resolve("runs.csv"), runs(), OutputFormat.CSV);
        Files.write(
                folder.resolve("failures.jsonl"),
                result.runs().stream().flatMap(run -> run.failed().stream()).toList());
        try (PrintWriter out =
                new PrintWriter(Files.newBufferedWriter(folder.resolve("table.md"), StandardCharsets.UTF_8))) {
            forPeople().printMarkdown(out);
        }
    }

    private static void write(Path file, Rows rows, OutputFormat format) throws IOException {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
            rows.print(out, format);
        }
    }

    private Rows forPeople() {
        Rows rows = new Rows(
                "scenario",
                "policy",
                "weights",
                "requests",
                "failed",
                "perSecond",
                "ofBestWeights",
                "meanMs",
                "p50Ms",
                "p99Ms",
                "shares",
                "paperFailed",
                "paperOfWeights");
        for (Cell cell : result.cells()) {
            Cell byHand = result.byHand(cell.scenario());
            Published paper = cell.published();
            rows.add(
                    cell.scenario().name(),
                    cell.policy(),
                    "1:1:" + plain(cell.lastWeight()),
                    cell.requests(),
                    cell.failures(),
                    rounded(cell.throughputPerSecond(), 1),
                    byHand == null ? null : rounded(cell.throughputPerSecond() / byHand.throughputPerSecond(), 3),
                    rounded(cell.meanMs(), 1),
                    rounded(cell.p50Ms(), 1),
                    rounded(cell.p99Ms(), 1),
                    cell.shares().values().stream()
                            .map(share -> Long.toString(Math.round(share * 100)))
                            .collect(Collectors.joining("/")),
                    paper == null ? null : paper.failures(),
                    paper == null || byHand == null || byHand.published() == null
                            ? null
                            : rounded(
                                    paper.throughputPerSecond()
                                            / byHand.published().throughputPerSecond(),
                                    3));
        }
        return rows;
    }

    private Rows forScripts(OutputFormat format) {
        Rows rows = new Rows(
                "scenario",
                "users",
                "policy",
                "failureShare",
                "throughputPerSecond",
                "meanMs",
                "p50Ms",
                "p99Ms",
                "published",
                "verdict",
                "runs",
                "requests",
                "failures",
                "failuresByKind",
                "shares",
                "sampleAgeMedianMs",
                "lastWeight");
        boolean isJson = format == OutputFormat.JSON;
        for (Cell cell : result.cells()) {
            Cell.Verdict verdict = cell.verdict();
            rows.add(
                    cell.scenario().name(),
                    cell.users(),
                    cell.policy(),
                    rounded(cell.failureShare(), SHARE_DIGITS),
                    rounded(cell.throughputPerSecond(), 2),
                    rounded(cell.meanMs(), 2),
                    rounded(cell.p50Ms(), 2),
                    rounded(cell.p99Ms(), 2),
                    published(cell.published(), isJson),
                    verdict == null
                            ? null
                            : verdict.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    cell.runs(),
                    cell.requests(),
                    cell.failures(),
                    isJson ? kinds(cell) : words(kinds(cell)),
                    isJson ? byNode(cell.shares(), 4) : words(byNode(cell.shares(), 4)),
                    isJson ? byNode(cell.sampleAgeMs(), 1) : words(byNode(cell.sampleAgeMs(), 1)),
                    cell.lastWeight());
        }
        return rows;
    }

    private static @Nullable Object published(@Nullable Published paper, boolean isJson) {
        if (paper == null) {
            return null;
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("requests", paper.requests());
        figures.put("failures", paper.failures());
        figures.put("failureShare", rounded(paper.failureShare(), SHARE_DIGITS));
        figures.put("throughputPerSecond", paper.throughputPerSecond());
        figures.put("meanMs", paper.latencyMs());
        return isJson ? figures : words(figures);
    }

    private static Map<String, Object> kinds(Cell cell) {
        Map<String, Object> kinds = new LinkedHashMap<>();
        cell.failuresByKind().forEach((kind, count) -> kinds.put(kind.name().toLowerCase(Locale.ROOT), count));
        return kinds;
    }

    private static Map<String, Object> byNode(Map<String, Double> figures, int digits) {
        Map<String, Object> rounded = new LinkedHashMap<>();
        figures.forEach((node, figure) -> rounded.put(node, rounded(figure, digits)));
        return rounded;
    }

    private static String words(Map<String, Object> map) {
        return map.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }

    private Rows runs() {
        Rows rows = new Rows(
                "scenario",
                "policy",
                "repeat",
                "lastWeight",
                "requests",
                "failures",
                "throughputPerSecond",
                "meanMs",
                "p50Ms",
                "p99Ms");
        for (Run run : result.runs()) {
            rows.add(
                    run.scenario().name(),
                    run.policy(),
                    run.repeat() + 1,
                    run.lastWeight(),
                    run.requests(),
                    run.failures(),
                    rounded(run.throughputPerSecond(), 2),
                    rounded(run.hold().latencies().meanMs(), 2),
                    rounded(run.hold().latencies().p50Ms(), 2),
                    rounded(run.hold().latencies().p99Ms(), 2));
        }
        return rows;
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    private static BigDecimal rounded(double figure, int digits) {
        return BigDecimal.valueOf(figure).setScale(digits, RoundingMode.HALF_UP);
    }
}
