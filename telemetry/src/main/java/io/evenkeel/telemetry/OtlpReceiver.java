// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.telemetry;

import io.evenkeel.config.TelemetrySettings;
import io.evenkeel.config.TelemetrySettings.OtlpForm;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporterBuilder;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.exporter.otlp.metrics.OtlpGrpcMetricExporter;
import io.opentelemetry.exporter.otlp.metrics.OtlpGrpcMetricExporterBuilder;
import io.opentelemetry.exporter.otlp.trace.OtlpGrpcSpanExporter;
import io.opentelemetry.exporter.otlp.trace.OtlpGrpcSpanExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.Collection;

/** The exporters of OpenTelemetry's SDK for one receiver. */
final class OtlpReceiver implements Outlet {

    /** Within the timeout of one message, so that a receiver that restarts loses nothing. */
    private static final RetryPolicy RETRIES = RetryPolicy.builder()
            .setMaxAttempts(3)
            .setInitialBackoff(Duration.ofMillis(200))
            .setMaxBackoff(Duration.ofSeconds(1))
            .build();

    private final SpanExporter spans;
    private final MetricExporter figures;

    OtlpReceiver(TelemetrySettings settings) {
        boolean grpc = settings.protocol() == OtlpForm.GRPC;
        spans = grpc ? grpcSpans(settings) : httpSpans(settings);
        figures = grpc ? grpcFigures(settings) : httpFigures(settings);
    }

    private static SpanExporter httpSpans(TelemetrySettings settings) {
        OtlpHttpSpanExporterBuilder builder = OtlpHttpSpanExporter.builder()
                .setEndpoint(settings.endpoint() + "/v1/traces")
                .setTimeout(settings.timeout())
                .setRetryPolicy(RETRIES);
        settings.headers().forEach(builder::addHeader);
        return builder.build();
    }

    private static SpanExporter grpcSpans(TelemetrySettings settings) {
        OtlpGrpcSpanExporterBuilder builder = OtlpGrpcSpanExporter.builder()
                .setEndpoint(settings.endpoint())
                .setTimeout(settings.timeout())
                .setRetryPolicy(RETRIES);
        settings.headers().forEach(builder::addHeader);
        return builder.build();
    }

    private static MetricExporter httpFigures(TelemetrySettings settings) {
        OtlpHttpMetricExporterBuilder builder = OtlpHttpMetricExporter.builder()
                .setEndpoint(settings.endpoint() + "/v1/metrics")
                .setTimeout(settings.timeout())
                .setRetryPolicy(RETRIES);
        settings.headers().forEach(builder::addHeader);
        return builder.build();
    }

    private static MetricExporter grpcFigures(TelemetrySettings settings) {
        OtlpGrpcMetricExporterBuilder builder = OtlpGrpcMetricExporter.builder()
                .setEndpoint(settings.endpoint())
                .setTimeout(settings.timeout())
                .setRetryPolicy(RETRIES);
        settings.headers().forEach(builder::addHeader);
        return builder.build();
    }

    @Override
    public CompletableResultCode spans(Collection<SpanData> batch) {
        return spans.export(batch);
    }

    @Override
    public CompletableResultCode figures(Collection<MetricData> batch) {
        return figures.export(batch);
    }

    @Override
    public void close() {
        spans.shutdown();
        figures.shutdown();
    }
}
