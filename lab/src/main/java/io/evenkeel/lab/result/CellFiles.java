// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.result;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ConfidenceInterval;
import io.evenkeel.lab.experiment.Figure;
import io.evenkeel.lab.experiment.Measurement;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cells of a result as scripts read them, with the keys of the surface. Stateless. */
public final class CellFiles {

    private static final int DIGITS = 6;

    private CellFiles() {}

    /** A number in at most {@value #DIGITS} digits, never in powers of ten. */
    static String number(double value) {
        return rounded(value).toPlainString();
    }

    private static BigDecimal rounded(double value) {
        BigDecimal rounded = new BigDecimal(value, new MathContext(DIGITS, RoundingMode.HALF_UP)).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }

    private static @Nullable BigDecimal orNull(double value) {
        return Double.isFinite(value) ? rounded(value) : null;
    }

    /** A cell as an object of JSON: the surface's keys first, then all other figures. */
    public static Map<String, @Nullable Object> object(CellResult cell, List<Claim> claims, List<Figure> figures) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        CellKey key = cell.key();
        object.put("scenario", key.scenario());
        boolean isOpen = key.load().unit().equals("per-second");
        object.put("users", isOpen ? BigDecimal.ZERO : orNull(key.load().amount()));
        object.put("policy", key.policy());
        object.put("variant", key.variant());
        object.put("load", key.load().text());
        object.put("failureShare", orNull(cell.failureShare().value()));
        for (String name : List.of(Measurement.THROUGHPUT, Measurement.MEAN, Measurement.P50, Measurement.P99)) {
            object.put(name, orNull(cell.mean(name).value()));
        }
        // on real servers not everything is known; the keys are the simulator's
        object.put("oracleThroughputPerSecond", null);
        object.put("oracleP99Ms", null);
        object.put("published", cell.published().isEmpty() ? null : published(cell));
        object.put("verdict", verdict(key, claims));
        object.put("runs", cell.runs());
        object.put("requests", cell.requests());
        object.put("failures", cell.failures());
        for (Figure figure : figures) {
            if (!object.containsKey(figure.name())) {
                object.put(figure.name(), orNull(cell.mean(figure.name()).value()));
            }
        }
        object.put("intervals", intervals(cell, figures));
        object.put("shares", rounded(cell.nodes(Measurement.SHARE)));
        object.put("sampleAgeMedianMs", rounded(cell.nodes(Measurement.SAMPLE_AGE)));
        object.put("notes", notes(cell));
        return object;
    }

    private static Map<String, Object> published(CellResult cell) {
        Map<String, Object> published = new LinkedHashMap<>();
        published.put("where", cell.published().where());
        published.putAll(rounded(cell.published().figures()));
        double requests = cell.published().figure(Measurement.REQUESTS);
        if (requests > 0) {
            published.put("failureShare", rounded(cell.published().figure(Measurement.FAILURES) / requests));
        }
        return published;
    }

    private static Map<String, Object> rounded(Map<String, Double> figures) {
        Map<String, Object> rounded = new LinkedHashMap<>();
        figures.forEach((name, value) -> rounded.put(name, rounded(value)));
        return rounded;
    }

    private static @Nullable String verdict(CellKey key, List<Claim> claims) {
        return claims.stream()
                .filter(claim -> key.equals(claim.cell()))
                .map(claim -> claim.verdict().toString())
                .findFirst()
                .orElse(null);
    }

    private static Map<String, Object> intervals(CellResult cell, List<Figure> figures) {
        Map<String, Object> intervals = new LinkedHashMap<>();
        put(intervals, "failureShare", cell.failureShare());
        for (Figure figure : figures) {
            if (!figure.isCount()) {
                put(intervals, figure.name(), cell.mean(figure.name()));
            }
        }
        return intervals;
    }

    private static void put(Map<String, Object> intervals, String name, ConfidenceInterval interval) {
        if (interval.isKnown()) {
            intervals.put(name, List.of(rounded(interval.low()), rounded(interval.high())));
        }
    }

    /** The notes of the runs; each note once. */
    public static Map<String, String> notes(CellResult cell) {
        Map<String, String> notes = new LinkedHashMap<>();
        cell.units()
                .forEach(unit -> unit.measurement()
                        .notes()
                        .forEach((name, text) ->
                                notes.merge(name, text, (old, add) -> old.contains(add) ? old : old + "; " + add)));
        return notes;
    }

    /** The cells as CSV, a heading first; objects of JSON are words here. */
    static List<String> csv(List<Map<String, @Nullable Object>> cells) {
        List<String> lines = new ArrayList<>();
        if (!cells.isEmpty()) {
            lines.add(String.join(",", cells.get(0).keySet()));
        }
        for (Map<String, @Nullable Object> cell : cells) {
            lines.add(
                    String.join(",", cell.values().stream().map(CellFiles::csv).toList()));
        }
        return lines;
    }

    private static String csv(@Nullable Object value) {
        String text =
                value == null ? "" : value instanceof BigDecimal number ? number.toPlainString() : value.toString();
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
