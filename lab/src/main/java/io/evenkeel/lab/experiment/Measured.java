// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Figures that come from several cells at once, repeat by repeat. Stateless. */
public final class Measured {

    private Measured() {}

    /** Scores by name: a number for each repeat that all their cells have, by the repeat's number. */
    public interface Scores {
        Map<String, Map<Integer, Double>> of(CellIndex cells);
    }

    /** Two cells that were run side by side. */
    record Pair(CellResult first, CellResult second) {

        /** The pair; null when one of them was not run. */
        static @Nullable Pair of(CellIndex cells, CellKey first, CellKey second) {
            CellResult one = cells.find(first).orElse(null);
            CellResult other = cells.find(second).orElse(null);
            return one == null || other == null ? null : new Pair(one, other);
        }

        /** The first one's figure divided by the second's, in the repeats that both have. */
        ConfidenceInterval ratio(String figure) {
            return Measured.ratio(first, second, figure);
        }
    }

    /**
     * A figure of one cell divided by another's, repeat by repeat: what is the same for both in a repeat cancels out.
     */
    public static ConfidenceInterval ratio(CellResult first, CellResult second, String figure) {
        List<Double> ratios = new ArrayList<>();
        for (CellResult.UnitResult unit : first.units()) {
            second.units().stream()
                    .filter(other -> other.repeat() == unit.repeat())
                    .findFirst()
                    .ifPresent(other -> ratios.add(unit.measurement().figure(figure)
                            / other.measurement().figure(figure)));
        }
        return ConfidenceInterval.of(ratios);
    }

    /**
     * The mean of a figure over several cells, repeat by repeat; cells without the figure or the repeat are left out.
     */
    public static ConfidenceInterval mean(List<CellResult> cells, String figure) {
        int[] repeats = cells.stream()
                .flatMap(cell -> cell.units().stream())
                .mapToInt(CellResult.UnitResult::repeat)
                .distinct()
                .toArray();
        List<Double> means = new ArrayList<>();
        for (int wanted : repeats) {
            means.add(cells.stream()
                    .flatMap(cell -> cell.units().stream())
                    .filter(unit -> unit.repeat() == wanted)
                    .mapToDouble(unit -> unit.measurement().figure(figure))
                    .filter(value -> !Double.isNaN(value))
                    .average()
                    .orElse(Double.NaN));
        }
        return ConfidenceInterval.of(means);
    }

    /** The numbers of the repeats that all cells have, in order. */
    public static List<Integer> repeats(List<CellResult> cells) {
        return shared(cells.stream()
                .map(cell ->
                        cell.units().stream().map(CellResult.UnitResult::repeat).collect(Collectors.toSet()))
                .toList());
    }

    private static List<Integer> shared(List<Set<Integer>> repeats) {
        return repeats.stream()
                .flatMap(Set::stream)
                .distinct()
                .sorted()
                .filter(repeat -> repeats.stream().allMatch(each -> each.contains(repeat)))
                .toList();
    }

    /** Kendall's tau of an order and the order by score, for each repeat that all have; ties count as half right. */
    static ConfidenceInterval tau(List<String> order, Map<String, Map<Integer, Double>> scores) {
        List<Map<Integer, Double>> rows =
                order.stream().map(name -> scores.getOrDefault(name, Map.of())).toList();
        List<Double> taus = new ArrayList<>();
        for (int repeat : shared(rows.stream().map(Map::keySet).toList())) {
            double agreement = 0;
            int pairs = 0;
            for (int i = 0; i < rows.size(); i++) {
                for (int j = i + 1; j < rows.size(); j++) {
                    double higher = rows.get(i).getOrDefault(repeat, Double.NaN);
                    double lower = rows.get(j).getOrDefault(repeat, Double.NaN);
                    agreement += Math.signum(higher - lower);
                    pairs++;
                }
            }
            taus.add(agreement / pairs);
        }
        return ConfidenceInterval.of(taus);
    }

    /** The names by their mean scores, the highest first. */
    public static List<String> ranked(List<String> names, Map<String, Map<Integer, Double>> scores) {
        return names.stream()
                .sorted(Comparator.comparingDouble(
                                (String name) -> scores.getOrDefault(name, Map.of()).values().stream()
                                        .mapToDouble(Double::doubleValue)
                                        .average()
                                        .orElse(Double.NEGATIVE_INFINITY))
                        .reversed())
                .toList();
    }
}
