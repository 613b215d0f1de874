// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatusReaderTest {

    private static int read(StatusReader reader, String text) {
        return reader.read(Unpooled.copiedBuffer(text, ISO_8859_1));
    }

    @ParameterizedTest
    @CsvSource({
        "'HTTP/1.1 200 OK\r\n', 200",
        "'HTTP/1.0 404 Not Found\n', 404",
        "'HTTP/1.1 503\r\n', 503",
        "'HTTP/1.1 299 \n', 299",
        "'HTTP/1.1 101 Switching Protocols\r\n', 101",
        "'HTTP/1.1 100 Continue\r\nA: b\r\n\r\nHTTP/1.1 204 No Content\r\n', 204",
        "'HTTP/1.1 103 Early Hints\nLink: x\n\nHTTP/1.1 103 Early Hints\n\nHTTP/1.1 500 x\n', 500"
    })
    void readsTheStatus(String answer, int status) {
        assertThat(read(new StatusReader(), answer)).isEqualTo(status);
        StatusReader slow = new StatusReader();
        int found = StatusReader.MORE;
        ByteBuf bytes = Unpooled.copiedBuffer(answer, ISO_8859_1);
        while (bytes.isReadable()) {
            assertThat(found).isEqualTo(StatusReader.MORE);
            found = slow.read(bytes.readSlice(1));
        }
        assertThat(found).as("byte by byte").isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "220 mail.example.org ESMTP\r\n",
                "SSH-2.0-OpenSSH_9.6\r\n",
                "HTTP/2.0 200 OK\r\n",
                "HTTP/1.x 200 OK\r\n",
                "HTTP/1.1  200 OK\r\n",
                "HTTP/1.1 20 OK\r\n",
                "HTTP/1.1 2000 OK\r\n",
                "HTTP/1.1 2a0 OK\r\n",
                "HTTP/1.1 099 x\r\n",
                "HTTP/1.1\r\n",
                "\r\nHTTP/1.1 200 OK\r\n",
                "\u0015\u0003\u0003"
            })
    void refusesWhatIsNoAnswer(String text) {
        assertThat(read(new StatusReader(), text)).isEqualTo(StatusReader.NOT_HTTP);
    }

    @Test
    void refusesGarbageAtItsFirstWrongByte() {
        assertThat(read(new StatusReader(), "X")).isEqualTo(StatusReader.NOT_HTTP);
        assertThat(read(new StatusReader(), "HTTP/1")).isEqualTo(StatusReader.MORE);
    }

    @Test
    void givesUpOnEndlessHeads() {
        StatusReader reader = new StatusReader();
        assertThat(read(reader, "HTTP/1.1 100 Continue\r\n")).isEqualTo(StatusReader.MORE);
        int found = StatusReader.MORE;
        for (int i = 0; i < 40 && found == StatusReader.MORE; i++) {
            found = read(reader, "X: " + "y".repeat(1020) + "\r\n");
        }
        assertThat(found).isEqualTo(StatusReader.NOT_HTTP);
        assertThat(read(new StatusReader(), "HTTP/1.1 200 " + "y".repeat(5_000) + "\r\n"))
                .isEqualTo(200);
    }
}
