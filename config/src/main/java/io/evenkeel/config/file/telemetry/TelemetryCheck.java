// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.telemetry;

import io.evenkeel.config.TelemetrySettings;
import io.evenkeel.config.TelemetrySettings.OtlpForm;
import io.evenkeel.config.TelemetrySettings.TraceSettings;
import io.evenkeel.config.TelemetrySettings.Untrusted;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.yaml.Problems;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks and reads what a receiver of OpenTelemetry is sent. */
public final class TelemetryCheck {

    private static final int HTTP_PORT = 4318;
    private static final int GRPC_PORT = 4317;
    private static final int MOST_PORT = 65_535;
    private static final Duration LEAST = Duration.ofSeconds(1);

    private TelemetryCheck() {}

    /** Checks the section of a file, if there is one. */
    public static void check(ParsedSection file, Problems problems) {
        ParsedSection telemetry = file.block("telemetry");
        if (telemetry == null) {
            return;
        }
        if (telemetry.block("traces") == null && telemetry.block("metrics") == null) {
            problems.error(
                    telemetry.place(),
                    "'telemetry' sends nothing",
                    "add traces: {ratio: 1%} or metrics: {every: 10s}, or remove it");
        }
        ParsedSection metrics = telemetry.block("metrics");
        Duration every = metrics == null ? null : metrics.find("every", Duration.class);
        if (metrics != null && every != null && every.compareTo(LEAST) < 0) {
            problems.error(metrics.placeOf("every"), "figures are sent every 1s at most", null);
        }
        ParsedSection otlp = telemetry.block("otlp");
        String endpoint = otlp == null ? null : otlp.find("endpoint", String.class);
        OtlpForm protocol = otlp == null ? null : otlp.find("protocol", OtlpForm.class);
        if (otlp != null && endpoint != null && protocol != null) {
            endpoint(otlp, endpoint, protocol, problems);
        }
    }

    private static void endpoint(ParsedSection otlp, String endpoint, OtlpForm protocol, Problems problems) {
        URI uri;
        try {
            uri = new URI(endpoint);
        } catch (URISyntaxException e) {
            problems.error(otlp.placeOf("endpoint"), "'" + endpoint + "' is no URL", null);
            return;
        }
        if (uri.getHost() == null || uri.getPort() == 0 || uri.getPort() > MOST_PORT) {
            problems.error(otlp.placeOf("endpoint"), "'" + endpoint + "' names no host and port", null);
        }
        String path = uri.getPath();
        if (protocol == OtlpForm.GRPC && path != null && path.length() > 1) {
            problems.error(
                    otlp.placeOf("endpoint"),
                    "a receiver of gRPC has no path",
                    "remove " + path + " from the endpoint");
        }
        if (path != null && (path.endsWith("/v1/traces") || path.endsWith("/v1/metrics"))) {
            problems.error(
                    otlp.placeOf("endpoint"),
                    "the path of one kind of figures is added by itself",
                    "remove " + path.substring(path.lastIndexOf("/v1/")) + " from the endpoint");
        }
        int other = protocol == OtlpForm.GRPC ? HTTP_PORT : GRPC_PORT;
        if (uri.getPort() == other) {
            problems.warning(
                    otlp.placeOf("endpoint"),
                    "port " + other + " usually speaks OTLP over " + (protocol == OtlpForm.GRPC ? "HTTP" : "gRPC"),
                    "use port " + (protocol == OtlpForm.GRPC ? GRPC_PORT : HTTP_PORT) + ", or protocol: "
                            + (protocol == OtlpForm.GRPC ? "http" : "grpc"));
        }
    }

    /** The settings of an error-free section; null when nothing is sent. */
    public static @Nullable TelemetrySettings read(@Nullable ParsedSection telemetry) {
        if (telemetry == null) {
            return null;
        }
        ParsedSection otlp = telemetry.section("otlp");
        Map<String, String> headers = new LinkedHashMap<>();
        otlp.blocks("headers")
                .forEach(each -> headers.put(each.value("name", String.class), each.value("value", String.class)));
        ParsedSection metrics = telemetry.block("metrics");
        return new TelemetrySettings(
                telemetry.value("service", String.class),
                withoutSlash(otlp.value("endpoint", String.class)),
                otlp.value("protocol", OtlpForm.class),
                headers,
                otlp.value("timeout", Duration.class),
                traces(telemetry.block("traces")),
                metrics == null ? null : metrics.value("every", Duration.class));
    }

    private static String withoutSlash(String endpoint) {
        return endpoint.endsWith("/") ? endpoint.substring(0, endpoint.length() - 1) : endpoint;
    }

    private static @Nullable TraceSettings traces(@Nullable ParsedSection traces) {
        return traces == null
                ? null
                : new TraceSettings(
                        traces.value("ratio", Double.class),
                        traces.value("parent", Boolean.class),
                        traces.value("untrusted", Untrusted.class));
    }
}
