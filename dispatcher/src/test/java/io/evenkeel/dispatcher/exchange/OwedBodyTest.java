// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.NodeTimeouts;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that go while a client owes a part of its request, in memory: a client must not bring failures on them. */
class OwedBodyTest {

    private static final String FIELDS = "POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 5\r\n";
    private static final String POST = FIELDS + "\r\n";
    private static final String EXPECTS = FIELDS + "Expect: 100-continue\r\n\r\n";
    private static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

    private final MemoryStand stand = new MemoryStand(1);
    private final Peer client = stand.client();

    private Peer asks(String request) {
        client.sends(request);
        Peer node = stand.node(1);
        node.got();
        return node;
    }

    private static void goes(Peer node, boolean inOrder) {
        if (inOrder) {
            node.ends();
        } else {
            node.breaks();
        }
    }

    private void endsWith(String answer, int failed, int abandoned) {
        assertThat(client.got()).contains(answer);
        assertThat(stand.counts(1).failed()).as("failed").isEqualTo(failed);
        assertThat(stand.counts(1).abandoned()).as("abandoned").isEqualTo(abandoned);
        assertThat(stand.inFlight()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"'', true", "'', false", "hel, true", "hel, false"})
    void aNodeThatWaitsForTheBodyMayGo(String part, boolean inOrder) {
        Peer node = asks(POST + part);

        goes(node, inOrder);

        endsWith("HTTP/1.1 502 ", 0, 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void soMayOneThatHasAskedForTheBody(boolean inOrder) {
        Peer node = asks(EXPECTS);
        node.sends(CONTINUE);
        assertThat(client.got()).startsWith("HTTP/1.1 100 ");

        goes(node, inOrder);

        endsWith("HTTP/1.1 502 ", 0, 1);
    }

    @Test
    void aNodeThatOwesTheWordToGoOnFails() {
        Peer node = asks(EXPECTS);

        node.ends();

        endsWith("HTTP/1.1 502 ", 1, 0);
    }

    /** Only 100 (Continue) is the word to go on. */
    @ParameterizedTest
    @ValueSource(ints = {102, 103})
    void soDoesOneThatSaysSomethingElseInstead(int status) {
        Peer node = asks(EXPECTS);
        node.sends("HTTP/1.1 " + status + " x\r\n\r\n");
        assertThat(client.got()).startsWith("HTTP/1.1 " + status + " ");

        stand.pass(NodeTimeouts.DEFAULTS.response().plusSeconds(1));

        endsWith("HTTP/1.1 504 ", 1, 0);
    }

    @Test
    void aNodeThatHasTheWholeBodyFails() {
        Peer node = asks(POST + "hello");

        node.ends();

        endsWith("HTTP/1.1 502 ", 1, 0);
    }

    /** The client has sent what it could. */
    @Test
    void aNodeThatTakesNoMoreFails() {
        Peer node = asks(POST);
        node.takes(1);
        client.sends("he");
        assertThat(client.isHeldBack()).isTrue();

        node.ends();

        endsWith("HTTP/1.1 502 ", 1, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1 200 OK|Content-, HTTP/1.1 502 ",
        "HTTP/1.1 200 OK|Content-Length: 4||ab, ab",
        "HTTP/1.1 100 Continue||HTTP/1.1 2, HTTP/1.1 502 "
    })
    void aNodeThatBreaksOffItsAnswerFails(String part, String got) {
        Peer node = asks(POST);
        node.sends(part.replace("|", "\r\n"));

        node.ends();

        endsWith(got, 1, 0);
    }
}
