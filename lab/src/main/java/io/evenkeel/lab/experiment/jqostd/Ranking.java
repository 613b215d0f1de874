// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.jqostd;

import io.evenkeel.lab.experiment.CellIndex;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.ExperimentTable;
import io.evenkeel.lab.experiment.Measured;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The overall ranking of table 15: the fewest failed requests over all scenarios, and among equals the highest
 * throughput.
 *
 * <p>A policy is ranked when it was run in all five scenarios. As in the paper, up to {@value Statement#TOLERATED}
 * failures of a run count as none.
 */
final class Ranking {

    /** The paper's, from the first to the last; its control, which it does not rank, stands before them. */
    static final List<String> PUBLISHED = List.of(
            "weighted-round-robin (http)",
            "least-connections (http)",
            "jqostd-v1 (http)",
            "weighted-least-connections (http)",
            "weighted-round-robin (tcp)",
            "dynamic-ratio (http)",
            "round-robin (http)",
            "random (http)",
            "round-robin (tcp)",
            "random (tcp)",
            "least-loaded (http)",
            "fastest-response (http)");

    /** More than any throughput, so that a failed request counts before it. */
    private static final double FAILURES_FIRST = 1e12;

    private static final int SCENARIOS = 5;

    private Ranking() {}

    /** A score for each policy and repeat; higher ranks higher. */
    static Map<String, Map<Integer, Double>> scores(CellIndex cells) {
        Map<String, List<CellResult>> rows = new LinkedHashMap<>();
        cells.all()
                .forEach(cell -> rows.computeIfAbsent(cell.key().text(), row -> new ArrayList<>())
                        .add(cell));
        rows.values().removeIf(row -> row.size() < SCENARIOS);
        Map<String, Map<Integer, Double>> scores = new LinkedHashMap<>();
        rows.forEach((name, row) -> scores.put(name, scores(row)));
        return scores;
    }

    /** Scores by repeat, where all cells have it: servers and sessions were the same in it for all policies. */
    private static Map<Integer, Double> scores(List<CellResult> row) {
        Map<Integer, Double> scores = new LinkedHashMap<>();
        for (int repeat : Measured.repeats(row)) {
            double score = row.stream()
                    .flatMap(cell -> cell.units().stream())
                    .filter(unit -> unit.repeat() == repeat)
                    .mapToDouble(unit -> score(unit.measurement()))
                    .sum();
            scores.put(repeat, score / row.size());
        }
        return scores;
    }

    private static double score(Measurement seen) {
        double failures = seen.figure(Measurement.FAILURES);
        double share = failures <= Statement.TOLERATED ? 0 : failures / seen.figure(Measurement.REQUESTS);
        return seen.figure(Measurement.THROUGHPUT) - FAILURES_FIRST * share;
    }

    /** Table 15 with ours beside it: averages over all scenarios; nothing until every scenario was run. */
    static Optional<ExperimentTable> table(List<CellResult> results) {
        CellIndex cells = new CellIndex(results);
        Map<String, Map<Integer, Double>> scores = scores(cells);
        if (scores.isEmpty()) {
            return Optional.empty();
        }
        List<List<String>> rows = new ArrayList<>();
        List<String> order = Measured.ranked(List.copyOf(scores.keySet()), scores);
        for (String name : order) {
            List<CellResult> row = results.stream()
                    .filter(cell -> cell.key().text().equals(name))
                    .toList();
            int papers = PUBLISHED.indexOf(name);
            rows.add(List.of(
                    Integer.toString(order.indexOf(name) + 1),
                    papers < 0 ? "–" : papers == 0 ? "control" : Integer.toString(papers),
                    name,
                    mean(row, Measurement.REQUESTS, 0),
                    mean(row, Measurement.THROUGHPUT, 1),
                    mean(row, Measurement.FAILURES, 1),
                    papersMean(row, Measurement.THROUGHPUT, 1),
                    papersMean(row, Measurement.FAILURES, 1)));
        }
        return Optional.of(new ExperimentTable(
                "Table 15: the overall ranking, averages over the five scenarios",
                List.of(
                        "rank",
                        "paper's rank",
                        "policy",
                        "samples",
                        "throughput /s",
                        "failed",
                        "paper's throughput /s",
                        "paper's failed"),
                rows));
    }

    private static String mean(List<CellResult> row, String figure, int digits) {
        return text(
                row.stream()
                        .mapToDouble(cell -> cell.mean(figure).value())
                        .average()
                        .orElse(Double.NaN),
                digits);
    }

    private static String papersMean(List<CellResult> row, String figure, int digits) {
        return text(
                row.stream()
                        .mapToDouble(cell -> cell.published().figure(figure))
                        .average()
                        .orElse(Double.NaN),
                digits);
    }

    private static String text(double value, int digits) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
