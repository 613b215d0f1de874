// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * A cell with all its runs and what is published about it. Counts are sums, everything else is the mean of the runs.
 *
 * @param units in the order of their repeats, at least one
 */
public record CellResult(CellKey key, List<UnitResult> units, Published published) {

    public CellResult {
        units = List.copyOf(units);
        if (units.isEmpty()) {
            throw new IllegalArgumentException("a result comes from at least one run");
        }
    }

    /**
     * One run.
     *
     * @param repeat from 0
     */
    public record UnitResult(int repeat, long seed, Measurement measurement) {}

    public int runs() {
        return units.size();
    }

    /** The mean of a figure over the runs with its interval; {@link Measurement} has the names. */
    public ConfidenceInterval mean(String figure) {
        return ConfidenceInterval.of(
                units.stream().map(unit -> unit.measurement().figure(figure)).toList());
    }

    /** A count over all runs. */
    public long sum(String figure) {
        return units.stream()
                .mapToLong(unit -> Math.round(unit.measurement().figure(figure)))
                .sum();
    }

    public long requests() {
        return sum(Measurement.REQUESTS);
    }

    public long failures() {
        return sum(Measurement.FAILURES);
    }

    /** Failures of all requests, 0 to 1. */
    public ConfidenceInterval failureShare() {
        return ConfidenceInterval.share(failures(), requests(), runs());
    }

    public ConfidenceInterval throughputPerSecond() {
        return mean(Measurement.THROUGHPUT);
    }

    /** A figure of every node, the mean of the runs that have it. */
    public Map<String, Double> nodes(String figure) {
        Map<String, Double> means = new LinkedHashMap<>();
        for (UnitResult unit : units) {
            unit.measurement()
                    .nodes()
                    .keySet()
                    .forEach(node -> means.computeIfAbsent(node, name -> mean(name, figure)));
        }
        means.values().removeIf(value -> Double.isNaN(value));
        return means;
    }

    private double mean(String node, String figure) {
        return units.stream()
                .map(unit -> unit.measurement().nodes().getOrDefault(node, Map.of()))
                .filter(figures -> figures.containsKey(figure))
                .mapToDouble(figures -> figures.getOrDefault(figure, Double.NaN))
                .average()
                .orElse(Double.NaN);
    }

    /** The times of all runs together, µs. */
    public Histogram latencyUs() {
        Histogram all = new Histogram(3);
        units.forEach(unit -> all.add(unit.measurement().latencyUs()));
        return all;
    }
}
