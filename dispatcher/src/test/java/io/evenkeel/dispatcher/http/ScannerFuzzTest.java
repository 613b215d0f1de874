// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.conformance.ForwardedRequests;
import io.evenkeel.dispatcher.conformance.RefusedRequests;
import io.evenkeel.dispatcher.conformance.RequestCase;
import io.evenkeel.dispatcher.conformance.ResponseCase;
import io.evenkeel.dispatcher.conformance.Responses;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Mutants;
import io.evenkeel.dispatcher.kit.Reading;
import io.evenkeel.dispatcher.kit.ReferenceReader;
import io.evenkeel.dispatcher.kit.Wire;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every message that the scanner accepts, the reference reader accepts with the same meaning, over seeded mutants of
 * the conformance tables.
 */
class ScannerFuzzTest {

    private static final int MUTANTS = 60_000;

    private final long seed = Mutants.seed(20_260_101);
    private final Mutants mutants = new Mutants(seed);

    private static List<String> small(Stream<String> all) {
        return all.filter(s -> s.length() < 3000).toList();
    }

    private String shown(String raw) {
        return "-Dseed=" + seed + "\n" + Wire.shown(Wire.bytes(raw));
    }

    @Test
    void readsRequestHeadsAsTheReferenceDoes() {
        List<String> seeds = small(Stream.concat(ForwardedRequests.all().stream(), RefusedRequests.all().stream())
                .map(RequestCase::raw));
        RequestHead head = new RequestHead();
        int accepted = 0;
        for (int i = 0; i < MUTANTS; i++) {
            String raw = mutants.of(seeds);
            byte[] bytes = Wire.bytes(raw);
            int end = head.read(bytes, 0, bytes.length, RequestLimits.DEFAULTS);
            if (end < 0) {
                continue;
            }
            accepted++;
            Reading reading = ReferenceReader.requestHead(bytes, head.start);
            if (reading instanceof Reading.Refused refused && tolerated(refused.reason())) {
                continue;
            }
            assertThat(reading).as("accepted by the scanner: %s", shown(raw)).isInstanceOf(Reading.Whole.class);
            Reading.Whole whole = (Reading.Whole) reading;
            Message message = whole.message();
            assertThat(end).as("end of %s", shown(raw)).isEqualTo(whole.end());
            assertThat(text(bytes, head.start, head.methodEnd))
                    .as("method of %s", shown(raw))
                    .isEqualTo(message.method());
            assertThat(text(bytes, head.target.at, head.target.end))
                    .as("target of %s", shown(raw))
                    .isEqualTo(message.target());
            assertThat(fields(head.lines, bytes)).as("fields of %s", shown(raw)).isEqualTo(message.fields());
            if (head.method() != Method.CONNECT) {
                assertThat(head.framing().name())
                        .as("framing of %s", shown(raw))
                        .isEqualTo(framing(message));
            }
            if (head.framing() == Framing.LENGTH) {
                assertThat(head.contentLength()).as("length of %s", shown(raw)).isEqualTo(message.length());
            }
        }
        assertThat(accepted)
                .as("mutants accepted, so that something was compared")
                .isGreaterThan(MUTANTS / 20);
    }

    /**
     * True for reasons for which the scanner is wider than the reference on purpose: later minor versions, equal
     * lengths said twice, and long rows of zeros.
     */
    private static boolean tolerated(String reason) {
        return reason.matches("the version is 'HTTP/1\\.[2-9]'")
                || reason.equals("several Content-Length fields")
                || reason.matches("(?s)Content-Length is '[0-9 \\t,]*'");
    }

