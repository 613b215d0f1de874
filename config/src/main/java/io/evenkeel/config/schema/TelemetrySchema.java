// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.TelemetrySettings;
import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;

/** The keys that say what a receiver of OpenTelemetry is sent. */
final class TelemetrySchema {

    private static final Word<String> ENDPOINT = ScalarTypes.text(
            "URL",
            "the URL of a receiver of OTLP, such as http://127.0.0.1:4318; a password in it would be shown, so use 'headers'",
            "https?://([A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]{2,45}\\])(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]{0,1000})?");

    private static final Word<String> HEADER =
            ScalarTypes.text("field name", "the name of a field, such as api-key", "[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}");

    private static final Section FIELD = Section.of(
            "telemetry.otlp.header",
            Key.required("name", HEADER, "The field's name, such as `api-key`."),
            Key.required("value", ScalarTypes.LINE, "Its value, such as `${env:OTLP_KEY}`.")
                    .asSecret());

    private static final Section OTLP = Section.of(
            "telemetry.otlp",
            Key.required(
                    "endpoint",
                    ENDPOINT,
                    "Where the receiver listens: `http://host:4318` over HTTP, where `/v1/traces` and `/v1/metrics` are added, `http://host:4317` over gRPC, `https://` with TLS."),
            Key.of(
                    "protocol",
                    ScalarTypes.choice(TelemetrySettings.OtlpForm.class),
                    "http",
                    "The form of OTLP: `http` (Protobuf in requests of HTTP) or `grpc`."),
            Key.optional(
                    "headers", new Listing(FIELD, 0), "Fields that are sent along, such as a key of the receiver."),
            Key.of("timeout", ScalarTypes.DURATION, "10s", "Limit for one message."));

    private static final Section TRACES = Section.of(
                    "telemetry.traces",
                    Key.of(
                            "ratio",
                            ScalarTypes.SHARE,
                            "1%",
                            "The share of requests that are recorded when no trusted caller has decided."),
                    Key.of(
                            "parent",
                            ScalarTypes.TRUTH,
                            "true",
                            "Whether the decision of a caller in `trusted` of the listener counts: what it records is recorded here, what it does not is not."),
                    Key.of(
                            "untrusted",
                            ScalarTypes.choice(TelemetrySettings.Untrusted.class),
                            "continue",
                            "What becomes of the trace that any other client names: `continue`, it goes on and `ratio` decides whether it is recorded; `restart`, a new one begins."))
            .withOff();

    private static final Section METRICS = Section.of(
                    "telemetry.metrics", Key.of("every", ScalarTypes.DURATION, "10s", "The time between two messages."))
            .withOff();

    static final Section TELEMETRY = Section.of(
                    "telemetry",
                    Key.of(
                            "service",
                            ScalarTypes.LINE,
                            "evenkeel",
                            "The name of this dispatcher at the receiver (`service.name`)."),
                    Key.required("otlp", OTLP, "The receiver."),
                    Key.optional("traces", TRACES, "Requests that are traced; none when it is absent or `off`."),
                    Key.optional(
                            "metrics",
                            METRICS,
                            "The figures of `/metrics`, sent by OTLP; not sent when it is absent or `off`."))
            .withOff();

    private TelemetrySchema() {}
}
