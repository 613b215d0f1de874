// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RequestBodyTest {

    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";
    private static final int LARGEST = (1 << 20) - 1;

    private final RequestBody body = new RequestBody();

    private void start(String field, boolean payload) {
        byte[] octets = ("POST / HTTP/1.1\r\nHost: a\r\n" + field + "\r\n").getBytes(StandardCharsets.US_ASCII);
        RequestHead head = new RequestHead();
        assertThat(head.read(octets, 0, octets.length, RequestLimits.DEFAULTS)).isEqualTo(octets.length);
        body.start(head, payload, RequestLimits.DEFAULTS, FieldNames.NONE);
    }

    private static ByteBuf piece(int length) {
        int at = RequestBody.PAYLOAD_ROOM;
        return Unpooled.wrappedBuffer(new byte[at + length]).setIndex(at, at + length);
    }

    @Test
    void theLargestPieceHasRoomForItsSize() {
        start(CHUNKED, true);
        body.take(piece(1), false);
        ByteBuf largest = piece(LARGEST);

        assertThat(body.take(largest, false)).isEqualTo(LARGEST);

        assertThat(body.passFrom()).isZero();
        assertThat(largest.toString(0, RequestBody.PAYLOAD_ROOM, StandardCharsets.US_ASCII))
                .isEqualTo("\r\nfffff\r\n");
        assertThat(body.passEnd()).isEqualTo(RequestBody.PAYLOAD_ROOM + LARGEST);
        assertThat(largest.isReadable()).isFalse();
    }

    @Test
    void aPieceWithoutThatRoomIsRefused() {
        start(CHUNKED, true);

        assertThatThrownBy(() -> body.take(piece(LARGEST + 1), false)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRequestWithoutABodyIsWholeAtOnce() {
        start("", true);

        assertThat(body.whole()).isTrue();
        assertThat(body.refusal()).isNull();
    }

    @Test
    void payloadBehindARequestWithoutABodyIsRefused() {
        start("Content-Length: 0\r\n", true);

        body.take(piece(1), true);

        assertThat(body.refusal()).isEqualTo(Refusal.BAD_LENGTH);
    }

    @Test
    void framedOctetsTellTheirEnd() {
        start(CHUNKED, false);
        ByteBuf in = Unpooled.copiedBuffer("1\r\na\r\n0\r\n\r\nGET", StandardCharsets.US_ASCII);

        assertThat(body.take(in, false)).isEqualTo(11);

        assertThat(body.whole()).isTrue();
        assertThat(in.toString(StandardCharsets.US_ASCII)).isEqualTo("GET");
    }

    @Test
    void oneBodyLeavesNothingToTheNext() {
        start("Content-Length: 2\r\n", true);
        body.take(piece(2), false);
        assertThat(body.tail().length()).isEqualTo(1);

        start(CHUNKED, false);

        assertThat(body.tail().length()).isZero();
        assertThat(body.whole()).isFalse();
        start("Content-Length: 2\r\n", true);
        assertThat(body.tail().length()).isZero();
        assertThat(body.refusal()).isNull();
    }
}
