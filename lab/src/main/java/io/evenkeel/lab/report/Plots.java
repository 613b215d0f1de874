// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.ConfidenceInterval;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Moment;
import io.evenkeel.lab.experiment.Statement;
import io.evenkeel.lab.report.plot.BarPlot;
import io.evenkeel.lab.report.plot.LinePlot;
import io.evenkeel.lab.report.plot.LinePlot.Corner;
import io.evenkeel.lab.report.plot.LinePlot.PlotLine;
import io.evenkeel.lab.report.plot.Plot;
import io.evenkeel.lab.report.plot.PlotColour;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The plots of a result. Stateless. */
final class Plots {

    private static final int MOST_MARKS = 150;

    /** The values that a time series may have, with words for them; shares in percent. */
    private static final Map<String, String> SERIES = new LinkedHashMap<>();

    static {
        SERIES.put("share", "share of the choices, %");
        SERIES.put("inFlight", "in flight");
        SERIES.put("workersBusy", "busy workers");
        SERIES.put("queueUsed", "waiting in the server");
        SERIES.put("jdbcActive", "database connections in use");
        SERIES.put("heapShare", "heap in use, %");
        SERIES.put("cpuShare", "processor, %");
        SERIES.put("sampleAgeMs", "age of the sample, ms");
    }

    private Plots() {}

    /** True when policies were run under several loads, so that curves say more than bars. */
    static boolean areCurves(List<CellResult> cells) {
        return cells.stream().map(cell -> cell.key().load()).distinct().count() > 1;
    }

    /** The plots of a scenario by a word for the file's name. */
    static Map<String, Plot> of(String scenario, List<CellResult> cells) {
        Map<String, Plot> plots = new LinkedHashMap<>();
        if (areCurves(cells)) {
            plots.put("mean", curve(scenario + ": mean response time", "mean ms", Measurement.MEAN, cells));
            plots.put(
                    "throughput",
                    curve(scenario + ": good answers a second", "answers/s", Measurement.THROUGHPUT, cells));
        } else {
            plots.put("throughput", bars(scenario, cells));
        }
        return plots;
    }

    /**
     * Throughput by policy, ours and the paper's, each divided by the mean of the policies that both have: what a
     * machine is worth cancels out. Without published figures it is the throughput itself.
     */
    private static BarPlot bars(String scenario, List<CellResult> cells) {
        List<CellResult> common = cells.stream()
                .filter(cell -> Double.isFinite(cell.published().figure(Measurement.THROUGHPUT)))
                .toList();
        double ours = mean(
                common.stream().map(cell -> cell.throughputPerSecond().value()).toList());
        double papers = mean(common.stream()
                .map(cell -> cell.published().figure(Measurement.THROUGHPUT))
                .toList());
        boolean isRelative = common.size() > 1;
        List<BarPlot.Bar> bars = new ArrayList<>();
        for (CellResult cell : cells) {
            ConfidenceInterval value = cell.throughputPerSecond();
            boolean fails = cell.failures() > (long) Statement.TOLERATED * cell.runs();
            bars.add(new BarPlot.Bar(
                    cell.key().text(),
                    isRelative ? value.times(1 / ours) : value,
                    isRelative ? cell.published().figure(Measurement.THROUGHPUT) / papers : Double.NaN,
                    cell.failures() == 0
                            ? ""
                            : Numbers.percent(cell.failureShare().value()) + " failed",
                    fails));
        }
        String unit = isRelative
                ? "throughput; 1 is the mean of the policies that the paper has, there and here"
                : "good answers a second";
        return new BarPlot(scenario + ": throughput by policy", unit, bars);
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    private static LinePlot curve(String title, String up, String figure, List<CellResult> cells) {
        Map<String, List<CellResult>> lines = new LinkedHashMap<>();
        cells.forEach(cell -> lines.computeIfAbsent(cell.key().text(), name -> new ArrayList<>())
                .add(cell));
        List<PlotLine> drawn = new ArrayList<>();
        lines.forEach((name, own) -> {
            PlotColour colour = PlotColour.series(
                    (int) drawn.stream().filter(line -> !line.isDashed()).count());
            drawn.add(new PlotLine(
                    name,
                    colour,
                    false,
                    own.stream()
                            .map(cell -> new Corner(cell.key().load().amount(), cell.mean(figure)))
                            .toList()));
            List<Corner> papers = own.stream()
                    .filter(cell -> Double.isFinite(cell.published().figure(figure)))
                    .map(cell -> new Corner(
                            cell.key().load().amount(),
                            ConfidenceInterval.single(cell.published().figure(figure), 1)))
                    .toList();
            if (!papers.isEmpty()) {
                drawn.add(new PlotLine(name + ", the paper", colour, true, papers));
            }
        });
        return new LinePlot(title, unit(cells.get(0).key()), up, drawn, false);
    }

    private static String unit(CellKey key) {
        return key.load().unit().equals("per-second")
                ? "requests a second"
                : key.load().unit();
    }

    /** The time series of a run, one plot for each kind of value. */
    static List<Plot> series(String title, List<Moment> series) {
        List<String> nodes = series.stream().map(Moment::node).distinct().toList();
        List<Plot> plots = new ArrayList<>();
        if (nodes.size() > PlotColour.count()) {
            return plots;
        }
        SERIES.forEach((name, words) -> {
            List<PlotLine> lines = new ArrayList<>();
            for (String node : nodes) {
                lines.add(new PlotLine(
                        node, PlotColour.series(nodes.indexOf(node)), false, thinned(marks(series, node, name))));
            }
            if (lines.stream().anyMatch(line -> !line.marks().isEmpty())) {
                plots.add(new LinePlot(title + ": " + words, "s", words, lines, true));
            }
        });
        return plots;
    }

    private static List<Corner> marks(List<Moment> series, String node, String name) {
        double factor = name.endsWith("hare") ? 100 : 1;
        return series.stream()
                .filter(moment -> moment.node().equals(node) && moment.values().containsKey(name))
                .map(moment -> new Corner(
                        moment.second(),
                        ConfidenceInterval.single(moment.values().getOrDefault(name, Double.NaN) * factor, 1)))
                .toList();
    }

    private static List<Corner> thinned(List<Corner> marks) {
        int step = (marks.size() + MOST_MARKS - 1) / MOST_MARKS;
        List<Corner> kept = new ArrayList<>();
        for (int i = 0; i < marks.size(); i += Math.max(1, step)) {
            kept.add(marks.get(i));
        }
        return kept;
    }
}
