// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.result;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.ChoiceReason;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Moment;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The files of one unit: {@code figures.json}, {@code latency.hlog}, {@code series.csv}, {@code failures.jsonl} and
 * {@code decisions.json}. Stateless.
 */
final class UnitFiles {

    static final String FIGURES = "figures.json";

    private static final String LATENCY = "latency.hlog";
    private static final String SERIES = "series.csv";
    private static final String FAILURES = "failures.jsonl";
    private static final String DECISIONS = "decisions.json";

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private UnitFiles() {}

    /** The content of {@code figures.json}. */
    record Figures(
            CellKey cell,
            int repeat,
            long seed,
            Map<String, Double> figures,
            Map<String, Map<String, Double>> nodes,
            Map<String, String> notes) {}

    /** Writes a unit into a folder that is there. */
    static void write(Path folder, CellKey cell, CellResult.UnitResult unit) throws IOException {
        Measurement seen = unit.measurement();
        Map<String, Map<String, Double>> nodes = new LinkedHashMap<>();
        seen.nodes().forEach((name, figures) -> nodes.put(name, known(figures)));
        Files.writeString(
                folder.resolve(FIGURES),
                JSON.writeValueAsString(
                        new Figures(cell, unit.repeat(), unit.seed(), known(seen.figures()), nodes, seen.notes())));
        writeLatency(folder.resolve(LATENCY), seen.latencyUs());
        writeSeries(folder.resolve(SERIES), seen.series());
        Files.write(folder.resolve(FAILURES), seen.failures());
        Files.writeString(folder.resolve(DECISIONS), JSON.writeValueAsString(seen.traces()));
    }

    /** The figures without those that are not a number, which JSON cannot express. */
    private static Map<String, Double> known(Map<String, Double> figures) {
        Map<String, Double> known = new LinkedHashMap<>(figures);
        known.values().removeIf(value -> !Double.isFinite(value));
        return known;
    }

    private static void writeLatency(Path file, Histogram latencyUs) throws IOException {
        try (PrintStream out = new PrintStream(file.toFile(), StandardCharsets.UTF_8)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputLogFormatVersion();
            log.outputComment("[Times of answered requests in microseconds]");
            log.outputLegend();
            log.outputIntervalHistogram(0, 1, latencyUs, 1);
        }
    }

    private static void writeSeries(Path file, List<Moment> series) throws IOException {
        Set<String> columns = new LinkedHashSet<>();
        series.forEach(moment -> columns.addAll(moment.values().keySet()));
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("second,node");
            for (String column : columns) {
                out.write("," + column);
            }
            out.newLine();
            for (Moment moment : series) {
                out.write(CellFiles.number(moment.second()) + "," + moment.node());
                for (String column : columns) {
                    Double value = moment.values().get(column);
                    out.write("," + (value == null ? "" : CellFiles.number(value)));
                }
                out.newLine();
            }
        }
    }

    static Figures figures(Path folder) throws IOException {
        return JSON.readValue(Files.readString(folder.resolve(FIGURES)), Figures.class);
    }

    /** Reads a unit. */
    static CellResult.UnitResult read(Path folder) throws IOException {
        Figures figures = figures(folder);
        Measurement seen = new Measurement(
                figures.figures(),
                figures.nodes(),
                readLatency(folder.resolve(LATENCY).toFile()),
                readSeries(folder.resolve(SERIES)),
                Files.readAllLines(folder.resolve(FAILURES)),
                List.of(JSON.readValue(Files.readString(folder.resolve(DECISIONS)), ChoiceReason[].class)),
                figures.notes());
        return new CellResult.UnitResult(figures.repeat(), figures.seed(), seen);
    }

    private static Histogram readLatency(File file) throws IOException {
        Histogram all = new Histogram(3);
        try (HistogramLogReader log = new HistogramLogReader(file)) {
            for (EncodableHistogram next = log.nextIntervalHistogram();
                    next != null;
                    next = log.nextIntervalHistogram()) {
                all.add((Histogram) next);
            }
        }
        return all;
    }

    private static List<Moment> readSeries(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        String[] columns = lines.get(0).split(",", -1);
        List<Moment> series = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] row = line.split(",", -1);
            Map<String, Double> values = new LinkedHashMap<>();
            for (int i = 2; i < row.length; i++) {
                if (!row[i].isEmpty()) {
                    values.put(columns[i], Double.parseDouble(row[i]));
                }
            }
            series.add(new Moment(Double.parseDouble(row[0]), row[1], values));
        }
        return series;
    }
}
