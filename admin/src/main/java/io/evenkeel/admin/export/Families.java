// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.export;

import io.evenkeel.dispatcher.metrics.MeasureSnapshot;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Metric families in the making: each series is added where its value is at hand, and lands in the family of its name.
 *
 * <p>Names are given without the {@code _total} of counters, which the format adds.
 */
final class Families {

    private final Map<String, Family> byName = new LinkedHashMap<>();

    /** A family that can be finished. */
    private record Family(MetricSnapshot.Builder<?> builder, Supplier<MetricSnapshot> finish) {}

    void counter(String name, String help, Labels labels, double value) {
        CounterSnapshot.Builder family = family(name, help, CounterSnapshot.Builder.class, () -> {
            CounterSnapshot.Builder made = CounterSnapshot.builder();
            return new Family(made, made::build);
        });
        family.dataPoint(
                CounterDataPointSnapshot.builder().labels(labels).value(value).build());
    }

    /** A family whose labels are all it says; its one value is 1, and the format adds {@code _info} to its name. */
    void info(String name, String help, Labels labels) {
        InfoSnapshot.Builder family = family(name, help, InfoSnapshot.Builder.class, () -> {
            InfoSnapshot.Builder made = InfoSnapshot.builder();
            return new Family(made, made::build);
        });
        family.dataPoint(InfoDataPointSnapshot.builder().labels(labels).build());
    }

    void gauge(String name, String help, Labels labels, double value) {
        GaugeSnapshot.Builder family = family(name, help, GaugeSnapshot.Builder.class, () -> {
            GaugeSnapshot.Builder made = GaugeSnapshot.builder();
            return new Family(made, made::build);
        });
        family.dataPoint(
                GaugeDataPointSnapshot.builder().labels(labels).value(value).build());
    }

    /** @param scale of the distribution's unit, 1e9 for nanoseconds in seconds */
    void histogram(
            String name, String help, Labels labels, MeasureSnapshot snapshot, double scale, double... upperBounds) {
        histogram(name, help, labels, snapshot, Exemplars.EMPTY, scale, upperBounds);
    }

    /**
     * The same with examples, which only OpenMetrics shows.
     *
     * @param exemplars with values in the unit of the bounds
     */
    void histogram(
            String name,
            String help,
            Labels labels,
            MeasureSnapshot snapshot,
            Exemplars exemplars,
            double scale,
            double... upperBounds) {
        HistogramSnapshot.Builder family = family(name, help, HistogramSnapshot.Builder.class, () -> {
            HistogramSnapshot.Builder made = HistogramSnapshot.builder();
            return new Family(made, made::build);
        });
        family.dataPoint(HistogramDataPointSnapshot.builder()
                .labels(labels)
                .sum(snapshot.sum() / scale)
                .exemplars(exemplars)
                .classicHistogramBuckets(buckets(snapshot, scale, upperBounds))
                .build());
    }

    /** Count and sum alone, for figures that would be too many series as a histogram. */
    void summary(String name, String help, Labels labels, MeasureSnapshot snapshot, double scale) {
        SummarySnapshot.Builder family = family(name, help, SummarySnapshot.Builder.class, () -> {
            SummarySnapshot.Builder made = SummarySnapshot.builder();
            return new Family(made, made::build);
        });
        family.dataPoint(SummaryDataPointSnapshot.builder()
                .labels(labels)
                .sum(snapshot.sum() / scale)
                .count(snapshot.count())
                .build());
    }

    MetricSnapshots finish() {
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        byName.values().forEach(family -> all.metricSnapshot(family.finish.get()));
        return all.build();
    }

    private <B extends MetricSnapshot.Builder<?>> B family(
            String name, String help, Class<B> type, Supplier<Family> made) {
        Family family = byName.computeIfAbsent(name, absent -> {
            Family fresh = made.get();
            fresh.builder.name(name).help(help);
            return fresh;
        });
        return type.cast(family.builder);
    }

    private static ClassicHistogramBuckets buckets(MeasureSnapshot snapshot, double scale, double... upperBounds) {
        long[] counts = new long[upperBounds.length + 1];
        int bucket = 0;
        for (HistogramIterationValue cell : snapshot.histogram().recordedValues()) {
            double value = snapshot.histogram().medianEquivalentValue(cell.getValueIteratedTo()) / scale;
            while (bucket < upperBounds.length && value > upperBounds[bucket]) {
                bucket++;
            }
            counts[bucket] += cell.getCountAtValueIteratedTo();
        }
        double[] bounds = Arrays.copyOf(upperBounds, counts.length);
        bounds[upperBounds.length] = Double.POSITIVE_INFINITY;
        return ClassicHistogramBuckets.of(bounds, counts);
    }
}
