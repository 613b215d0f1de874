// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.lab;

import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.Rows;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.ConfidenceInterval;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.Figure;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.Threshold;
import io.evenkeel.lab.report.Findings;
import io.evenkeel.lab.result.CellFiles;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An experiment's result as people read it in a terminal, and as scripts do. A glance measured nothing, so no figure is
 * judged by it.
 */
record LabTable(Findings findings) {

    /** Prints the cells. */
    void print(PrintWriter out, OutputFormat format) {
        (format == OutputFormat.TABLE ? forPeople() : forScripts(format)).print(out, format);
    }

    /** The paper's claims with their verdicts, and the conditions that must hold: lines. */
    List<String> verdicts() {
        if (isGlance()) {
            return glances();
        }
        List<String> lines = new ArrayList<>();
        List<Claim> claims = findings.claims();
        claims.stream()
                .filter(claim -> claim.cell() == null && claim.verdict() != ClaimVerdict.NOT_RUN)
                .forEach(claim -> lines.add("%-14s  %s: paper %s, here %s (%s)"
                        .formatted(claim.verdict(), claim.sentence(), claim.published(), claim.ours(), claim.where())));
        Map<ClaimVerdict, Long> cells = claims.stream()
                .filter(claim -> claim.cell() != null)
                .collect(Collectors.groupingBy(Claim::verdict, LinkedHashMap::new, Collectors.counting()));
        if (!cells.isEmpty()) {
            lines.add("failures by cell: "
                    + cells.entrySet().stream()
                            .map(entry -> entry.getValue() + " " + entry.getKey())
                            .collect(Collectors.joining(", ")));
        }
        for (Threshold threshold : findings.thresholds()) {
            lines.add("%-14s  %s: %s"
                    .formatted(threshold.held() ? "held" : "MISSED", threshold.scenario(), threshold.says()));
        }
        return lines;
    }

    boolean isHeld() {
        return isGlance()
                ? unanswered().isEmpty()
                : findings.thresholds().stream().allMatch(Threshold::held);
    }

    /** The only findings of a glance: the cells in which no request was answered. */
    private List<String> glances() {
        return unanswered().isEmpty()
                ? List.of("quick run: every cell answers requests, but the figures mean nothing")
                : unanswered().stream()
                        .map(cell -> "%-14s  %s: %s answered no request"
                                .formatted(
                                        "MISSED",
                                        cell.key().scenario(),
                                        cell.key().text()))
                        .toList();
    }

    private List<CellResult> unanswered() {
        return findings.cells().stream()
                .filter(cell -> cell.requests() <= cell.failures())
                .toList();
    }

    private boolean isGlance() {
        return findings.manifest().choice().pace() == Pace.GLANCE;
    }

    private Rows forPeople() {
        List<String> columns = new ArrayList<>(List.of("scenario", "policy", "load"));
        Experiment.STANDARD.forEach(figure -> columns.add(figure.title()));
        columns.addAll(List.of("shares", "paper failed", "paper /s"));
        Rows rows = new Rows(columns.toArray(String[]::new));
        for (CellResult cell : findings.cells()) {
            List<@Nullable Object> row = new ArrayList<>();
            row.add(cell.key().scenario());
            row.add(cell.key().text());
            row.add(cell.key().load().text());
            Experiment.STANDARD.forEach(figure -> row.add(figure(cell, figure)));
            row.add(cell.nodes(Measurement.SHARE).values().stream()
                    .map(share -> Long.toString(Math.round(share * 100)))
                    .collect(Collectors.joining("/")));
            row.add(rounded(cell.published().figure(Measurement.FAILURES), 0));
            row.add(rounded(cell.published().figure(Measurement.THROUGHPUT), 1));
            rows.add(row.toArray());
        }
        return rows;
    }

    private static @Nullable Object figure(CellResult cell, Figure figure) {
        if (figure.isCount()) {
            return cell.sum(figure.name());
        }
        ConfidenceInterval mean = cell.mean(figure.name());
        return rounded(mean.value(), figure.digits());
    }

    private Rows forScripts(OutputFormat format) {
        List<Map<String, @Nullable Object>> objects = findings.cells().stream()
                .map(cell -> CellFiles.object(
                        cell, findings.claims(), findings.experiment().figures()))
                .toList();
        Rows rows = new Rows(
                objects.isEmpty() ? new String[0] : objects.get(0).keySet().toArray(String[]::new));
        for (Map<String, @Nullable Object> object : objects) {
            List<@Nullable Object> row = new ArrayList<>(object.values());
            if (format == OutputFormat.CSV) {
                row.replaceAll(LabTable::plain);
            }
            rows.add(row.toArray());
        }
        return rows;
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return value instanceof Map<?, ?> map
                ? map.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" "))
                : value;
    }

    private static @Nullable BigDecimal rounded(double value, int digits) {
        return Double.isFinite(value) ? BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP) : null;
    }
}
