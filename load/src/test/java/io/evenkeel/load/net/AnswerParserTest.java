// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AnswerParserTest {

    private static final String CHUNKED =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nT: 1\r\n\r\n";

    @Test
    void readsEveryFraming() throws ProtocolException {
        assertThat(read("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc").body())
                .isEqualTo("abc");
        assertThat(read(CHUNKED).body()).isEqualTo("abcde");
        assertThat(read(CHUNKED).bodyLength()).isEqualTo(5);
        assertThat(read("HTTP/1.1 200 OK\r\n\r\nto the end").body()).isEqualTo("to the end");
        assertThat(read("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n")
                        .status())
                .isEqualTo(204);
        ServerAnswer two =
                read("HTTP/1.1 303 See Other\r\nset-cookie: a=1\r\nSet-Cookie:b=2 \r\nContent-Length: 0\r\n\r\n");
        assertThat(two.fields("Set-Cookie")).containsExactly("a=1", "b=2");
        assertThat(two.field("set-cookie")).isEqualTo("a=1");
        assertThat(two.field("Cookie")).as("the end of another name").isNull();
    }

    @Test
    void itDoesNotMatterHowTheOctetsCome() throws ProtocolException {
        for (int first = 1; first < CHUNKED.length(); first++) {
            AnswerParser parser = new AnswerParser();
            parser.begin(true, false);
            ByteBuf whole = octets(CHUNKED);
            assertThat(parser.feed(whole.readSlice(first))).isFalse();
            assertThat(parser.feed(whole)).as("cut at %d", first).isTrue();
            assertThat(parser.body()).isEqualTo("abcde");
        }
    }

    @Test
    void shortAnswerIsNoAnswer() throws ProtocolException {
        for (int end = 0; end < CHUNKED.length(); end++) {
            AnswerParser parser = new AnswerParser();
            parser.begin(true, false);
            assertThat(parser.feed(octets(CHUNKED.substring(0, end))))
                    .as("first %d bytes", end)
                    .isFalse();
            assertThat(parser.end()).isFalse();
        }
    }

    @Test
    void whatFollowsBelongsToTheNextAnswer() throws ProtocolException {
        ByteBuf two =
                octets("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n");
        AnswerParser parser = new AnswerParser();
        parser.begin(true, false);
        assertThat(parser.feed(two)).isTrue();
        assertThat(two.isReadable()).isTrue();
        parser.begin(true, false);
        assertThat(parser.feed(two)).isTrue();
        assertThat(parser.status()).isEqualTo(404);
    }

    @Test
    void theAnswerToAHeadHasNoBody() throws ProtocolException {
        AnswerParser parser = new AnswerParser();
        parser.begin(false, true);
        assertThat(parser.feed(octets("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")))
                .isTrue();
    }

    @Test
    void nonsenseIsRefused() {
        for (String odd : new String[] {
            "SSH-2.0-x\r\n\r\n",
            "HTTP/1.1 2x0 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 9999999999999999999\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nq\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
        }) {
            assertThatThrownBy(() -> read(odd)).as(odd).isInstanceOf(ProtocolException.class);
        }
    }

    @Test
    void tlsWhereHttpWasExpectedIsNamed() {
        byte[] alert = {21, 3, 3, 0, 2, 2, 80};
        assertThatThrownBy(() -> read(new String(alert, StandardCharsets.ISO_8859_1)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("speaks TLS; write https://");
    }

    @Test
    void connectionIsKeptUnlessTheAnswerSaysNo() throws ProtocolException {
        assertThat(read("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").isLast())
                .isFalse();
        assertThat(read("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                        .isLast())
                .isTrue();
        assertThat(read("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n").isLast())
                .isTrue();
        assertThat(read("HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n")
                        .isLast())
                .isFalse();
        assertThat(read("HTTP/1.1 200 OK\r\n\r\nabc").isLast()).isTrue();
    }

    private static AnswerParser read(String text) throws ProtocolException {
        AnswerParser parser = new AnswerParser();
        parser.begin(true, false);
        assertThat(parser.feed(octets(text)) || parser.end()).isTrue();
        return parser;
    }

    private static ByteBuf octets(String text) {
        return Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