    /** The framing of a message; a body of length 0 counts as no body. */
    private static String framing(Message message) {
        boolean empty = message.framing() == Message.Framing.LENGTH && message.length() == 0;
        return empty ? "NONE" : message.framing().name();
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private static List<Message.Field> fields(FieldLines lines, byte[] bytes) {
        List<Message.Field> fields = new ArrayList<>();
        for (int k = 0; k < lines.count; k++) {
            fields.add(new Message.Field(
                    text(bytes, lines.at[k], lines.nameEnd[k]), text(bytes, lines.valueAt[k], lines.valueEnd[k])));
        }
        return fields;
    }

    @Test
    void needsTheWholeHeadBeforeItAccepts() {
        List<String> seeds = small(ForwardedRequests.all().stream().map(RequestCase::raw));
        RequestHead head = new RequestHead();
        for (int i = 0; i < 2000; i++) {
            String raw = mutants.of(seeds);
            byte[] bytes = Wire.bytes(raw);
            int end = head.read(bytes, 0, bytes.length, RequestLimits.DEFAULTS);
            if (end == RequestHead.INCOMPLETE) {
                continue;
            }
            boolean refused = end == RequestHead.REFUSED;
            for (int to = 0; to < (refused ? bytes.length : end); to++) {
                int part = head.read(bytes, 0, to, RequestLimits.DEFAULTS);
                if (refused) {
                    assertThat(part).as("first %s bytes of %s", to, shown(raw)).isNegative();
                } else {
                    assertThat(part).as("first %s bytes of %s", to, shown(raw)).isEqualTo(RequestHead.INCOMPLETE);
                }
            }
        }
    }

    @Test
    void readsAnswerHeadsAsTheReferenceDoes() {
        List<String> seeds =
                small(Responses.all().stream().map(ResponseCase::raw).filter(r -> !r.isEmpty()));
        ResponseHead head = new ResponseHead();
        int compared = 0;
        for (int i = 0; i < MUTANTS; i++) {
            String raw = mutants.of(seeds);
            byte[] bytes = Wire.bytes(raw);
            int end = head.read(bytes, 0, bytes.length, 64 * 1024, 200, false);
            if (end < 0 || !(ReferenceReader.responseHead(bytes, 0, "GET") instanceof Reading.Whole whole)) {
                continue;
            }
            compared++;
            assertThat(end).as("end of %s", shown(raw)).isEqualTo(whole.end());
            assertThat(head.status())
                    .as("status of %s", shown(raw))
                    .isEqualTo(whole.message().status());
            assertThat(fields(head.lines, bytes))
                    .as("fields of %s", shown(raw))
                    .isEqualTo(whole.message().fields());
            assertThat(head.framing().name()).as("framing of %s", shown(raw)).isEqualTo(framing(whole.message()));
        }
        assertThat(compared).isGreaterThan(MUTANTS / 20);
    }

    @Test
    void readsChunkedBodiesAsTheReferenceDoes() {
        String start = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
        List<String> seeds = List.of(
                "5\r\nhello\r\n0\r\n\r\n",
                "5;a=b\r\nhello\r\n0;c=\"d\"\r\n\r\n",
                "1\r\nh\r\n4 ; x = \"y\\\"z\"\r\nello\r\n000\r\nT: v\r\nU: w\r\n\r\n",
                "0\r\n\r\n",
                "A\r\n0123456789\r\n00a\r\n0123456789\r\n0\r\nX-T:\r\n\r\n");
        ChunkReader reader = new ChunkReader();
        int accepted = 0;
        for (int i = 0; i < MUTANTS; i++) {
            String raw = mutants.of(seeds);
            byte[] bytes = Wire.bytes(raw);
            StringBuilder data = new StringBuilder();
            reader.start(64 * 1024, 200);
            int at = 0;
            while (at < bytes.length && !reader.done() && !reader.refused()) {
                int to = Math.min(bytes.length, at + 1 + mutants.below(bytes.length));
                ByteBuf piece = Unpooled.copiedBuffer(bytes, at, to - at);
                at += reader.read(piece, 0, to - at, true);
                data.append(piece.toString(0, reader.passEnd(), StandardCharsets.ISO_8859_1));
                piece.release();
            }
            Reading reading = ReferenceReader.request(Wire.bytes(start + raw), 0);
            if (reader.done()) {
                accepted++;
                assertThat(reading)
                        .as("accepted by the scanner: %s", shown(raw))
                        .isInstanceOf(Reading.Whole.class);
                Reading.Whole whole = (Reading.Whole) reading;
                assertThat(at).as("end of %s", shown(raw)).isEqualTo(whole.end() - start.length());
                assertThat(data.toString())
                        .as("data of %s", shown(raw))
                        .isEqualTo(whole.message().text());
            } else if (reader.refused()) {
                assertThat(reading).as("refused by the scanner: %s", shown(raw)).isNotInstanceOf(Reading.Whole.class);
            }
        }
        assertThat(accepted).isGreaterThan(MUTANTS / 20);
    }

    @Test
    void passesChunkedBodiesOnWithTheSameDataAndWithoutExtensions() {
        String start = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
        List<String> seeds = List.of(
                "5\r\nhello\r\n0\r\n\r\n",
                "5;a=b\r\nhello\r\n0;c=\"d\"\r\n\r\n",
                "1\r\nh\r\n4 ; x = \"y\\\"z\"\r\nello\r\n000 ;q\r\nT: v\r\nU: w\r\n\r\n",
                "A\t;\ta\r\n0123456789\r\n00a;b;c\r\n0123456789\r\n0\r\nX-T:\r\n\r\n");
        ChunkReader reader = new ChunkReader();
        int accepted = 0;
        for (int i = 0; i < MUTANTS; i++) {
            String raw = mutants.of(seeds);
            String passed = ChunkReaderTest.passed(reader, raw, 1 + mutants.below(raw.length() + 1));
            if (!reader.done()) {
                continue;
            }
            accepted++;
            Reading came = ReferenceReader.request(Wire.bytes(start + raw), 0);
            Reading went = ReferenceReader.request(Wire.bytes(start + passed), 0);
            assertThat(went).as("what goes on of %s", shown(raw)).isInstanceOf(Reading.Whole.class);
            Reading.Whole whole = (Reading.Whole) went;
            assertThat(whole.message().text())
                    .as("data of %s", shown(raw))
                    .isEqualTo(((Reading.Whole) came).message().text());
            String body = passed.substring(0, whole.end() - start.length());
            assertThat(withoutExtensions(body)).as("framing of %s", shown(raw)).isTrue();
        }
        assertThat(accepted).isGreaterThan(MUTANTS / 20);
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
