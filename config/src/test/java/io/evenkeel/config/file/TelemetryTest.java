// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import io.evenkeel.config.TelemetrySettings;
import io.evenkeel.config.TelemetrySettings.OtlpForm;
import io.evenkeel.config.TelemetrySettings.TraceSettings;
import io.evenkeel.config.TelemetrySettings.Untrusted;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Receivers of OpenTelemetry: what is read, and what is wrong. */
class TelemetryTest {

    private static SettingsFile file(String telemetry) {
        return SettingsFile.of("telemetry: " + telemetry + """

                listeners: [{name: web, address: ":8080", cluster: shop}]
                clusters: {shop: {nodes: [{address: "127.0.0.1:18080"}]}}
                """, "shop.yaml");
    }

    private static List<String> problems(SettingsFile file) {
        return file.check().stream().map(Problem::render).toList();
    }

    @Test
    void anEndpointAndOneKindOfFiguresAreEnough() throws Exception {
        SettingsFile file = file("{otlp: {endpoint: \"http://127.0.0.1:4318/\"}, traces: {}}");

        assertThat(problems(file)).isEmpty();
        assertThat(file.load().telemetry())
                .isEqualTo(new TelemetrySettings(
                        "evenkeel",
                        "http://127.0.0.1:4318",
                        OtlpForm.HTTP,
                        Map.of(),
                        Duration.ofSeconds(10),
                        new TraceSettings(0.01, true, Untrusted.CONTINUE),
                        null));
    }

    @Test
    void everythingCanBeSaid() throws Exception {
        TelemetrySettings read = Objects.requireNonNull(file("""
                {service: front, otlp: {endpoint: "https://otel.example.org", protocol: grpc,
                  headers: [{name: api-key, value: hunter2hunter2}], timeout: 3s},
                  traces: {ratio: 100%, parent: false, untrusted: restart}, metrics: {every: 30s}}
                """).load().telemetry());

        assertThat(read)
                .isEqualTo(new TelemetrySettings(
                        "front",
                        "https://otel.example.org",
                        OtlpForm.GRPC,
                        Map.of("api-key", "hunter2hunter2"),
                        Duration.ofSeconds(3),
                        new TraceSettings(1, false, Untrusted.RESTART),
                        Duration.ofSeconds(30)));
        assertThat(read.toString()).contains("api-key").doesNotContain("hunter2");
    }

    @Test
    void withoutTheSectionNothingIsSent() throws Exception {
        assertThat(file("off").load().telemetry()).isNull();
    }

    @Test
    void aHeadersValueIsNotShown() throws Exception {
        SettingsFile file =
                file("{otlp: {endpoint: \"http://a:1\", headers: [{name: k, value: hunter2hunter2}]}, traces: {}}");
        file.load();

        assertThat(file.show()).contains("name: k").doesNotContain("hunter2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{otlp: {endpoint: \"http://a:4318\"}} | 'telemetry' sends nothing",
                "{otlp: {endpoint: \"http://a:4318\"}, metrics: {every: 200ms}} | figures are sent every 1s at most",
                "{otlp: {endpoint: \"http://a:4317\", protocol: grpc, }, traces: off} | 'telemetry' sends nothing",
                "{otlp: {endpoint: \"http://a:4317/x\", protocol: grpc}, traces: {}} | a receiver of gRPC has no path",
                "{otlp: {endpoint: \"http://a:4318/v1/traces\"}, traces: {}} | remove /v1/traces from the endpoint",
                "{otlp: {endpoint: \"http://a:4317\"}, traces: {}} | port 4317 usually speaks OTLP over gRPC",
                "{otlp: {endpoint: \"http://a:99999\"}, traces: {}} | names no host and port",
                "{otlp: {endpoint: \"http://me:pw@a:4318\"}, traces: {}} | use 'headers'",
                "{traces: {}} | otlp",
            })
    void aMistakeIsNamed(String telemetry, String said) {
        assertThat(problems(file(telemetry))).singleElement().asString().contains(said);
    }
}
