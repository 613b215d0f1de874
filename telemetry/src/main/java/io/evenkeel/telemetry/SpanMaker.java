// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.telemetry;

import io.evenkeel.dispatcher.trace.AttemptSpan;
import io.evenkeel.dispatcher.trace.RequestSpan;
import io.evenkeel.dispatcher.trace.TraceParent;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the spans of a recorded request: the request as a server, the wait in the queue, and each attempt on a node as
 * a client, with the stable names of OpenTelemetry's conventions for HTTP.
 */
final class SpanMaker {

    private static final Set<String> METHODS =
            Set.of("CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE");

    private static final int FAILURE = 500;
    private static final int MISTAKE = 400;

    private final Resource resource;

    SpanMaker(Resource resource) {
        this.resource = resource;
    }

    /** Adds the spans of a request, its own first. */
    void add(RequestSpan request, List<SpanData> into) {
        SpanContext own = context(request, request.id());
        into.add(server(request, own));
        if (request.queuedAt() != 0) {
            into.add(new MadeSpan(
                    "queue",
                    SpanKind.INTERNAL,
                    context(request, request.queueSpan()),
                    own,
                    StatusData.unset(),
                    request.queuedAt(),
                    request.queuedTo(),
                    Attributes.empty(),
                    resource));
        }
        for (AttemptSpan attempt : request.attempts()) {
            into.add(client(request, attempt, own));
        }
    }

    private static SpanContext context(RequestSpan request, long id) {
        return SpanContext.create(trace(request), TraceParent.spanId(id), flags(request), state(request));
    }

    private static String trace(RequestSpan request) {
        return TraceParent.traceId(request.traceHi(), request.traceLo());
    }

    private static TraceFlags flags(RequestSpan request) {
        return TraceFlags.fromByte((byte) request.flags());
    }

    private static TraceState state(RequestSpan request) {
        if (request.state().isEmpty()) {
            return TraceState.getDefault();
        }
        var builder = TraceState.builder();
        String[] members = request.state().split(",", -1);
        // The builder puts each in front.
        for (int i = members.length - 1; i >= 0; i--) {
            String member = members[i].strip();
            int equals = member.indexOf('=');
            if (equals > 0) {
                builder.put(member.substring(0, equals), member.substring(equals + 1));
            }
        }
        return builder.build();
    }

    private SpanData server(RequestSpan request, SpanContext own) {
        AttributesBuilder attributes = Attributes.builder();
        method(request.method(), attributes);
        attributes
                .put("url.scheme", request.https() ? "https" : "http")
                .put("url.path", request.path())
                .put("client.address", request.client())
                .put("client.port", request.clientPort())
                .put("network.protocol.version", version(request.version()))
                .put("evenkeel.listener", request.listener())
                .put("evenkeel.attempts", request.attempts().size());
        server(request.host(), request.https(), attributes);
        if (!request.agent().isEmpty()) {
            attributes.put("user_agent.original", request.agent());
        }
        put("evenkeel.cluster", request.cluster(), attributes);
        put("evenkeel.refusal", request.reason(), attributes);
        put("evenkeel.broken_by", request.brokenBy(), attributes);
        int status = request.status();
        if (status != 0) {
            attributes.put("http.response.status_code", status);
        }
        boolean broken = request.brokenBy() != null;
        String error = status >= FAILURE
                ? request.reason() == null ? Integer.toString(status) : request.reason()
                : broken ? "broken by " + request.brokenBy() : null;
        put("error.type", error, attributes);
        return new MadeSpan(
                name(request),
                SpanKind.SERVER,
                own,
                request.parent() == 0
                        ? SpanContext.getInvalid()
                        : SpanContext.createFromRemoteParent(
                                trace(request), TraceParent.spanId(request.parent()), flags(request), state(request)),
                error == null ? StatusData.unset() : StatusData.error(),
                request.startNs(),
                request.endNs(),
                attributes.build(),
                resource);
    }

    private SpanData client(RequestSpan request, AttemptSpan attempt, SpanContext own) {
        AttributesBuilder attributes = Attributes.builder();
        method(request.method(), attributes);
        String host = attempt.host().indexOf(':') >= 0 ? "[" + attempt.host() + "]" : attempt.host();
        attributes
                .put(
                        "url.full",
                        (attempt.https() ? "https://" : "http://") + host + ":" + attempt.port() + request.path())
                .put("server.address", attempt.host())
                .put("server.port", attempt.port())
                .put("network.protocol.version", attempt.version())
                .put("evenkeel.node", attempt.node());
        put("evenkeel.cluster", request.cluster(), attributes);
        if (attempt.number() > 0) {
            attributes.put("http.request.resend_count", attempt.number());
        }
        if (attempt.status() != 0) {
            attributes.put("http.response.status_code", attempt.status());
        }
        String error = attempt.error() != null
                ? attempt.error()
                : attempt.status() >= MISTAKE ? Integer.toString(attempt.status()) : null;
        put("error.type", error, attributes);
        if (attempt.decision() != null) {
            Reasons.add(attempt.decision(), attributes);
        }
        return new MadeSpan(
                name(request),
                SpanKind.CLIENT,
                context(request, attempt.id()),
                own,
                error == null ? StatusData.unset() : StatusData.error(),
                attempt.startNs(),
                attempt.endNs(),
                attributes.build(),
                resource);
    }

    private static void put(String name, @Nullable String value, AttributesBuilder attributes) {
        if (value != null) {
            attributes.put(name, value);
        }
    }

    private static String name(RequestSpan request) {
        return METHODS.contains(request.method()) ? request.method() : "HTTP";
    }

    private static void method(String method, AttributesBuilder attributes) {
        if (METHODS.contains(method)) {
            attributes.put("http.request.method", method);
        } else {
            attributes.put("http.request.method", "_OTHER").put("http.request.method_original", method);
        }
    }

    private static void server(String host, boolean https, AttributesBuilder attributes) {
        if (host.isEmpty()) {
            return;
        }
        int colon = host.lastIndexOf(':');
        boolean port = colon > host.lastIndexOf(']')
                && colon < host.length() - 1
                && host.chars().skip(colon + 1L).allMatch(c -> c >= '0' && c <= '9')
                && host.length() - colon <= 6;
        attributes
                .put("server.address", port ? host.substring(0, colon) : host)
                .put("server.port", port ? Long.parseLong(host.substring(colon + 1)) : https ? 443 : 80);
    }

    /** {@code 1.1} of {@code HTTP/1.1}, {@code 2} of {@code HTTP/2.0}. */
    private static String version(String word) {
        String number = word.substring(word.indexOf('/') + 1);
        return number.endsWith(".0") && !number.equals("1.0") ? number.substring(0, number.length() - 2) : number;
    }
}
