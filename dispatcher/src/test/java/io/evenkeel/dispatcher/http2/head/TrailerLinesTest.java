// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.hpack.FieldBlocks;
import io.evenkeel.dispatcher.http2.hpack.HpackDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trailers of a stream as lines of a chunked body. */
class TrailerLinesTest {

    private final HeadBuffer out = new HeadBuffer(16);

    private @Nullable HeadProblem problem(String... fields) {
        out.clear();
        return TrailerLines.write(FieldBlocks.of(fields), FieldNames.of(List.of("x-hidden")), out);
    }

    private String lines(String... fields) {
        assertThat(problem(fields)).isNull();
        return new String(out.octets(), 0, out.length(), StandardCharsets.ISO_8859_1);
    }

    @Test
    void writesLines() {
        assertThat(lines("grpc-status=0", "x-t=a b")).isEqualTo("grpc-status: 0\r\nx-t: a b\r\n");
        assertThat(lines("x-t=a\tb\t\u00e9")).isEqualTo("x-t: a\tb\t\u00e9\r\n");
        assertThat(lines()).isEmpty();
    }

    @Test
    void leavesOutWhatBelongsIntoHeads() {
        assertThat(lines(
                        "content-length=5",
                        "host=a",
                        "expect=100-continue",
                        "x-forwarded-for=a",
                        "trailer=x",
                        "te=trailers",
                        "cookie=a",
                        "x_hidden=1",
                        "x-t=1"))
                .isEqualTo("x-t: 1\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        ":status=200, PSEUDO_IN_TRAILER",
        ":method=GET, PSEUDO_IN_TRAILER",
        "X-T=1, BAD_NAME",
        "=1, BAD_NAME",
        "'x-t= 1', BAD_VALUE",
        "'x-t=a\nb', BAD_VALUE",
        "'x-t=a\u0001b', BAD_VALUE",
        "'x-t=a\tb\u007f', BAD_VALUE",
        "'x-t=a\tb\u001fcdefghijklmnop', BAD_VALUE",
        "transfer-encoding=chunked, CONNECTION_FIELD",
        "connection=close, CONNECTION_FIELD",
        "te=gzip, BAD_TE",
    })
    void keepsTheRulesOfHeads(String field, HeadProblem problem) {
        assertThat(problem("x-a=1", field)).isEqualTo(problem);
    }

    @Test
    void whatIsTooLargeIsRefused() {
        FieldBlock block = new FieldBlock();
        byte[] octets = FieldBlocks.literals("a=b", "c=d");
        block.begin(40, 10);
        assertThat(new HpackDecoder(4096).decode(octets, 0, octets.length, block))
                .isTrue();

        assertThat(TrailerLines.write(block, FieldNames.NONE, out)).isEqualTo(HeadProblem.TOO_LARGE);
    }
}
