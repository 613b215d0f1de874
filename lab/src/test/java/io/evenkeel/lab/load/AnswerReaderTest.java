// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AnswerReaderTest {

    @Test
    void readsEveryFraming() throws IOException {
        assertThat(read("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc").body())
                .isEqualTo("abc");
        assertThat(
                        read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nT: 1\r\n\r\n")
                                .body())
                .isEqualTo("abcde");
        assertThat(read("HTTP/1.1 200 OK\r\n\r\nto the end").body()).isEqualTo("to the end");
        assertThat(read("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n")
                        .status())
                .isEqualTo(204);
        Answer two = read("HTTP/1.1 303 See Other\r\nset-cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 0\r\n\r\n");
        assertThat(two.all("Set-Cookie")).containsExactly("a=1", "b=2");
    }

    @Test
    void shortAnswerIsNoAnswer() {
        String whole = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
        for (int end = 0; end < whole.length(); end++) {
            String part = whole.substring(0, end);
            assertThatThrownBy(() -> read(part)).as("first %d bytes", end).isInstanceOf(EOFException.class);
        }
        assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc"))
                .isInstanceOf(EOFException.class);
    }

    @Test
    void nonsenseIsRefused() {
        for (String odd : new String[] {
            "SSH-2.0-x\r\n\r\n",
            "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
        }) {
            assertThatThrownBy(() -> read(odd)).as(odd).isInstanceOf(ProtocolException.class);
        }
    }

    @Test
    void connectionIsKeptUnlessTheAnswerSaysNo() throws IOException {
        assertThat(keeps("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")).isTrue();
        assertThat(keeps("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"))
                .isFalse();
        assertThat(keeps("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n")).isFalse();
        assertThat(keeps("HTTP/1.1 200 OK\r\n\r\nabc")).isFalse();
    }

    private static boolean keeps(String text) throws IOException {
        AnswerReader reader = new AnswerReader(stream(text));
        return reader.canContinue(reader.read());
    }

    private static Answer read(String text) throws IOException {
        return new AnswerReader(stream(text)).read();
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
