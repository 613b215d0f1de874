// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import org.junit.jupiter.api.Test;

/** A node that answers 503 with {@code Retry-After}, in memory. */
class RestingNodeTest {

    private static final String GET = "GET / HTTP/1.1\r\nHost: shop\r\n\r\n";
    private static final String BUSY = "HTTP/1.1 503 Busy\r\nRetry-After: 20\r\nContent-Length: 0\r\n\r\n";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    @Test
    void theAnswerIsTheClientsAndTheNextRequestIsAnothersNode() {
        MemoryStand stand = new MemoryStand(2);
        Peer client = stand.client();
        client.sends(GET);
        stand.answer(1, BUSY);

        assertThat(client.got()).startsWith("HTTP/1.1 503 Busy\r\n").contains("\r\nRetry-After: 20\r\n");
        client.sends(GET);
        stand.answer(2, OK);
        assertThat(client.got()).endsWith("ok");
    }

    @Test
    void theOnlyNodeIsAskedAgainAtOnce() {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        client.sends(GET);
        stand.answer(1, BUSY);
        client.got();

        client.sends(GET);
        stand.answer(1, OK);

        assertThat(client.got()).endsWith("ok");
    }
}
