// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentTable;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.PaperDifference;
import io.evenkeel.lab.experiment.Threshold;
import io.evenkeel.lab.result.Manifest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The report as one page of HTML that needs nothing else. For one use. */
final class ReportPage {

    private static final String FAINT = "faint";

    private final Findings findings;
    private final Html html = new Html();

    ReportPage(Findings findings) {
        this.findings = findings;
    }

    String write() {
        Experiment experiment = findings.experiment();
        html.open("html", "lang", "en").open("head").empty("meta", "charset", "utf-8");
        html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.element("title", experiment.id() + ": " + experiment.title());
        html.open("style").trusted(style()).close().close().open("body");
        html.element("p", "Evenkeel laboratory, " + experiment.source(), "class", FAINT);
        html.element("h1", experiment.title());
        html.element("p", experiment.shows());
        partial();
        tiles();
        contents();
        thresholds();
        claims();
        experiment.tables(findings.cells()).forEach(this::table);
        ScenarioSection section = new ScenarioSection(findings, html);
        experiment.scenarios().stream()
                .filter(scenario -> findings.scenarios().contains(scenario.name()))
                .forEach(section::write);
        conditions();
        differences();
        statistics();
        again();
        html.close().close();
        return html.page();
    }

    private static String style() {
        try (InputStream file = ReportPage.class.getResourceAsStream("report.css")) {
            if (file == null) {
                throw new IllegalStateException("report.css is not on the class path");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void partial() {
        if (findings.unitsLeft() > 0) {
            html.element(
                    "p",
                    "This report is partial: " + findings.unitsLeft() + " of the requested runs do not exist (yet).",
                    "class",
                    "warning");
        }
        findings.experiment()
                .missing()
                .forEach(line -> html.element("p", "Cannot be run yet: " + line, "class", FAINT));
        findings.losses().forEach(line -> html.element("p", "Could not be measured: " + line, "class", "warning"));
        if (findings.manifest().choice().pace() == Pace.GLANCE) {
            html.element(
                    "p",
                    "Run at a glance, a second for each cell: this shows that everything works. Its figures mean nothing.",
                    "class",
                    "warning");
        }
    }

    private void tiles() {
        html.open("div", "class", "tiles");
        tile(Long.toString(findings.cells().size()), "cells measured");
        tile(
                Long.toString(findings.cells().stream()
                        .mapToLong(cell -> cell.requests())
                        .sum()),
                "requests");
        if (!findings.claims().isEmpty()) {
            tile(Long.toString(findings.count(ClaimVerdict.REPRODUCED)), "claims reproduced");
            tile(Long.toString(findings.count(ClaimVerdict.SAME_DIRECTION)), "in the same direction");
            tile(Long.toString(findings.count(ClaimVerdict.NOT_REPRODUCED)), "not reproduced");
        }
        if (!findings.thresholds().isEmpty()) {
            long held = findings.thresholds().stream().filter(Threshold::held).count();
            tile(held + " of " + findings.thresholds().size(), "own goals held");
        }
        html.close();
    }

    private void tile(String figure, String words) {
        html.open("div", "class", "tile").element("b", figure).text(words).close();
    }

    private void contents() {
        html.open("p");
        String gap = "";
        for (String scenario : findings.scenarios()) {
            html.text(gap).element("a", scenario, "href", "#" + scenario);
            gap = " · ";
        }
        html.text(gap).element("a", "how it was run", "href", "#how").text(" · ");
        html.element("a", "how to repeat it", "href", "#again").close();
    }

    private void thresholds() {
        if (findings.thresholds().isEmpty()) {
            return;
        }
        html.element("h2", "What must hold of Evenkeel's own policy");
        html.open("table").open("tbody");
        for (Threshold threshold : findings.thresholds()) {
            String word = threshold.held() ? "held" : "missed";
            html.open("tr").element("td", word, "class", "verdict " + word);
            html.element("td", threshold.scenario())
                    .element("td", threshold.says())
                    .close();
        }
        html.close().close();
    }

    private void claims() {
        List<Claim> sentences = findings.claims().stream()
                .filter(claim -> claim.cell() == null && claim.verdict() != ClaimVerdict.NOT_RUN)
                .toList();
        List<Claim> cells = findings.claims().stream()
                .filter(claim -> claim.cell() != null && claim.verdict() != ClaimVerdict.REPRODUCED)
                .toList();
        if (findings.claims().isEmpty()) {
            return;
        }
        html.element("h2", "What the paper says, and what came out here");
        if (!sentences.isEmpty()) {
            claims(sentences, "In the paper's words, or near to them.");
        }
        long notRun = findings.count(ClaimVerdict.NOT_RUN);
        if (notRun > 0) {
            html.element("p", notRun + " more statements are about cells that were not run.", "class", FAINT);
        }
        long figures =
                findings.claims().stream().filter(claim -> claim.cell() != null).count();
        if (figures > 0) {
            html.element(
                    "p",
                    "Of " + figures + " cells of its tables, " + (figures - cells.size())
                            + " agree about the one thing that carries over to another machine: whether the policy fails requests."
                            + (cells.isEmpty() ? "" : " These do not, or not quite:"));
            if (!cells.isEmpty()) {
                claims(cells, "Cells that differ.");
            }
        }
    }

    private void claims(List<Claim> claims, String caption) {
        html.open("div", "class", "wide")
                .open("table")
                .element("caption", caption)
                .open("thead");
        html.row("th", List.of("verdict", "the paper", "where", "its figure", "here", "95 % interval"))
                .close();
        html.open("tbody");
        for (Claim claim : claims) {
            html.open("tr");
            html.element("td", ScenarioSection.words(claim.verdict()), "class", "verdict " + claim.verdict());
            html.element("td", claim.sentence()).element("td", claim.where());
            html.element("td", claim.published()).element("td", claim.ours());
            html.element("td", Numbers.interval(claim.interval())).close();
        }
        html.close().close().close();
    }

    private void table(ExperimentTable table) {
        html.element("h2", table.title())
                .open("div", "class", "wide")
                .open("table")
                .open("thead");
        html.row("th", table.columns()).close().open("tbody");
        table.rows().forEach(row -> html.row("td", row));
        html.close().close().close();
    }

    private void conditions() {
        Manifest manifest = findings.manifest();
        html.element("h2", "How it was run", "id", "how").open("dl");
        html.element("dt", "pace").element("dd", manifest.choice().pace().toString());
        manifest.settings().forEach((name, text) -> html.element("dt", name).element("dd", text));
        html.element("dt", "seed").element("dd", Long.toString(manifest.choice().seed()));
        html.element("dt", "runs of each cell").element("dd", Integer.toString(manifest.repeats()));
        for (Manifest.Session session : manifest.sessions()) {
            html.element("dt", session.began());
            html.element(
                    "dd",
                    session.command() + ", " + session.version() + ", on "
                            + session.machine().text() + ", load average "
                            + Numbers.plain(session.machine().loadAverage(), 1) + " at the start");
        }
        html.close();
        html.element(
                "p",
                "Servers, database, dispatcher and users share this one machine. Cells of a scenario take turns on the same servers, and each repeat begins with"
                        + " another cell.",
                "class",
                FAINT);
    }

    private void differences() {
        List<PaperDifference> differences = findings.experiment().differences();
        if (differences.isEmpty()) {
            return;
        }
        html.element("h2", "Where this is not the paper's experiment")
                .open("div", "class", "wide")
                .open("table")
                .open("thead");
        html.row("th", List.of("", "paper", "here")).close().open("tbody");
        differences.forEach(
                difference -> html.row("td", List.of(difference.what(), difference.paper(), difference.here())));
        html.close().close().close();
    }

    private void statistics() {
        html.element("h2", "How the verdicts are made");
        html.element(
                "p",
                "Rates and times are compared as ratios within this experiment, because machines differ. A ratio is reproduced when the paper's lies in our 95 %"
                        + " interval (if that is not wider than a quarter to either side) or within a tenth of ours, and the direction is not the opposite; it is in the same direction when only that agrees. A cell"
                        + " without failures in the paper is reproduced with at most two failed requests a run (the paper's own tolerance, 6.3.1), and is in the"
                        + " same direction when surely less than a thousandth fails.");
        html.element(
                "p",
                "Intervals of means are Student's over the runs with different seeds; two cells are divided run by run. Shares of failed requests have"
                        + " Wilson's interval, which takes requests as independent and so is somewhat narrow. After a single run there is no interval, and the"
                        + " page says so.");
    }

    private void again() {
        Manifest manifest = findings.manifest();
        html.element("h2", "How to repeat it", "id", "again");
        Map<String, List<CellKey>> byScenario =
                manifest.cells().stream().collect(Collectors.groupingBy(CellKey::scenario));
        html.open("pre");
        for (String command : manifest.sessions().stream()
                .map(Manifest.Session::command)
                .distinct()
                .toList()) {
            html.text(command).trusted("\n");
        }
        html.close();
        html.element(
                "p",
                "The folder of this page has every run by itself below units/ (" + byScenario.size()
                        + " scenarios): figures.json, the raw times as an HdrHistogram log, series.csv, decisions.json and failures.jsonl; cells.json and cells.csv"
                        + " sum them up, and plots/ has the plots as SVG and PNG. 'evenkeel lab compare' sets two such folders side by side.");
    }
}
