// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.google.protobuf.ByteString;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import io.grpc.testing.integration.EmptyProtos.Empty;
import io.grpc.testing.integration.Messages.EchoStatus;
import io.grpc.testing.integration.Messages.Payload;
import io.grpc.testing.integration.Messages.ResponseParameters;
import io.grpc.testing.integration.Messages.SimpleRequest;
import io.grpc.testing.integration.Messages.StreamingInputCallRequest;
import io.grpc.testing.integration.Messages.StreamingInputCallResponse;
import io.grpc.testing.integration.Messages.StreamingOutputCallRequest;
import io.grpc.testing.integration.Messages.StreamingOutputCallResponse;
import io.grpc.testing.integration.TestServiceGrpc;
import io.grpc.testing.integration.UnimplementedServiceGrpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls of gRPC through the dispatcher, from Google's client to Google's test service: cases of its interop tests. */
final class GrpcIT {

    private static final int PATIENCE_S = 10;

    private GrpcNode a;
    private GrpcNode b;
    private TestDispatcher dispatcher;
    private ManagedChannel channel;

    @BeforeEach
    void start() throws IOException {
        a = new GrpcNode();
        b = new GrpcNode();
        dispatcher = TestDispatcher.start(TestSettings.of()
                .andNode("a", a.port())
                .andNode("b", b.port())
                .http2Nodes()
                .loops(1));
        channel = NettyChannelBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), dispatcher.port()))
                .usePlaintext()
                .build();
    }

    @AfterEach
    void stop() throws InterruptedException {
        channel.shutdownNow().awaitTermination(PATIENCE_S, TimeUnit.SECONDS);
        dispatcher.close();
        a.close();
        b.close();
    }

    private TestServiceGrpc.TestServiceBlockingStub blocking() {
        return TestServiceGrpc.newBlockingStub(channel).withDeadlineAfter(PATIENCE_S, TimeUnit.SECONDS);
    }

    private TestServiceGrpc.TestServiceStub stub() {
        return TestServiceGrpc.newStub(channel).withDeadlineAfter(PATIENCE_S, TimeUnit.SECONDS);
    }

    private static Payload payload(int octets) {
        return Payload.newBuilder()
                .setBody(ByteString.copyFrom(new byte[octets]))
                .build();
    }

    /** Cancels its call as soon as a first message has come. */
    private static final class Impatient
            implements ClientResponseObserver<StreamingOutputCallRequest, StreamingOutputCallResponse> {

        final CompletableFuture<Status.Code> end = new CompletableFuture<>();
        private final CompletableFuture<ClientCallStreamObserver<StreamingOutputCallRequest>> call =
                new CompletableFuture<>();

        @Override
        public void beforeStart(ClientCallStreamObserver<StreamingOutputCallRequest> begun) {
            call.complete(begun);
        }

        @Override
        public void onNext(StreamingOutputCallResponse message) {
            call.join().cancel("one is enough", null);
        }

        @Override
        public void onError(Throwable thrown) {
            end.complete(Status.fromThrowable(thrown).getCode());
        }

        @Override
        public void onCompleted() {
            end.complete(Status.Code.OK);
        }
    }

    /** The messages of a call and its end, as they come. */
    private record Heard<T>(BlockingQueue<Object> all) implements StreamObserver<T> {

        Heard() {
            this(new ArrayBlockingQueue<>(100));
        }

        @Override
        public void onNext(T message) {
            all.add(message);
        }

        @Override
        public void onError(Throwable thrown) {
            all.add(Status.fromThrowable(thrown).getCode());
        }

        @Override
        public void onCompleted() {
            all.add("END");
        }

        Object next() throws InterruptedException {
            return all.poll(PATIENCE_S, TimeUnit.SECONDS);
        }
    }

    @Test
    void callsOfOneChannelAreBalancedOverTheNodes() {
        for (int i = 0; i < 30; i++) {
            blocking().emptyCall(Empty.getDefaultInstance());
        }

        assertThat(a.calls() + b.calls()).isEqualTo(30);
        assertThat(a.calls()).isBetween(8, 22);
        assertThat(List.of(a.connections(), b.connections())).containsExactly(1, 1);
    }

    @Test
    void largeMessagesPassInBothDirections() {
        var answer = blocking()
                .unaryCall(SimpleRequest.newBuilder()
                        .setResponseSize(314_159)
                        .setPayload(payload(271_828))
                        .build());

        assertThat(answer.getPayload().getBody().size()).isEqualTo(314_159);
    }

    @Test
    void aClientStreams() throws InterruptedException {
        Heard<StreamingInputCallResponse> heard = new Heard<>();
        StreamObserver<StreamingInputCallRequest> call = stub().streamingInputCall(heard);
        for (int octets : new int[] {27_182, 8, 1828, 45_904}) {
            call.onNext(StreamingInputCallRequest.newBuilder()
                    .setPayload(payload(octets))
                    .build());
        }
        call.onCompleted();

        assertThat(heard.next())
                .isEqualTo(StreamingInputCallResponse.newBuilder()
                        .setAggregatedPayloadSize(74_922)
                        .build());
        assertThat(heard.next()).isEqualTo("END");
    }

    @Test
    void aServerStreams() {
        StreamingOutputCallRequest.Builder request = StreamingOutputCallRequest.newBuilder();
        int[] sizes = {31_415, 9, 2653, 58_979};
        for (int size : sizes) {
            request.addResponseParameters(ResponseParameters.newBuilder().setSize(size));
        }
        List<Integer> got = new ArrayList<>();
        Iterator<StreamingOutputCallResponse> answers = blocking().streamingOutputCall(request.build());
        answers.forEachRemaining(each -> got.add(each.getPayload().getBody().size()));

        assertThat(got).containsExactly(31_415, 9, 2653, 58_979);
    }

    @Test
    void bothSidesTakeTurns() throws InterruptedException {
        Heard<StreamingOutputCallResponse> heard = new Heard<>();
        StreamObserver<StreamingOutputCallRequest> call = stub().fullDuplexCall(heard);
        for (int size : new int[] {31_415, 9, 2653, 58_979}) {
            call.onNext(StreamingOutputCallRequest.newBuilder()
                    .addResponseParameters(ResponseParameters.newBuilder().setSize(size))
                    .setPayload(payload(100))
                    .build());
            Object answer = heard.next();
            assertThat(answer)
                    .isInstanceOfSatisfying(
                            StreamingOutputCallResponse.class,
                            each -> assertThat(each.getPayload().getBody().size())
                                    .isEqualTo(size));
        }
        call.onCompleted();

        assertThat(heard.next()).isEqualTo("END");
    }

    @Test
    void aStreamMayBeEmpty() throws InterruptedException {
        Heard<StreamingOutputCallResponse> heard = new Heard<>();
        stub().fullDuplexCall(heard).onCompleted();

        assertThat(heard.next()).isEqualTo("END");
    }

    @Test
    void aStatusAndItsMessagePass() {
        String message = "\t\ntest with whitespace\r\nand Unicode BMP \u263a and non-BMP \ud83d\ude08\t\n";
        SimpleRequest request = SimpleRequest.newBuilder()
                .setResponseStatus(EchoStatus.newBuilder().setCode(2).setMessage(message))
                .build();

        assertThatThrownBy(() -> blocking().unaryCall(request))
                .isInstanceOfSatisfying(StatusRuntimeException.class, thrown -> {
                    assertThat(thrown.getStatus().getCode()).isEqualTo(Status.Code.UNKNOWN);
                    assertThat(thrown.getStatus().getDescription()).isEqualTo(message);
                });
    }

    @Test
    void metadataPassInHeadAndTrailers() {
        Metadata.Key<String> initial = Metadata.Key.of("x-grpc-test-echo-initial", Metadata.ASCII_STRING_MARSHALLER);
        Metadata.Key<byte[]> trailing =
                Metadata.Key.of("x-grpc-test-echo-trailing-bin", Metadata.BINARY_BYTE_MARSHALLER);
        Metadata sent = new Metadata();
        sent.put(initial, "test_initial_metadata_value");
        sent.put(trailing, new byte[] {(byte) 0xab, (byte) 0xab, 0});
        AtomicReference<Metadata> head = new AtomicReference<>();
        AtomicReference<Metadata> trailers = new AtomicReference<>();

        blocking()
                .withInterceptors(
                        MetadataUtils.newAttachHeadersInterceptor(sent),
                        MetadataUtils.newCaptureMetadataInterceptor(head, trailers))
                .emptyCall(Empty.getDefaultInstance());

        Metadata ending = Objects.requireNonNull(trailers.get());
        assertThat(Objects.requireNonNull(head.get()).get(initial)).isEqualTo("test_initial_metadata_value");
        assertThat(ending.get(trailing)).containsExactly(0xab, 0xab, 0);
        assertThat(ending.keys()).doesNotContain("endpoint-load-metrics-bin");
    }

    @Test
    void whatIsNotImplementedIsSaid() {
        assertThatThrownBy(() ->
                        UnimplementedServiceGrpc.newBlockingStub(channel).unimplementedCall(Empty.getDefaultInstance()))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        thrown -> assertThat(thrown.getStatus().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED));
    }

    @Test
    void aCallThatIsCancelledLeavesTheConnectionsAlone() throws Exception {
        StreamingOutputCallRequest slow = StreamingOutputCallRequest.newBuilder()
                .addResponseParameters(ResponseParameters.newBuilder().setSize(1))
                .addResponseParameters(
                        ResponseParameters.newBuilder().setSize(1).setIntervalUs(5_000_000))
                .build();
        for (int i = 0; i < 6; i++) {
            Impatient client = new Impatient();
            stub().streamingOutputCall(slow, client);
            assertThat(client.end.get(PATIENCE_S, TimeUnit.SECONDS)).isEqualTo(Status.Code.CANCELLED);
        }
        blocking().emptyCall(Empty.getDefaultInstance());

        assertThat(List.of(a.connections(), b.connections()))
                .allSatisfy(count -> assertThat(count).isLessThan(2));
    }

    @Test
    void aCallWithoutANodeIsUnavailable() {
        a.close();
        b.close();

        assertThatThrownBy(() -> blocking().emptyCall(Empty.getDefaultInstance()))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        thrown -> assertThat(thrown.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE));
    }

    @Test
    void loadReportsInTrailersAreRead() {
        for (int i = 0; i < 10; i++) {
            blocking().emptyCall(Empty.getDefaultInstance());
        }

        assertThat(dispatcher.control().cluster("shop").nodes())
                .extracting(NodeView::agent)
                .allSatisfy(agent -> assertThat(agent.figures()).containsExactly(entry("OS_CPU_USED%", 25.0)));
    }
}
