// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.telemetry;

import com.google.protobuf.InvalidProtocolBufferException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** A receiver of OTLP over HTTP or gRPC that reads the messages with OpenTelemetry's own schema. */
final class OtlpCollector implements AutoCloseable {

    final List<Span> spans = new CopyOnWriteArrayList<>();
    final List<Metric> metrics = new CopyOnWriteArrayList<>();
    final List<Resource> resources = new CopyOnWriteArrayList<>();
    final List<String> keys = new CopyOnWriteArrayList<>();
    private @Nullable HttpServer http;
    private @Nullable Server grpc;

    /** Listens for HTTP; any free port for 0. */
    static OtlpCollector http(int port) throws IOException {
        OtlpCollector collector = new OtlpCollector();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/v1/traces", exchange -> collector.take(exchange, collector::traces));
        server.createContext("/v1/metrics", exchange -> collector.take(exchange, collector::figures));
        server.setExecutor(Executors.newSingleThreadExecutor());
        server.start();
        collector.http = server;
        return collector;
    }

    static OtlpCollector grpc() throws IOException {
        OtlpCollector collector = new OtlpCollector();
        collector.grpc = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(collector.service("opentelemetry.proto.collector.trace.v1.TraceService", collector::traces))
                .addService(collector.service(
                        "opentelemetry.proto.collector.metrics.v1.MetricsService", collector::figures))
                .build()
                .start();
        return collector;
    }

    int port() {
        return http == null
                ? Objects.requireNonNull(grpc).getPort()
                : http.getAddress().getPort();
    }

    private void take(HttpExchange exchange, Consumer<byte[]> reader) throws IOException {
        try (exchange) {
            InputStream in = exchange.getRequestBody();
            boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("api-key")));
            reader.accept((zipped ? new GZIPInputStream(in) : in).readAllBytes());
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private void traces(byte[] message) {
        try {
            ExportTraceServiceRequest.parseFrom(message).getResourceSpansList().forEach(each -> {
                resources.add(each.getResource());
                each.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList()));
            });
        } catch (InvalidProtocolBufferException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void figures(byte[] message) {
        try {
            ExportMetricsServiceRequest.parseFrom(message)
                    .getResourceMetricsList()
                    .forEach(each -> {
                        resources.add(each.getResource());
                        each.getScopeMetricsList().forEach(scope -> metrics.addAll(scope.getMetricsList()));
                    });
        } catch (InvalidProtocolBufferException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ServerServiceDefinition service(String name, Consumer<byte[]> reader) {
        MethodDescriptor<byte[], byte[]> method = MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(name, "Export"))
                .setRequestMarshaller(Octets.PLAIN)
                .setResponseMarshaller(Octets.PLAIN)
                .build();
        return ServerServiceDefinition.builder(name)
                .addMethod(method, (call, fields) -> {
                    keys.add(String.valueOf(fields.get(Metadata.Key.of("api-key", Metadata.ASCII_STRING_MARSHALLER))));
                    call.request(2);
                    return new Listening(call, reader);
                })
                .build();
    }

    /** The one message of a call, and an empty answer. */
    private static final class Listening extends ServerCall.Listener<byte[]> {

        private final ServerCall<byte[], byte[]> call;
        private final Consumer<byte[]> reader;

        Listening(ServerCall<byte[], byte[]> call, Consumer<byte[]> reader) {
            this.call = call;
            this.reader = reader;
        }

        @Override
        public void onMessage(byte[] message) {
            reader.accept(message);
        }

        @Override
        public void onHalfClose() {
            call.sendHeaders(new Metadata());
            call.sendMessage(new byte[0]);
            call.close(Status.OK, new Metadata());
        }
    }

    /** Messages as octets. */
    private enum Octets implements MethodDescriptor.Marshaller<byte[]> {
        PLAIN;

        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        if (http != null) {
            http.stop(0);
        }
        if (grpc != null) {
            grpc.shutdownNow();
        }
    }
}
