// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The octets of a chunked body that are passed on, however the body is cut. */
class ChunkReaderTest {

    /**
     * The octets of {@code raw} that are passed on when it comes in pieces of at most {@code most} octets; the rest are
     * octets that do not belong to the body.
     */
    static String passed(ChunkReader reader, String raw, int most) {
        byte[] octets = raw.getBytes(StandardCharsets.ISO_8859_1);
        StringBuilder out = new StringBuilder();
        reader.start(64 * 1024, 200);
        int at = 0;
        while (at < octets.length && !reader.done() && !reader.refused()) {
            int to = Math.min(octets.length, at + most);
            ByteBuf piece = Unpooled.copiedBuffer(octets, at, to - at);
            at += reader.read(piece, 0, to - at, false);
            out.append(piece.toString(0, reader.passEnd(), StandardCharsets.ISO_8859_1));
            piece.release();
        }
        if (!reader.done()) {
            return reader.refused() ? "refused" : "incomplete";
        }
        HeadBuffer trailer = reader.trailer();
        out.append(new String(trailer.octets(), 0, trailer.length(), StandardCharsets.ISO_8859_1));
        return out + new String(octets, at, octets.length - at, StandardCharsets.ISO_8859_1);
    }

    private static void passes(String raw, String wanted) {
        IntStream.rangeClosed(1, raw.length())
                .forEach(most -> assertThat(passed(new ChunkReader(), raw, most))
                        .as("in pieces of %s", most)
                        .isEqualTo(wanted));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ";a",
                ";a=b",
                " ;a=b",
                "\t;\ta",
                ";a = b",
                "; a=b",
                ";a=\"b\"",
                ";a=\" \t;\\\"\"",
                ";a;b;c=d",
                ";a=\"\"",
            })
    void leavesExtensionsOut(String extension) {
        String raw = "5" + extension + "\r\nhello\r\n00a" + extension + "\r\n0123456789\r\n0" + extension
                + "\r\n\r\nGET / HTTP/1.1";
        passes(raw, "5\r\nhello\r\n00a\r\n0123456789\r\n0\r\n\r\nGET / HTTP/1.1");
        passes("5" + extension + "\r\nhello\r\n0\r\nX: y\r\n\r\n", "5\r\nhello\r\n0\r\nX: y\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", ";", ";a=", ";a=\"b", ";a b", "; =b", ";a=\"b\"c", "x", " 5"})
    void refusesWhatIsNoExtension(String extension) {
        String raw = "5" + extension + "\r\nhello\r\n0\r\n\r\n";
        IntStream.rangeClosed(1, raw.length())
                .forEach(most -> assertThat(passed(new ChunkReader(), raw, most))
                        .as("in pieces of %s", most)
                        .isEqualTo("refused"));
    }

    @Test
    void passesABodyWithoutExtensionsAsItIs() {
        String raw = "5\r\nhello\r\n0\r\n\r\n";
        passes(raw, raw);
    }

    @Test
    void keepsLoadReportsOutOfTrailers() {
        passes(
                "0\r\nEndpoint-Load-Metrics: JSON {}\r\nX: y\r\nendpoint-load-metrics-bin: AA==\r\n\r\n",
                "0\r\nX: y\r\n\r\n");
    }
}
