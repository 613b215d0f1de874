// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The receiver of traces and figures by OTLP, and what it is sent.
 *
 * @param service the name under which this dispatcher is known there
 * @param endpoint where the receiver listens: scheme, host and port, and over HTTP perhaps the beginning of a path
 * @param headers sent with each message; secret
 * @param timeout of one message
 * @param traces null when no request is traced
 * @param every the time between two messages with figures; null when none are sent
 */
public record TelemetrySettings(
        String service,
        String endpoint,
        OtlpForm protocol,
        Map<String, String> headers,
        Duration timeout,
        @Nullable TraceSettings traces,
        @Nullable Duration every) {

    public TelemetrySettings {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** The form of OTLP. */
    public enum OtlpForm {
        /** Protobuf in requests of HTTP. */
        HTTP,
        GRPC
    }

    /**
     * The requests that are traced.
     *
     * @param ratio share of those for which no caller has decided, 0.0 to 1.0
     * @param parent a trusted caller's decision counts
     * @param untrusted what becomes of the trace that a client names who is not trusted
     */
    public record TraceSettings(double ratio, boolean parent, Untrusted untrusted) {}

    /** Treatment of traces that clients name who are not trusted. */
    public enum Untrusted {
        /** The trace goes on, and the ratio decides whether it is recorded here. */
        CONTINUE,
        /** A new trace begins. */
        RESTART
    }

    /** The same settings; without the values of headers. */
    @Override
    public String toString() {
        return "TelemetrySettings[service=" + service + ", endpoint=" + endpoint + ", protocol=" + protocol
                + ", headers=" + headers.keySet() + ", timeout=" + timeout + ", traces=" + traces + ", every=" + every
                + "]";
    }
}
