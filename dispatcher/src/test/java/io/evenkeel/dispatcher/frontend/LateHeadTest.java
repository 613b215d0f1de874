// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The answer to a head that does not come whole: its method says whether it has a body (RFC 9110 §9.3.2). */
class LateHeadTest {

    private final MemoryStand stand = new MemoryStand(1, s -> s.clientTimeouts(400, 300, 1000), c -> {});
    private final Peer client = stand.client();

    private String late(String head) {
        client.sendsBytewise(head);
        stand.pass(Duration.ofMillis(450));
        String got = client.got();
        assertThat(got).startsWith("HTTP/1.1 408 ").contains("\r\nConnection: close\r\n");
        return got;
    }

    @ParameterizedTest
    @ValueSource(strings = {"HEAD / HTTP/1.1\r\nHost: a\r\n", "\r\n\r\nHEAD /long", "HEAD "})
    void hasNoBodyWhenItBeganAsAHeadRequest(String head) {
        assertThat(late(head)).endsWith("\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"GET /HEAD HTTP/1.1\r\nHost: a\r\n", "HEADER / HTTP/1.1\r\n", "HEAD", "head / HTTP/1.1\r\n"})
    void hasOneWhenItDidNot(String head) {
        assertThat(late(head)).endsWith(">\n");
    }

    @Test
    void isAboutTheRequestThatWaitsAlone() {
        client.sends("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n");
        stand.node(1).sends("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n");
        stand.pass(Duration.ofMillis(450));

        assertThat(client.got())
                .startsWith("HTTP/1.1 200 ")
                .contains("\r\n\r\nHTTP/1.1 408 ")
                .endsWith(">\n");
    }
}
