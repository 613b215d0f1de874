// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report;

import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.ExperimentTable;
import io.evenkeel.lab.experiment.Figure;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Threshold;
import io.evenkeel.lab.result.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The result as a section of the documentation, between two marks that stay. Stateless. */
public final class MarkdownReport {

    private static final String END = "<!-- end -->";

    private MarkdownReport() {}

    /**
     * A page with the section of an experiment replaced; a result for a chosen number of users has its own section.
     *
     * @throws IllegalArgumentException when the page has no place for it; the message says what to put there
     */
    public static String replaced(String page, Findings findings) {
        String begin = begin(findings);
        int from = page.indexOf(begin);
        int to = from < 0 ? -1 : page.indexOf(END, from);
        if (to < 0) {
            throw new IllegalArgumentException(
                    "the page has no lines '" + begin + "' and '" + END + "' to write between");
        }
        return page.substring(0, from) + section(findings) + page.substring(to + END.length());
    }

    private static String begin(Findings findings) {
        int users = findings.manifest().choice().users();
        return "<!-- table:" + findings.experiment().id() + (users == 0 ? "" : "-" + users + "-users") + " -->";
    }

    /** The section, from its first mark to its last. */
    public static String section(Findings findings) {
        List<String> lines = new ArrayList<>(List.of(begin(findings), ""));
        lines.addAll(conditions(findings));
        for (ExperimentScenario scenario : findings.experiment().scenarios()) {
            List<CellResult> cells = findings.in(scenario.name());
            if (!cells.isEmpty()) {
                lines.addAll(List.of("**" + scenario.name() + "**: " + escaped(scenario.what()), ""));
                cells(lines, findings, cells);
                Beside.table(findings.simulated(), cells).ifPresent(table -> table(lines, table, 1));
            }
        }
        for (ExperimentTable table : findings.experiment().tables(findings.cells())) {
            table(lines, table, table.columns().size());
        }
        lines.addAll(claims(findings));
        lines.add(END);
        return String.join("\n", lines);
    }

    private static void cells(List<String> lines, Findings findings, List<CellResult> cells) {
        boolean hasLoads = Plots.areCurves(cells);
        List<String> columns = new ArrayList<>(List.of("policy"));
        if (hasLoads) {
            columns.add("load");
        }
        List<Figure> figures = findings.experiment().figures();
        figures.forEach(figure -> columns.add(figure.title()));
        columns.add("shares, %");
        table(
                lines,
                columns,
                hasLoads ? 2 : 1,
                cells.stream().map(cell -> row(cell, figures, hasLoads)).toList());
    }

    /** A row: our figures, the reach of their intervals, and the paper's in brackets. */
    private static List<String> row(CellResult cell, List<Figure> figures, boolean hasLoads) {
        List<String> row = new ArrayList<>(List.of(cell.key().text()));
        if (hasLoads) {
            row.add(cell.key().load().text());
        }
        for (Figure figure : figures) {
            String reach = Numbers.reach(cell, figure);
            double published = cell.published().figure(figure.name());
            row.add(Numbers.value(cell, figure)
                    + (reach.isEmpty() ? "" : " " + reach)
                    + (Double.isFinite(published) ? " (" + Numbers.plain(published, figure.digits()) + ")" : ""));
        }
        row.add(cell.nodes(Measurement.SHARE).values().stream()
                .map(share -> Long.toString(Math.round(share * 100)))
                .collect(Collectors.joining("/")));
        return row;
    }

    private static List<String> conditions(Findings findings) {
        Manifest manifest = findings.manifest();
        Manifest.Session last = manifest.sessions().get(manifest.sessions().size() - 1);
        List<String> lines = new ArrayList<>();
        String commands = manifest.sessions().stream()
                .map(session -> session.command().replaceAll(" --out(=| +)\\S+", ""))
                .distinct()
                .map(command -> "`" + command.replace("`", "'") + "`")
                .collect(Collectors.joining(", "));
        lines.add(commands + ", runs of each cell: " + manifest.repeats() + ". "
                + escaped(last.machine().text())
                + ". Figures in brackets are the paper's"
                + (findings.hasIntervals() ? "; ± is half a 95 % interval." : "; one run, so no intervals."));
        if (findings.unitsLeft() > 0) {
            lines.add("Partial: " + findings.unitsLeft() + " runs are missing.");
        }
        lines.add("");
        return lines;
    }

    private static List<String> claims(Findings findings) {
        List<String> lines = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (Claim claim : findings.claims()) {
            if (claim.cell() == null || claim.verdict() != ClaimVerdict.REPRODUCED) {
                rows.add(List.of(
                        ScenarioSection.words(claim.verdict()),
                        claim.sentence(),
                        claim.where(),
                        claim.published(),
                        claim.ours(),
                        Numbers.interval(claim.interval())));
            }
        }
        if (!rows.isEmpty()) {
            long cells = findings.claims().stream()
                    .filter(claim -> claim.cell() != null)
                    .count();
            long agree = findings.claims().stream()
                    .filter(claim -> claim.cell() != null && claim.verdict() == ClaimVerdict.REPRODUCED)
                    .count();
            lines.add("What the paper says, and what came out"
                    + (cells == 0
                            ? ":"
                            : "; of its " + cells + " cells " + agree + " agree about failures and are left out:"));
            lines.add("");
            table(lines, List.of("verdict", "the paper", "where", "its figure", "here", "95 % interval"), 6, rows);
        }
        for (Threshold threshold : findings.thresholds()) {
            lines.add("- " + (threshold.held() ? "held" : "**missed**") + ": " + threshold.scenario() + ": "
                    + escaped(threshold.says()));
        }
        if (!findings.thresholds().isEmpty()) {
            lines.add("");
        }
        return lines;
    }

    private static void table(List<String> lines, ExperimentTable table, int words) {
        lines.addAll(List.of("**" + escaped(table.title()) + "**", ""));
        table(lines, table.columns(), words, table.rows());
    }

    private static void table(List<String> lines, List<String> columns, int words, List<List<String>> rows) {
        lines.add("| " + String.join(" | ", columns) + " |");
        StringBuilder rule = new StringBuilder("|");
        for (int i = 0; i < columns.size(); i++) {
            rule.append(i < words ? "---|" : "--:|");
        }
        lines.add(rule.toString());
        rows.forEach(row ->
                lines.add("| " + row.stream().map(MarkdownReport::escaped).collect(Collectors.joining(" | ")) + " |"));
        lines.add("");
    }

    private static String escaped(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ");
    }
}
