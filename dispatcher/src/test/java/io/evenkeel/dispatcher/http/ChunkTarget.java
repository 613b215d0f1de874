// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.Reading;
import io.evenkeel.dispatcher.kit.ReferenceReader;
import io.evenkeel.dispatcher.kit.Wire;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A fuzzer's target: a chunked body has the same end and data for the reader as for the reference, in whatever pieces
 * it comes, and what goes on is the same without extensions.
 */
public final class ChunkTarget {

    private static final byte[] HEAD = Wire.bytes("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");

    private ChunkTarget() {}

    /** Bodies with and without extensions and trailers. */
    static List<String> bodies() {
        return List.of(
                "5\r\nhello\r\n0\r\n\r\n",
                "5;a=b\r\nhello\r\n0;c=\"d\"\r\n\r\n",
                "1\r\nh\r\n4 ; x = \"y\\\"z\"\r\nello\r\n000 ;q\r\nT: v\r\nU: w\r\n\r\n",
                "0\r\n\r\n",
                "A\t;\ta\r\n0123456789\r\n00a;b;c\r\n0123456789\r\n0\r\nX-T:\r\n\r\n");
    }

    /** The bodies, each in pieces of one, four and 256 octets. */
    public static List<byte[]> seeds() {
        return bodies().stream()
                .flatMap(body -> Stream.of("\u0000", "\u0003", "\u00ff").map(most -> Wire.bytes(most + body)))
                .toList();
    }

    /** The entry of the fuzzer; the first octet is the length of the pieces, less one. */
    public static void fuzzerTestOneInput(byte[] octets) {
        if (octets.length < 2) {
            return;
        }
        int most = 1 + (octets[0] & 0xff);
        byte[] body = Arrays.copyOfRange(octets, 1, octets.length);
        agrees(new ChunkReader(), body, length -> most);
        passesOn(new ChunkReader(), body, most);
    }

    /**
     * True when the reader accepts the body; fails when the reference reader finds another end or other data.
     *
     * @param pieces the length of the next piece, at least 1, for the length of the whole
     */
    static boolean agrees(ChunkReader reader, byte[] body, IntUnaryOperator pieces) {
        Supplier<String> shown = () -> Wire.shown(body);
        StringBuilder data = new StringBuilder();
        reader.start(64 * 1024, 200);
        int at = 0;
        while (at < body.length && !reader.done() && !reader.refused()) {
            int length = Math.min(body.length - at, pieces.applyAsInt(body.length));
            ByteBuf piece = Unpooled.copiedBuffer(body, at, length);
            at += reader.read(piece, 0, length, true);
            data.append(piece.toString(0, reader.passEnd(), StandardCharsets.ISO_8859_1));
            piece.release();
        }
        Reading reading = ReferenceReader.request(behindHead(body), 0);
        if (reader.refused()) {
            assertThat(reading).as(shown).isNotInstanceOf(Reading.Whole.class);
        }
        if (!reader.done()) {
            return false;
        }
        assertThat(reading).as(shown).isInstanceOf(Reading.Whole.class);
        Reading.Whole whole = (Reading.Whole) reading;
        assertThat(at).as(shown).isEqualTo(whole.end() - HEAD.length);
        assertThat(data).as(shown).hasToString(whole.message().text());
        return true;
    }

    /** True when the body is passed on; fails when that is not the same data, well-formed and without extensions. */
    static boolean passesOn(ChunkReader reader, byte[] body, int most) {
        Supplier<String> shown = () -> Wire.shown(body);
        String passed = ChunkReaderTest.passed(reader, Wire.text(body), most);
        if (!reader.done()) {
            return false;
        }
        Reading came = ReferenceReader.request(behindHead(body), 0);
        Reading went = ReferenceReader.request(behindHead(Wire.bytes(passed)), 0);
        assertThat(went).as(shown).isInstanceOf(Reading.Whole.class);
        Reading.Whole whole = (Reading.Whole) went;
        assertThat(whole.message().text())
                .as(shown)
                .isEqualTo(((Reading.Whole) came).message().text());
        assertThat(withoutExtensions(passed.substring(0, whole.end() - HEAD.length)))
                .as(shown)
                .isTrue();
        return true;
    }

    private static byte[] behindHead(byte[] body) {
        byte[] request = Arrays.copyOf(HEAD, HEAD.length + body.length);
        System.arraycopy(body, 0, request, HEAD.length, body.length);
        return request;
    }

    /** True when each line of a well-formed body that says a size has digits only. */
    private static boolean withoutExtensions(String body) {
        int at = 0;
        while (true) {
            int end = body.indexOf("\r\n", at);
            String line = body.substring(at, end);
            if (!line.matches("[0-9a-fA-F]+")) {
                return false;
            }
            int size = Integer.parseInt(line, 16);
            if (size == 0) {
                return true;
            }
            at = end + 2 + size + 2;
        }
    }
}
