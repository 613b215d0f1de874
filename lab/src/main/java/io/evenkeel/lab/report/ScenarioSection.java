// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report;

import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.ChoiceReason;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.Figure;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Moment;
import io.evenkeel.lab.report.plot.Plot;
import io.evenkeel.lab.report.plot.PlotColour;
import io.evenkeel.lab.report.plot.SvgCanvas;
import io.evenkeel.lab.result.CellFiles;
import java.util.List;
import java.util.stream.Collectors;

/** One scenario of a report: plot, table, the simulator beside it, and every cell to open. */
final class ScenarioSection {

    private static final int MOST_TRACES = 4;
    private static final int MOST_FAILURES = 5;
    private static final String NUMBER = "number";

    private final Findings findings;
    private final Html html;

    ScenarioSection(Findings findings, Html html) {
        this.findings = findings;
        this.html = html;
    }

    void write(ExperimentScenario scenario) {
        List<CellResult> cells = findings.in(scenario.name());
        html.open("section").element("h2", scenario.name() + ": " + scenario.what(), "id", scenario.name());
        for (Plot plot : Plots.of(scenario.name(), cells).values()) {
            html.open("figure").trusted(SvgCanvas.inPage(plot));
            html.element(
                    "figcaption",
                    (Plots.areCurves(cells)
                                    ? "Measured; dashed is the paper's"
                                    : "Bars are measured, diamonds are the paper's")
                            + (findings.hasIntervals()
                                    ? "; whiskers are 95 % intervals."
                                    : ". One run, so no error bars."));
            html.close();
        }
        table(cells);
        simulated(cells);
        html.element("h3", "Each policy by itself");
        html.element(
                "p",
                "Open a policy for what its nodes were like from second to second, and for some of its choices.",
                "class",
                "faint");
        cells.forEach(this::details);
        html.close();
    }

    private void table(List<CellResult> cells) {
        boolean isPublished = cells.stream().anyMatch(cell -> !cell.published().isEmpty());
        html.open("div", "class", "wide").open("table");
        html.element(
                "caption",
                isPublished
                        ? "Measured here; in colour below it the paper's figure (" + where(cells) + ")."
                        : "Measured here; the paper has no figures for these cells.");
        html.open("thead").open("tr").element("th", "policy", "scope", "col");
        if (Plots.areCurves(cells)) {
            html.element("th", "load", "scope", "col");
        }
        html.element("th", "failures", "scope", "col").element("th", "shares of the nodes, %", "scope", "col");
        findings.experiment()
                .figures()
                .forEach(figure -> html.element("th", figure.title(), "scope", "col", "class", NUMBER));
        html.close().close().open("tbody");
        for (CellResult cell : cells) {
            html.open("tr").element("td", cell.key().text(), "class", "name");
            if (Plots.areCurves(cells)) {
                html.element("td", cell.key().load().text());
            }
            verdict(cell);
            html.element(
                    "td",
                    cell.nodes(Measurement.SHARE).values().stream()
                            .map(share -> Long.toString(Math.round(share * 100)))
                            .collect(Collectors.joining("/")));
            findings.experiment().figures().forEach(figure -> figure(cell, figure));
            html.close();
        }
        html.close().close().close();
    }

