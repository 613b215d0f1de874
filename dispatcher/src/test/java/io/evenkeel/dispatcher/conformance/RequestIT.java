// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.Cover;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.Wire;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Every request of the tables in one write, and a sample of them one byte at a time, on the NIO transport and under
 * TLS; the slow tests have all of them all ways.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestIT {

    private static final int SAMPLE = 20;
    private static final int MOST_BYTEWISE = 20_000;

    private final Stand epoll = Stand.on(Way.USUAL);
    private final Stand nio = Stand.on(Way.NIO);
    private final Stand tls = Stand.on(Way.TLS);

    @AfterAll
    void stop() throws IOException {
        epoll.close();
        nio.close();
        tls.close();
    }

    @TestFactory
    Stream<DynamicContainer> refuses() {
        return some(RefusedRequests.all(), RefusedRequests.all());
    }

    @TestFactory
    Stream<DynamicContainer> forwards() {
        return some(ForwardedRequests.all(), ForwardedRequests.all(Cover.TLS));
    }

    @TestFactory
    @Tag("slow")
    Stream<DynamicContainer> refusesInEveryWay() {
        return inEveryWay(RefusedRequests.all(), RefusedRequests.all());
    }

    @TestFactory
    @Tag("slow")
    Stream<DynamicContainer> forwardsInEveryWay() {
        return inEveryWay(ForwardedRequests.all(), ForwardedRequests.all(Cover.TLS));
    }

    private Stream<DynamicContainer> some(List<RequestCase> all, List<RequestCase> secure) {
        List<RequestCase> sample = Stand.sample(all, SAMPLE);
        return Stream.of(
                container("whole", all, epoll, false),
                bytewise(sample),
                onNio(sample),
                underTls(Stand.sample(secure, SAMPLE)));
    }

    private Stream<DynamicContainer> inEveryWay(List<RequestCase> all, List<RequestCase> secure) {
        return Stream.of(bytewise(all), onNio(all), underTls(secure));
    }

    private DynamicContainer underTls(List<RequestCase> cases) {
        return container("under TLS", cases, tls, false);
    }

    private DynamicContainer bytewise(List<RequestCase> cases) {
        return container(
                "bytewise",
                cases.stream().filter(c -> c.raw().length() < MOST_BYTEWISE).toList(),
                epoll,
                true);
    }

    private DynamicContainer onNio(List<RequestCase> cases) {
        return container("nio", cases, nio, false);
    }

    private static DynamicContainer container(String way, List<RequestCase> cases, Stand stand, boolean bytewise) {
        return DynamicContainer.dynamicContainer(
                way,
                cases.stream()
                        .map(c -> DynamicTest.dynamicTest(
                                c.name() + ", " + way,
                                () -> Stand.naming(c.name(), c.raw(), () -> play(stand, c, bytewise)))));
    }

    private static void play(Stand stand, RequestCase c, boolean bytewise) throws Exception {
        stand.settle();
        if (c.status() == RequestCase.FORWARDED) {
            isForwarded(stand, c, bytewise);
        } else {
            isRefused(stand, c, bytewise);
        }
        assertThat(stand.takeMalformed()).as("malformed requests at the nodes").isEmpty();
    }

    private static void send(RawClient client, RequestCase c, boolean bytewise) throws IOException {
        byte[] raw = Wire.bytes(c.raw());
        if (bytewise) {
            client.sendBytewise(raw);
        } else {
            client.trySend(raw);
        }
    }

    private static void isForwarded(Stand stand, RequestCase c, boolean bytewise) throws Exception {
        int requestsBefore = stand.requests().size();
        try (RawClient client = stand.connect()) {
            send(client, c, bytewise);
            Message answer = client.response(c.method());
            assertThat(answer.status()).as("status of %s", answer).isEqualTo(200);
            assertThat(stand.requests()).as("requests that reached a node").hasSize(requestsBefore + 1);
            Message got = stand.requests().get(requestsBefore);
            Stand.checkForwarded(got);
            c.check().accept(got);
            assertThat(answer.text()).as("echoed body").isEqualTo(got.method().equals("HEAD") ? "" : got.text());
        }
    }

    private static void isRefused(Stand stand, RequestCase c, boolean bytewise) throws Exception {
        long bytesBefore = stand.receivedBytes();
        int requestsBefore = stand.requests().size();
        try (RawClient client = stand.connect()) {
            send(client, c, bytewise);
            Message answer = client.response(c.method());
            assertThat(answer.status()).as("status of %s", answer).isEqualTo(c.status());
            assertThat(answer.has("X-Seen")).as("answered by a node").isFalse();
            assertThat(answer.value("Connection")).as("Connection").isEqualToIgnoringCase("close");
            client.end();
            stand.settle();
            assertThat(stand.requests()).as("requests that reached a node").hasSize(requestsBefore);
            assertThat(stand.receivedBytes() - bytesBefore)
                    .as("bytes that reached a node")
                    .isLessThanOrEqualTo(c.inBody() && bytewise ? Long.MAX_VALUE : 0);
        }
    }
}
