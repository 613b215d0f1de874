// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.EngineSettings.Transport;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.Wire;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Every request of the tables, in one write and one byte at a time, on both transports. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestIT {

    private final Stand epoll = Stand.on(Transport.AUTO);
    private final Stand nio = Stand.on(Transport.NIO);

    @AfterAll
    void stop() throws IOException {
        epoll.close();
        nio.close();
    }

    @TestFactory
    Stream<DynamicContainer> refuses() {
        return tests(RefusedRequests.all());
    }

    @TestFactory
    Stream<DynamicContainer> forwards() {
        return tests(ForwardedRequests.all());
    }

    private Stream<DynamicContainer> tests(List<RequestCase> cases) {
        return Stream.of(
                DynamicContainer.dynamicContainer(
                        "whole",
                        cases.stream().map(c -> DynamicTest.dynamicTest(c.name(), () -> play(epoll, c, false)))),
                DynamicContainer.dynamicContainer(
                        "bytewise",
                        cases.stream()
                                .filter(c -> c.raw().length() < 20_000)
                                .map(c ->
                                        DynamicTest.dynamicTest(c.name() + ", bytewise", () -> play(epoll, c, true)))),
                DynamicContainer.dynamicContainer(
                        "nio",
                        cases.stream()
                                .map(c -> DynamicTest.dynamicTest(c.name() + ", nio", () -> play(nio, c, false)))));
    }

    private static void play(Stand stand, RequestCase c, boolean bytewise) throws Exception {
        Stand.naming(c.name(), c.raw(), () -> tryOut(stand, c, bytewise));
    }

    private static void tryOut(Stand stand, RequestCase c, boolean bytewise) throws Exception {
        stand.settle();
        long bytesBefore = stand.receivedBytes();
        int requestsBefore = stand.requests().size();
        try (RawClient client = stand.connect()) {
            byte[] raw = Wire.bytes(c.raw());
            if (bytewise) {
                client.sendBytewise(raw);
            } else {
                client.trySend(raw);
            }
            Message answer = client.response(c.method());
            if (c.status() == RequestCase.FORWARDED) {
                assertThat(answer.status()).as("status of %s", answer).isEqualTo(200);
                assertThat(stand.requests()).as("requests that reached a node").hasSize(requestsBefore + 1);
                Message got = stand.requests().get(requestsBefore);
                Stand.checkForwarded(got);
                c.check().accept(got);
                if (!got.method().equals("HEAD")) {
                    assertThat(answer.text()).as("echoed body").isEqualTo(got.text());
                }
            } else {
                assertThat(answer.status()).as("status of %s", answer).isEqualTo(c.status());
                assertThat(answer.has("X-Seen")).as("answered by a node").isFalse();
                assertThat(answer.value("Connection")).as("Connection").isEqualToIgnoringCase("close");
                client.end();
                stand.settle();
                assertThat(stand.requests()).as("requests that reached a node").hasSize(requestsBefore);
                if (!c.inBody() || !bytewise) {
                    assertThat(stand.receivedBytes())
                            .as("bytes that reached a node")
                            .isEqualTo(bytesBefore);
                }
            }
        }
        assertThat(stand.takeMalformed()).as("malformed requests at the nodes").isEmpty();
    }
}
