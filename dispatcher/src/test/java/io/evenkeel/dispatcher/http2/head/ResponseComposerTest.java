// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.hpack.FieldBlocks;
import io.evenkeel.dispatcher.http2.hpack.HpackDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule for answers of HTTP/2, and the head that is read by the reader of HTTP/1.1. */
class ResponseComposerTest {

    private final ResponseComposer composer = new ResponseComposer();
    private final HeadBuffer out = new HeadBuffer(16);
    private final ResponseHead head = new ResponseHead();
    private boolean ends;
    private boolean toHead;

    private @Nullable HeadProblem problem(String... fields) {
        return composer.compose(FieldBlocks.of(fields), ends, toHead, out);
    }

    private String composed(String... fields) {
        assertThat(problem(fields)).isNull();
        assertThat(head.read(out.octets(), 0, out.length(), 1 << 16, 100, toHead))
                .isEqualTo(out.length());
        return new String(out.octets(), 0, out.length(), StandardCharsets.ISO_8859_1).replace("\r\n", "\n");
    }

    @Test
    void aBodyWithoutLengthIsChunked() {
        assertThat(composed(":status=200", "content-type=a", "x-a="))
                .isEqualTo("HTTP/1.1 200 \ncontent-type: a\nx-a: \nTransfer-Encoding: chunked\n\n");
        assertThat(head.framing()).isEqualTo(Framing.CHUNKED);
        assertThat(head.keepsAlive()).isTrue();
        assertThat(composer.status()).isEqualTo(200);
    }

    @Test
    void aBodyWithALengthIsNot() {
        assertThat(composed(":status=200", "content-length=5")).isEqualTo("HTTP/1.1 200 \ncontent-length: 5\n\n");
        assertThat(head.framing()).isEqualTo(Framing.LENGTH);
        assertThat(composer.contentLength()).isEqualTo(5);
    }

    @Test
    void anAnswerThatEndsWithItsHeadHasNoBody() {
        ends = true;
        assertThat(composed(":status=200")).isEqualTo("HTTP/1.1 200 \nContent-Length: 0\n\n");
        assertThat(head.framing()).isEqualTo(Framing.NONE);
        assertThat(problem(":status=200", "content-length=5")).isEqualTo(HeadProblem.BAD_LENGTH);
    }

    @ParameterizedTest
    @CsvSource({"204, false, false", "304, true, false", "200, true, true", "200, false, true", "103, false, false"})
    void someAnswersHaveNoBodyWhateverTheySay(String status, boolean streamEnds, boolean head1) {
        ends = streamEnds;
        toHead = head1;
        assertThat(composed(":status=" + status)).isEqualTo("HTTP/1.1 " + status + " \n\n");
        assertThat(head.framing()).isEqualTo(Framing.NONE);
        assertThat(composed(":status=" + status, "content-length=5"))
                .isEqualTo("HTTP/1.1 " + status + " \ncontent-length: 5\n\n");
        assertThat(head.framing()).isEqualTo(Framing.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20", "2000", "2x0", "099", "101", " 200", "-20", "000"})
    void theStatusHasThreeDigits(String status) {
        assertThat(problem(":status=" + status)).isEqualTo(HeadProblem.BAD_STATUS);
    }

    @Test
    void anInterimAnswerDoesNotEndTheStream() {
        ends = true;
        assertThat(problem(":status=103")).isEqualTo(HeadProblem.BAD_STATUS);
    }

    @Test
    void theStatusIsThereOnceAndFirst() {
        assertThat(problem()).isEqualTo(HeadProblem.MISSING_PSEUDO);
        assertThat(problem("x-a=1", ":status=200")).isEqualTo(HeadProblem.MISSING_PSEUDO);
        assertThat(problem(":method=GET")).isEqualTo(HeadProblem.UNKNOWN_PSEUDO);
        assertThat(problem(":status=200", ":path=/")).isEqualTo(HeadProblem.UNKNOWN_PSEUDO);
        assertThat(problem(":status=200", ":status=200")).isEqualTo(HeadProblem.REPEATED_PSEUDO);
    }

    @ParameterizedTest
    @CsvSource({
        "X-T=1, BAD_NAME",
        "'x-t =1', BAD_NAME",
        "'x-t=1 ', BAD_VALUE",
        "'x-t=a\nset-cookie: b', BAD_VALUE",
        "transfer-encoding=chunked, CONNECTION_FIELD",
        "connection=close, CONNECTION_FIELD",
        "keep-alive=timeout=5, CONNECTION_FIELD",
        "upgrade=h2c, CONNECTION_FIELD",
        "proxy-connection=close, CONNECTION_FIELD",
        "te=trailers, CONNECTION_FIELD",
        "te=gzip, CONNECTION_FIELD",
        "content-length=x, BAD_LENGTH",
        "content-length=-1, BAD_LENGTH",
        "'content-length=1,1', BAD_LENGTH",
    })
    void keepsTheRulesOfAllHeads(String field, HeadProblem problem) {
        assertThat(problem(":status=200", field)).isEqualTo(problem);
    }

    @Test
    void aLengthIsSaidOnce() {
        assertThat(problem(":status=200", "content-length=5", "content-length=5"))
                .isEqualTo(HeadProblem.BAD_LENGTH);
        assertThat(problem(":status=200", "content-length=1", "content-length=2"))
                .isEqualTo(HeadProblem.BAD_LENGTH);
    }

    @Test
    void whatIsTooLargeIsRefused() {
        FieldBlock block = new FieldBlock();
        byte[] octets = FieldBlocks.literals(":status=200", "c=d");
        block.begin(50, 10);
        assertThat(new HpackDecoder(4096).decode(octets, 0, octets.length, block))
                .isTrue();

        assertThat(composer.compose(block, false, false, out)).isEqualTo(HeadProblem.TOO_LARGE);
    }
}
