// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.grpc.ForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.testing.integration.TestServiceImpl;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/** A node with the test service of gRPC, which reports behind each call that a quarter of its CPU is busy. */
final class GrpcNode implements Closeable {

    private static final Metadata.Key<byte[]> REPORT =
            Metadata.Key.of("endpoint-load-metrics-bin", Metadata.BINARY_BYTE_MARSHALLER);

    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final HealthStatusManager health = new HealthStatusManager();
    private final Server server;

    GrpcNode() throws IOException {
        List<ServerInterceptor> interceptors = new ArrayList<>(TestServiceImpl.interceptors());
        interceptors.add(new Counter());
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(ServerInterceptors.intercept(new TestServiceImpl(executor), interceptors))
                .addService(health.getHealthService())
                .addTransportFilter(new ServerTransportFilter() {
                    @Override
                    public io.grpc.Attributes transportReady(io.grpc.Attributes attributes) {
                        connections.incrementAndGet();
                        return attributes;
                    }
                })
                .build()
                .start();
    }

    int port() {
        return server.getPort();
    }

    /** Sets what the node says of a service, or of itself with an empty name, when it is asked for its health. */
    void serves(String service, boolean serving) {
        health.setStatus(service, serving ? ServingStatus.SERVING : ServingStatus.NOT_SERVING);
    }

    int calls() {
        return calls.get();
    }

    int connections() {
        return connections.get();
    }

    private final class Counter implements ServerInterceptor {

        @Override
        public <A, B> ServerCall.Listener<A> interceptCall(
                ServerCall<A, B> call, Metadata head, ServerCallHandler<A, B> next) {
            calls.incrementAndGet();
            return next.startCall(
                    new ForwardingServerCall.SimpleForwardingServerCall<>(call) {
                        @Override
                        public void close(Status status, Metadata trailers) {
                            trailers.put(REPORT, report());
                            super.close(status, trailers);
                        }
                    },
                    head);
        }
    }

    /** ORCA's message with cpu_utilization alone. */
    private static byte[] report() {
        return ByteBuffer.allocate(9)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 9)
                .putDouble(0.25)
                .array();
    }

    @Override
    public void close() {
        server.shutdownNow();
        executor.shutdownNow();
    }
}
