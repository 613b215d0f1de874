// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.ResponseHeadTarget;
import io.evenkeel.dispatcher.http.ResponseWriter;
import io.evenkeel.dispatcher.http.ResponseWriter.Persistence;
import io.evenkeel.dispatcher.http.page.ErrorPage;
import io.evenkeel.dispatcher.http.text.DateLine;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.hpack.FieldBlocks;
import io.evenkeel.dispatcher.http2.hpack.HpackDecoder;
import io.evenkeel.dispatcher.http2.hpack.HpackEncoder;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Mutants;
import io.evenkeel.dispatcher.kit.Reading;
import io.evenkeel.dispatcher.kit.ReferenceReader;
import io.evenkeel.dispatcher.kit.Wire;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers as a client of HTTP/2 gets them. */
class ResponseFieldsTest {

    private static final String DATE = "date=Thu, 01 Jan 1970 00:00:00 GMT";
    private static final DateLine CLOCK = new DateLine(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

    private final ResponseFields writer = new ResponseFields(CLOCK);
    private final FieldNames hidden = FieldNames.of(List.of("server"));
    private final HpackEncoder encoder = new HpackEncoder();
    private final HeadBuffer out = new HeadBuffer(16);
    private final ResponseHead head = new ResponseHead();

    private List<String> decoded() {
        FieldBlock block = new FieldBlock();
        block.begin(FieldBlocks.PLENTY, FieldBlocks.PLENTY);
        assertThat(new HpackDecoder(4096).decode(out.octets(), 0, out.length(), block))
                .isTrue();
        return FieldBlocks.words(block);
    }

    private void read(String lines) {
        byte[] octets = Wire.bytes(lines.replace("\n", "\r\n") + "\r\n");
        assertThat(head.read(octets, 0, octets.length, 1 << 16, 100, false)).isEqualTo(octets.length);
    }

    private List<String> answer(String lines) {
        read(lines);
        out.clear();
        writer.head(head, hidden, encoder, out);
        return decoded();
    }

    @Test
    void namesAreInLowerCaseAndADateIsThere() {
        assertThat(answer("HTTP/1.1 200 OK\nContent-Type: text/html\nX-A:  b \nETag:\n"))
                .containsExactly(":status=200", "content-type=text/html", "x-a=b", "etag=", DATE);
        assertThat(answer("HTTP/1.1 404 Gone\nDate: D\nContent-Length: 3\n"))
                .containsExactly(":status=404", "date=D", "content-length=3");
        assertThat(answer("HTTP/1.1 200 OK\nDate: D\nConnection: X, date\n")).containsExactly(":status=200", DATE);
        assertThat(answer("HTTP/1.1 103 Early Hints\nLink: </a>\n")).containsExactly(":status=103", "link=</a>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Connection: close",
                "Keep-Alive: timeout=5",
                "Proxy-Connection: close",
                "Transfer-Encoding: chunked",
                "Upgrade: h2c",
                "Server: x",
                "endpoint-load-metrics: TEXT a=1",
                "Trailer: endpoint-load-metrics",
                "Connection: X-Mine\nX-Mine: 1",
            })
    void whatIsForTheNodesConnectionDoesNotPass(String lines) {
        assertThat(answer("HTTP/1.1 200 OK\nDate: D\n" + lines + "\nX-A: b\n"))
                .containsExactly(":status=200", "date=D", "x-a=b");
    }

    /** HTTP/2 has no Upgrade (RFC 9113 §8.2.2). */
    @Test
    void anUpgradeThatIsRequiredIsNotNamed() {
        assertThat(answer("HTTP/1.1 426 x\nDate: D\nConnection: Upgrade\nUpgrade: websocket\n"))
                .containsExactly(":status=426", "date=D");
    }

    @Test
    void linesThatWereAddedPass() {
        read("HTTP/1.1 200 OK\nDate: D\nTrailer: X-T, endpoint-load-metrics\n");
        head.added().add(Wire.bytes("Set-Cookie: a=b; Path=/\r\nSet-Cookie: c=d\r\n"));
        writer.head(head, hidden, encoder, out);

        assertThat(decoded())
                .containsExactly(":status=200", "date=D", "trailer=X-T", "set-cookie=a=b; Path=/", "set-cookie=c=d");
    }

    @Test
    void blocksArePutBehindWhatIsThere() {
        read("HTTP/1.1 204 No Content\nDate: D\n");
        out.add(new byte[9]);
        writer.head(head, hidden, encoder, out);

        assertThat(Arrays.copyOf(out.octets(), 10)).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0, 0x89);
    }

