// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.sim;

import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.Rows;
import io.evenkeel.simulator.study.Cell;
import io.evenkeel.simulator.study.Estimate;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Cells as people read them, best first, as scripts do, in the order they were asked for, and in files. */
record CellTable(List<Cell> cells) {

    private static final int FEW = 5;

    /** Policies that fail less come first, then those with more throughput, then those with the shorter tail. */
    private static final Comparator<Cell> RANK = Comparator.comparingDouble(
                    (Cell cell) -> Math.round(cell.failureShare().mean() * 1e4))
            .thenComparingDouble(cell -> -Math.round(cell.throughputOfOracle().mean() * 1e3))
            .thenComparingDouble(cell -> cell.p99Ms().mean());

    void print(PrintWriter out, OutputFormat format) {
        (format == OutputFormat.TABLE ? forPeople() : forScripts(format)).print(out, format);
    }

    /** The goals and their results, a line each. */
    List<String> goals() {
        List<String> lines = new ArrayList<>();
        for (Cell cell : cells) {
            cell.verdicts()
                    .forEach(verdict -> lines.add("%s  %s%s: %s's %s"
                            .formatted(
                                    verdict.isHeld() ? "held  " : "MISSED",
                                    cell.scenario(),
                                    cell.users() > 0 ? " with " + cell.users() + " users" : "",
                                    cell.policy(),
                                    verdict.says())));
        }
        return lines;
    }

    /** Writes {@code cells.json}, {@code cells.csv} and {@code table.md}. */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        write(folder.resolve("cells.json"), OutputFormat.JSON);
        write(folder.resolve("cells.csv"), OutputFormat.CSV);
        try (PrintWriter out =
                new PrintWriter(Files.newBufferedWriter(folder.resolve("table.md"), StandardCharsets.UTF_8))) {
            forPeople().printMarkdown(out);
        }
    }

    private void write(Path file, OutputFormat format) throws IOException {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
            forScripts(format).print(out, format);
        }
    }

    private Rows forPeople() {
        // where no session is refused, requests say it all
        boolean refusing =
                cells.stream().anyMatch(cell -> cell.refusedPerSecond().mean() > 0);
        List<String> names = new ArrayList<>(List.of(
                "scenario",
                "users",
                "policy",
                "failed %",
                "requests/s",
                "meanMs",
                "p50Ms",
                "p99Ms",
                "% of oracle's requests/s",
                "p99 / oracle's",
                "shares"));
        if (refusing) {
            names.addAll(List.of("sessions/s", "broken/s", "refused/s"));
        }
        Rows rows = new Rows(names.toArray(String[]::new));
        List<Cell> ranked = new ArrayList<>();
        for (int from = 0; from < cells.size(); ) {
            int to = from;
            while (to < cells.size()
                    && cells.get(to).scenario().equals(cells.get(from).scenario())
                    && cells.get(to).users() == cells.get(from).users()) {
                to++;
            }
            cells.subList(from, to).stream().sorted(RANK).forEach(ranked::add);
            from = to;
        }
        for (Cell cell : ranked) {
            List<@Nullable Object> row = new ArrayList<>();
            Collections.addAll(
                    row,
                    cell.scenario(),
                    cell.users() > 0 ? cell.users() : null,
                    cell.policy(),
                    rounded(100 * cell.failureShare().mean(), 2),
                    rounded(cell.throughputPerSecond().mean(), 1),
                    rounded(cell.meanMs().mean(), 1),
                    rounded(cell.p50Ms().mean(), 1),
                    rounded(cell.p99Ms().mean(), 1),
                    withInterval(cell.throughputOfOracle(), 100, 1),
                    withInterval(cell.p99OfOracle(), 1, 3),
                    shares(cell));
            if (refusing) {
                row.add(rounded(cell.sessionsPerSecond().mean(), 1));
                row.add(rounded(cell.brokenPerSecond().mean(), 1));
                row.add(rounded(cell.refusedPerSecond().mean(), 1));
            }
            rows.add(row.toArray());
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
                "oracleThroughputPerSecond",
                "oracleP99Ms",
                "seeds",
                "requests",
                "failures",
                "p999Ms",
                "throughputOfOracle",
                "p99OfOracle",
                "failureSharePlusMinus",
                "throughputPerSecondPlusMinus",
                "meanMsPlusMinus",
                "p50MsPlusMinus",
                "p99MsPlusMinus",
                "throughputOfOraclePlusMinus",
                "p99OfOraclePlusMinus",
                "held",
                "shares",
                "sessionsPerSecond",
                "brokenPerSecond",
                "refusedPerSecond");
        for (Cell cell : cells) {
            rows.add(
                    cell.scenario(),
                    cell.users(),
                    cell.policy(),
                    rounded(cell.failureShare().mean(), 6),
                    rounded(cell.throughputPerSecond().mean(), 3),
                    rounded(cell.meanMs().mean(), 3),
                    rounded(cell.p50Ms().mean(), 3),
                    rounded(cell.p99Ms().mean(), 3),
                    rounded(cell.oracleThroughputPerSecond(), 3),
                    rounded(cell.oracleP99Ms(), 3),
                    cell.seeds(),
                    cell.requests(),
                    cell.failures(),
                    rounded(cell.p999Ms().mean(), 3),
                    rounded(cell.throughputOfOracle().mean(), 5),
                    rounded(cell.p99OfOracle().mean(), 5),
                    rounded(cell.failureShare().plusMinus(), 6),
                    rounded(cell.throughputPerSecond().plusMinus(), 3),
                    rounded(cell.meanMs().plusMinus(), 3),
                    rounded(cell.p50Ms().plusMinus(), 3),
                    rounded(cell.p99Ms().plusMinus(), 3),
                    rounded(cell.throughputOfOracle().plusMinus(), 5),
                    rounded(cell.p99OfOracle().plusMinus(), 5),
                    cell.verdicts().isEmpty() ? null : cell.isHeld(),
                    format == OutputFormat.JSON
                            ? cell.shares().stream()
                                    .map(share -> rounded(share, 4))
                                    .toList()
                            : cell.shares().stream()
                                    .map(share -> String.valueOf(rounded(share, 4)))
                                    .collect(Collectors.joining(" ")),
                    rounded(cell.sessionsPerSecond().mean(), 3),
                    rounded(cell.brokenPerSecond().mean(), 3),
                    rounded(cell.refusedPerSecond().mean(), 3));
        }
        return rows;
    }

    /** In per cent, where there are few enough to read. */
    private static @Nullable String shares(Cell cell) {
        return cell.shares().size() > FEW
                ? null
                : cell.shares().stream()
                        .map(share -> Long.toString(Math.round(100 * share)))
                        .collect(Collectors.joining("/"));
    }

    private static @Nullable String withInterval(Estimate estimate, double factor, int digits) {
        BigDecimal mean = rounded(factor * estimate.mean(), digits);
        BigDecimal plusMinus = rounded(factor * estimate.plusMinus(), digits);
        return mean == null || plusMinus == null ? String.valueOf(mean) : mean + " ± " + plusMinus;
    }

    /** Null when there is no such number. */
    private static @Nullable BigDecimal rounded(double figure, int digits) {
        return Double.isFinite(figure) ? BigDecimal.valueOf(figure).setScale(digits, RoundingMode.HALF_UP) : null;
    }
}
