// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that announce no octets and do not end with their head: before their stream has ended nobody knows whether
 * they are malformed, and a node must not get those (RFC 9113 §8.1.1).
 */
final class EmptyLengthTest {

    private static final int BOTH = FrameType.END_STREAM | FrameType.END_HEADERS;

    private final MemoryStand stand = new MemoryStand(1);
    private final FrameClient client = FrameClient.of(stand);

    /** The node that is asked by such a request. */
    private Peer asked() {
        client.posts(1, "/", "content-length", "0");
        return stand.node(1);
    }

    @Test
    void aNodeGetsNoWholeRequestBeforeTheStreamHasEnded() {
        Peer node = asked();

        assertThat(node.got()).contains("\r\nTransfer-Encoding: chunked\r\n").doesNotContain("ontent-length");
        client.lastData(1, "");
        assertThat(node.got()).isEqualTo("0\r\n\r\n");
        node.sends("HTTP/1.1 204 No Content\r\n\r\n");
        assertThat(client.got()).containsExactly("HEADERS 1 204 END");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DATA", "TRAILERS"})
    void aNodeNeverGetsAMalformedOneWhole(String what) {
        Peer node = asked();
        assertThat(node.got()).contains("\r\nTransfer-Encoding: chunked\r\n");

        if (what.equals("DATA")) {
            client.lastData(1, "x");
        } else {
            client.sends(FrameType.HEADERS, BOTH, 1, FrameLines.block(":path", "/"));
        }

        assertThat(client.got()).containsExactly("RST_STREAM 1 PROTOCOL_ERROR");
        assertThat(node.got()).isEmpty();
        assertThat(node.isOpen()).isFalse();
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void oneThatEndsWithItsHeadSaysThatItIsEmpty() {
        client.sends(FrameType.HEADERS, BOTH, 1, FrameClient.request("POST", "/", "content-length", "0"));

        assertThat(stand.node(1).got()).contains("\r\ncontent-length: 0\r\n").doesNotContain("ransfer-");
    }
}