    /** Whatever a node answers, the fields are those that a client of HTTP/1.1 gets. */
    @Test
    void clientsOfBothProtocolsGetTheSameFields() {
        Mutants mutants = new Mutants(Mutants.seed(20260915));
        List<String> seeds = ResponseHeadTarget.seeds().stream().map(Wire::text).toList();
        int compared = 0;
        for (int round = 0; round < 5_000; round++) {
            byte[] octets = Wire.bytes(mutants.of(seeds));
            if (head.read(octets, 0, octets.length, 1 << 16, 100, false) > 0) {
                compare();
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(500);
    }

    private void compare() {
        HeadBuffer plain = new HeadBuffer(64);
        new ResponseWriter(CLOCK).write(head, Persistence.KEPT, true, hidden, plain);
        byte[] written = Arrays.copyOf(plain.octets(), plain.length());
        Reading reading = ReferenceReader.responseHead(written, 0, "GET");
        assertThat(reading).as(Wire.shown(written)).isInstanceOf(Reading.Whole.class);
        Message message = ((Reading.Whole) reading).message();
        List<String> expected = new ArrayList<>(List.of(":status=" + message.status()));
        message.fields().stream()
                .filter(field -> !field.name().equals("Transfer-Encoding"))
                .forEach(field -> expected.add(field.name().toLowerCase(Locale.ROOT) + "=" + field.value()));

        out.clear();
        writer.head(head, hidden, encoder, out);
        assertThat(decoded()).as(Wire.shown(written)).isEqualTo(expected);
    }

    @Test
    void aWebSocketIsOpenedWithoutTheHandshake() {
        read("""
                HTTP/1.1 101 Switching Protocols
                Upgrade: websocket
                Connection: Upgrade
                Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=
                Sec-WebSocket-Protocol: chat
                """);
        writer.upgraded(head, hidden, encoder, out);

        assertThat(decoded()).containsExactly(":status=200", "sec-websocket-protocol=chat", DATE);
    }

    /** The key and the answer of RFC 6455 §1.3. */
    @Test
    void aWebSocketIsProvedByTheHashOfItsKey() {
        WebSocketKey key = new WebSocketKey(Wire.bytes("the sample nonce"));
        assertThat(Wire.text(key.text())).isEqualTo("dGhlIHNhbXBsZSBub25jZQ==");

        assertThat(isProved(key, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\n"))
                .isTrue();
        assertThat(isProved(key, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOO=\n"))
                .isFalse();
        assertThat(isProved(key, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo\n"))
                .isFalse();
        assertThat(isProved(key, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\n".repeat(2)))
                .isFalse();
        assertThat(isProved(key, "X-A: b\n")).isFalse();
    }

    private boolean isProved(WebSocketKey key, String lines) {
        read("HTTP/1.1 101 Switching Protocols\nUpgrade: websocket\nConnection: Upgrade\n" + lines);
        return key.isProvedBy(head);
    }

    @Test
    void trailersAreABlock() {
        HeadBuffer section = new HeadBuffer(64);
        section.add(Wire.bytes("Grpc-Status: 0\r\nX-T: a\r\n\r\n"));

        assertThat(ResponseFields.trailer(section, encoder, out)).isTrue();
        assertThat(decoded()).containsExactly("grpc-status=0", "x-t=a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\r\n"})
    void aSectionWithoutLinesIsNone(String text) {
        HeadBuffer section = new HeadBuffer(64);
        section.add(Wire.bytes(text));

        assertThat(ResponseFields.trailer(section, encoder, out)).isFalse();
        assertThat(out.length()).isZero();
    }

    @Test
    void ownAnswersAreTheSamePage() {
        byte[] page = ErrorPage.render(Refusal.NONE_UP, "application/json", "abc", false, false, CLOCK, 1, null);

        int at = ResponseFields.message(page, encoder, out);

        String body = Wire.text(page).substring(at);
        assertThat(body).startsWith("{\"status\":503,").endsWith("}\n");
        assertThat(decoded())
                .containsExactly(
                        ":status=503",
                        "content-type=application/json",
                        "content-length=" + body.length(),
                        "cache-control=no-store",
                        "x-request-id=abc",
                        "retry-after=1",
                        DATE);
    }

    @ParameterizedTest
    @CsvSource({
        "NONE_UP, 14",
        "RESPONSE_TIMEOUT, 14",
        "BAD_ANSWER, 14",
        "NO_ROUTE, 12",
        "BAD_HOST, 13",
        "BODY_TOO_LARGE, 8",
        "HEAD_TOO_LARGE, 8",
        "INTERNAL, 2",
        "BODY_TIMEOUT, 2"
    })
    void callsOfGrpcAreRefusedByTrailersAlone(Refusal refusal, int code) {
        GrpcRefusal.write(ErrorPage.render(refusal, null, "abc", false, false, CLOCK, 1, null), encoder, out);

        assertThat(decoded())
                .containsExactly(
                        ":status=200",
                        "content-type=application/grpc",
                        "grpc-status=" + code,
                        "grpc-message=HTTP status " + refusal.status() + " of the gateway",
                        "x-request-id=abc",
                        DATE);
    }

    @Test
    void ownAnswersToHeadHaveNoBody() {
        byte[] page = ErrorPage.render(Refusal.NO_ROUTE, null, "abc", true, false, CLOCK, 0, null);

        assertThat(ResponseFields.message(page, encoder, out)).isEqualTo(page.length);
        assertThat(decoded()).startsWith(":status=404", "content-type=text/html; charset=utf-8");
    }
}
