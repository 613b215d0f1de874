// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.hpack.FieldBlocks;
import io.evenkeel.dispatcher.http2.hpack.HpackDecoder;
import io.evenkeel.dispatcher.http2.hpack.HpackEncoder;
import io.evenkeel.dispatcher.kit.Wire;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests as a node gets them in HTTP/2. */
class RequestFieldsTest {

    private static FieldBlock block(String lines, boolean https, boolean trailers) {
        HeadBuffer head = new HeadBuffer(16);
        head.add(Wire.bytes(lines.replace("\n", "\r\n") + "\r\n"));
        HeadBuffer out = new HeadBuffer(16);
        RequestFields.write(head, https, trailers, new HpackEncoder(), out);
        FieldBlock block = new FieldBlock();
        block.begin(FieldBlocks.PLENTY, FieldBlocks.PLENTY);
        assertThat(new HpackDecoder(4096).decode(out.octets(), 0, out.length(), block))
                .isTrue();
        return block;
    }

    private static List<String> fields(String lines) {
        return FieldBlocks.words(block(lines, false, false));
    }

    @Test
    void hostIsTheAuthority() {
        assertThat(fields("GET /a?b HTTP/1.1\nAccept: */*\nHost:  a.test:81 \nCookie: a=b; c\n"))
                .containsExactly(
                        ":method=GET",
                        ":scheme=http",
                        ":authority=a.test:81",
                        ":path=/a?b",
                        "accept=*/*",
                        "cookie=a=b; c");
    }

    @Test
    void whatIsAboutAConnectionStaysBehind() {
        assertThat(fields("""
                POST / HTTP/1.1
                Host: a
                Transfer-Encoding: chunked
                Connection: x
                Keep-Alive: 5
                TE: x
                Proxy-Connection: close
                Upgrade: h2c
                Expect: 100-continue
                """))
                .containsExactly(":method=POST", ":scheme=http", ":authority=a", ":path=/", "expect=100-continue");
    }

    @Test
    void trailersAndTheSchemeAreTold() {
        assertThat(FieldBlocks.words(block("OPTIONS * HTTP/1.1\nHost: a\nContent-Length: 0\n", true, true)))
                .containsExactly(
                        ":method=OPTIONS",
                        ":scheme=https",
                        ":authority=a",
                        ":path=*",
                        "content-length=0",
                        "te=trailers");
    }

    @Test
    void fitWhenTheyCountNoMoreThanTheirReceiverTakes() {
        List<String> heads = List.of(
                "GET / HTTP/1.1\nHost: a\n",
                "POST /a?b HTTP/1.1\nX-A:\nHost:  a.test:81 \nX-B:\t b \u00e4 \nConnection: x\nTE: gzip\nKeep-Alive: 5\n",
                "GET /" + "p".repeat(3000) + " HTTP/1.1\nHost: a\n" + "x:\n".repeat(100));
        assertThat(heads).allSatisfy(lines -> {
            HeadBuffer head = new HeadBuffer(16);
            head.add(Wire.bytes(lines.replace("\n", "\r\n") + "\r\n"));
            long size = block(lines, true, true).size();
            assertThat(RequestFields.fit(head, size)).isTrue();
            assertThat(RequestFields.fit(head, size - 1)).isFalse();
            assertThat(RequestFields.fit(head, 0)).isFalse();
            assertThat(RequestFields.fit(head, Long.MAX_VALUE)).isTrue();
        });
    }

    /** The way there and back ends with the same request. */
    @Test
    void isWhatTheOtherSideComposes() {
        FieldBlock block = block("PUT /a HTTP/1.1\nHost: a\nX-A: b\nContent-Length: 7\n", false, false);
        HeadBuffer out = new HeadBuffer(16);
        assertThat(new RequestComposer(octets -> {}).compose(block, false, false, out))
                .isNull();

        RequestHead head = new RequestHead();
        assertThat(head.read(out.octets(), 0, out.length(), RequestLimits.DEFAULTS))
                .isEqualTo(out.length());
        assertThat(Wire.text(out.octets()))
                .startsWith("PUT /a HTTP/1.1\r\nHost: a\r\nx-a: b\r\ncontent-length: 7\r\n\r\n");
    }
}
