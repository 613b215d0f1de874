// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.export;

import io.evenkeel.dispatcher.control.TelemetryView;
import io.evenkeel.dispatcher.trace.ExemplarView;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.List;

/** The figures about what a receiver of OpenTelemetry was sent, and recorded requests as examples. */
final class TelemetrySeries {

    private static final double NS_PER_S = 1e9;

    private TelemetrySeries() {}

    static void add(Families families, TelemetryView view) {
        SeriesWriter series = new SeriesWriter(families, "evenkeel_telemetry_", Labels.EMPTY);
        series.flag("away", "1 while the receiver of telemetry takes nothing.", view.away());
        String spans = "Spans of recorded requests, by what became of them.";
        series.with("outcome", "delivered").counter("spans", spans, view.spans());
        series.with("outcome", "no_room").counter("spans", spans, view.spansFull());
        series.with("outcome", "failed").counter("spans", spans, view.spansFailed());
        String messages = "Messages with figures, by what became of them.";
        series.with("outcome", "delivered").counter("messages", messages, view.messages());
        series.with("outcome", "failed").counter("messages", messages, view.messagesFailed());
    }

    static Exemplars exemplars(List<ExemplarView> views) {
        return Exemplars.of(views.stream()
                .map(each -> Exemplar.builder()
                        .value(each.tookNs() / NS_PER_S)
                        .traceId(each.trace())
                        .spanId(each.span())
                        .timestampMillis(each.atMs())
                        .build())
                .toList());
    }
}
