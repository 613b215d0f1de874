// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The result of one run of a cell.
 *
 * <p>Every experiment measures the figures named here, in the period it measures; counts may include the way up to it.
 * An experiment adds what its paper tabulates.
 *
 * @param figures by name; times in ms
 * @param nodes figures by node, then by name; {@code requests}, {@code share} and what else is known
 * @param latencyUs times of answered requests, µs
 * @param series a row for each node and second; may be empty
 * @param failures the first failed requests, a line of JSON each
 * @param traces reasons of some choices
 * @param notes further facts for a reader, such as the weights that were found: by name, in words
 */
public record Measurement(
        Map<String, Double> figures,
        Map<String, Map<String, Double>> nodes,
        Histogram latencyUs,
        List<Moment> series,
        List<String> failures,
        List<ChoiceReason> traces,
        Map<String, String> notes) {

    /** Requests that are over, one way or the other. */
    public static final String REQUESTS = "requests";

    /** Requests of those that failed. */
    public static final String FAILURES = "failures";

    /** Good answers a second in the measured period. */
    public static final String THROUGHPUT = "throughputPerSecond";

    public static final String MEAN = "meanMs";
    public static final String P50 = "p50Ms";
    public static final String P99 = "p99Ms";

    /** Share of a node in the answers, 0 to 1; among the {@link #nodes}. */
    public static final String SHARE = "share";

    /** Median age of the samples a node was known by, ms; among the {@link #nodes}. */
    public static final String SAMPLE_AGE = "sampleAgeMs";

    private static final double US_PER_MS = 1000;

    public Measurement {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
        nodes = Collections.unmodifiableMap(new LinkedHashMap<>(nodes));
        series = List.copyOf(series);
        failures = List.copyOf(failures);
        traces = List.copyOf(traces);
        notes = Collections.unmodifiableMap(new LinkedHashMap<>(notes));
    }

    /** The figures that every experiment measures, in the order of the surface; more may be put in. */
    public static Map<String, Double> figures(
            long requests, long failures, double throughputPerSecond, Histogram latencyUs) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(REQUESTS, (double) requests);
        figures.put(FAILURES, (double) failures);
        figures.put(THROUGHPUT, throughputPerSecond);
        boolean isEmpty = latencyUs.getTotalCount() == 0;
        figures.put(MEAN, isEmpty ? Double.NaN : latencyUs.getMean() / US_PER_MS);
        figures.put(P50, isEmpty ? Double.NaN : latencyUs.getValueAtPercentile(50) / US_PER_MS);
        figures.put(P99, isEmpty ? Double.NaN : latencyUs.getValueAtPercentile(99) / US_PER_MS);
        return figures;
    }

    /** The same with more figures; they take the place of those of the same names. */
    public Measurement with(Map<String, Double> more) {
        Map<String, Double> all = new LinkedHashMap<>(figures);
        all.putAll(more);
        return new Measurement(all, nodes, latencyUs, series, failures, traces, notes);
    }

    /** A figure; NaN when it was not measured. */
    public double figure(String name) {
        return figures.getOrDefault(name, Double.NaN);
    }
}
