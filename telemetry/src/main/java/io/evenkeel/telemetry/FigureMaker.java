// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.metrics.data.SummaryData;
import io.opentelemetry.sdk.metrics.data.SummaryPointData;
import io.opentelemetry.sdk.resources.Resource;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes the figures of {@code /metrics} those of OTLP. Names and labels stay; what Prometheus adds to names of counters
 * is left out, because receivers that store for Prometheus add it again.
 */
final class FigureMaker {

    private static final List<String> UNITS = List.of("_seconds", "s", "_bytes", "By", "_ratio", "1");

    private final Resource resource;
    private final long startedNs;

    /** @param startedNs nanoseconds since 1970 at which counting began */
    FigureMaker(Resource resource, long startedNs) {
        this.resource = resource;
        this.startedNs = startedNs;
    }

    /** @param nowNs nanoseconds since 1970 */
    List<MetricData> make(MetricSnapshots snapshots, long nowNs) {
        List<MetricData> made = new ArrayList<>();
        for (MetricSnapshot snapshot : snapshots) {
            MetricData family = family(snapshot, nowNs);
            if (family != null && !family.getData().getPoints().isEmpty()) {
                made.add(family);
            }
        }
        return made;
    }

    private @Nullable MetricData family(MetricSnapshot snapshot, long nowNs) {
        MetricMetadata about = snapshot.getMetadata();
        if (snapshot instanceof CounterSnapshot counter) {
            List<DoublePointData> points =
                    points(counter.getDataPoints(), nowNs, CounterSnapshot.CounterDataPointSnapshot::getValue);
            return figures(
                    about,
                    "",
                    MetricDataType.DOUBLE_SUM,
                    SumData.createDoubleSumData(true, AggregationTemporality.CUMULATIVE, points));
        }
        if (snapshot instanceof GaugeSnapshot gauge) {
            List<DoublePointData> points =
                    points(gauge.getDataPoints(), nowNs, GaugeSnapshot.GaugeDataPointSnapshot::getValue);
            return figures(about, "", MetricDataType.DOUBLE_GAUGE, GaugeData.createDoubleGaugeData(points));
        }
        if (snapshot instanceof InfoSnapshot info) {
            List<DoublePointData> points = points(info.getDataPoints(), nowNs, point -> 1.0);
            return figures(about, "_info", MetricDataType.DOUBLE_GAUGE, GaugeData.createDoubleGaugeData(points));
        }
        if (snapshot instanceof HistogramSnapshot histogram) {
            List<HistogramPointData> points = histogram.getDataPoints().stream()
                    .map(each -> point(each, nowNs))
                    .toList();
            return figures(
                    about,
                    "",
                    MetricDataType.HISTOGRAM,
                    HistogramData.create(AggregationTemporality.CUMULATIVE, points));
        }
        if (snapshot instanceof SummarySnapshot summary) {
            List<SummaryPointData> points = summary.getDataPoints().stream()
                    .map(each -> SummaryPointData.create(
                            startedNs, nowNs, attributes(each.getLabels()), each.getCount(), each.getSum(), List.of()))
                    .toList();
            return figures(about, "", MetricDataType.SUMMARY, SummaryData.create(points));
        }
        return null;
    }

    private MetricData figures(MetricMetadata about, String ending, MetricDataType type, Data<?> data) {
        String name = about.getPrometheusName();
        String help = about.getHelp();
        return new MadeFigures(name + ending, help == null ? "" : help, unit(name), type, data, resource);
    }

    private static String unit(String name) {
        for (int i = 0; i < UNITS.size(); i += 2) {
            if (name.endsWith(UNITS.get(i))) {
                return UNITS.get(i + 1);
            }
        }
        return "";
    }

    private <P extends DataPointSnapshot> List<DoublePointData> points(
            List<P> points, long nowNs, Function<P, Double> value) {
        return points.stream()
                .map(each -> DoublePointData.create(
                        startedNs, nowNs, attributes(each.getLabels()), value.apply(each), List.of()))
                .toList();
    }

    private HistogramPointData point(HistogramDataPointSnapshot point, long nowNs) {
        List<Double> bounds = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        point.getClassicBuckets().forEach(bucket -> {
            if (!Double.isInfinite(bucket.getUpperBound())) {
                bounds.add(bucket.getUpperBound());
            }
            counts.add(bucket.getCount());
        });
        return HistogramPointData.create(
                startedNs, nowNs, attributes(point.getLabels()), point.getSum(), false, 0, false, 0, bounds, counts);
    }

    private static Attributes attributes(Labels labels) {
        AttributesBuilder attributes = Attributes.builder();
        labels.forEach(label -> attributes.put(label.getName(), label.getValue()));
        return attributes.build();
    }
}