    private static String where(List<CellResult> cells) {
        return cells.stream()
                .map(cell -> cell.published().where())
                .filter(where -> !where.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private void figure(CellResult cell, Figure figure) {
        html.open("td", "class", NUMBER).text(Numbers.value(cell, figure));
        String reach = Numbers.reach(cell, figure);
        if (!reach.isEmpty()) {
            html.element("small", reach);
        }
        double published = cell.published().figure(figure.name());
        if (Double.isFinite(published)) {
            html.element("small", Numbers.plain(published, figure.digits()), "class", "paper");
        }
        html.close();
    }

    private void verdict(CellResult cell) {
        ClaimVerdict verdict = findings.claims().stream()
                .filter(claim -> cell.key().equals(claim.cell()))
                .map(Claim::verdict)
                .findFirst()
                .orElse(ClaimVerdict.NOT_RUN);
        if (verdict == ClaimVerdict.NOT_RUN) {
            html.element("td", Numbers.percent(cell.failureShare().value()));
        } else {
            html.open("td").text(Numbers.percent(cell.failureShare().value()));
            html.element("small", words(verdict), "class", verdict.toString()).close();
        }
    }

    static String words(ClaimVerdict verdict) {
        return verdict.toString().replace('-', ' ');
    }

    private void simulated(List<CellResult> cells) {
        Beside.table(findings.simulated(), cells).ifPresent(table -> {
            html.element("h3", table.title());
            html.element(
                    "p",
                    "Policies as they are, servers as models: the scenario file of the same name. The model knows workers, queues, pools, heaps and one"
                            + " processor for each server; it does not know this machine, so look at how the policies stand to each other.",
                    "class",
                    "faint");
            html.open("div", "class", "wide").open("table").open("thead").open("tr");
            table.columns()
                    .forEach(column ->
                            heading(column, column.equals(table.columns().get(0))));
            html.close().close().open("tbody");
            for (List<String> row : table.rows()) {
                html.open("tr").element("td", row.get(0), "class", "name");
                row.stream().skip(1).forEach(text -> html.element("td", text, "class", NUMBER));
                html.close();
            }
            html.close().close().close();
        });
    }

    private void heading(String column, boolean isName) {
        if (isName) {
            html.element("th", column, "scope", "col");
        } else {
            html.element("th", column, "scope", "col", "class", NUMBER);
        }
    }

    private void details(CellResult cell) {
        Measurement first = cell.units().get(0).measurement();
        html.open("details")
                .open("summary")
                .element("b", cell.key().text())
                .text(" " + cell.key().load().text() + ", ");
        html.text(Numbers.plain(cell.throughputPerSecond().value(), 1) + " answers/s, ");
        html.text(cell.failures() + " of " + cell.requests() + " failed").close();
        html.open("dl");
        CellFiles.notes(cell).forEach((name, text) -> html.element("dt", name).element("dd", text));
        cell.nodes(Measurement.SAMPLE_AGE)
                .forEach((node, age) ->
                        html.element("dt", node).element("dd", "samples " + Numbers.plain(age, 0) + " ms old, median"));
        html.close();
        series(cell, first);
        traces(first);
        failures(first);
        html.close();
    }

    private void series(CellResult cell, Measurement first) {
        List<Plot> plots = Plots.series(cell.key().text(), first.series());
        if (plots.isEmpty()) {
            return;
        }
        html.open("p").text("From second to second, first run:");
        List<String> nodes =
                first.series().stream().map(Moment::node).distinct().toList();
        for (String node : nodes) {
            String colour =
                    "background: var(" + PlotColour.series(nodes.indexOf(node)).variable() + ")";
            html.open("span", "class", "key", "style", colour).close();
            html.text(node);
        }
        html.close().open("div", "class", "many");
        plots.forEach(plot -> html.trusted(SvgCanvas.inPage(plot)));
        html.close();
    }

    private void traces(Measurement first) {
        if (first.traces().isEmpty()) {
            return;
        }
        html.element(
                "p",
                "Why some requests went where they went; the least score wins among the nodes that are not held back, and the chosen one is marked:");
        html.open("div", "class", "wide").open("table").open("thead");
        html.row("th", List.of("second", "node", "in flight", "score", "sample's age, ms", "what was known"))
                .close();
        html.open("tbody");
        int step = Math.max(1, first.traces().size() / MOST_TRACES);
        for (int i = 0; i < first.traces().size() && i < step * MOST_TRACES; i += step) {
            trace(first.traces().get(i));
        }
        html.close().close().close();
    }

    private void trace(ChoiceReason trace) {
        String second = Numbers.plain(trace.second(), 1);
        for (ChoiceReason.Option option : trace.options()) {
            boolean isChosen = option.node().equals(trace.node());
            html.open("tr", "class", isChosen ? "chosen" : "other");
            html.element("td", second);
            second = "";
            html.element("td", option.node() + (isChosen ? " ←" : ""));
            html.element("td", Integer.toString(option.inFlight()), "class", NUMBER);
            html.element("td", Numbers.plain(option.score(), 3), "class", NUMBER);
            html.element(
                    "td", option.sampleAgeMs() < 0 ? "none" : Long.toString(option.sampleAgeMs()), "class", NUMBER);
            html.element("td", option.says()).close();
        }
    }

    private void failures(Measurement first) {
        if (first.failures().isEmpty()) {
            return;
        }
        html.element("p", "The first failed requests, as the dispatcher's access log has them:")
                .open("pre");
        first.failures().stream()
                .limit(MOST_FAILURES)
                .forEach(line -> html.text(line).trusted("\n"));
        html.close();
    }
}
