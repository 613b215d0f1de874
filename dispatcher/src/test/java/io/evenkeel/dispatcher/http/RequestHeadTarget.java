// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.conformance.ForwardedRequests;
import io.evenkeel.dispatcher.conformance.RefusedRequests;
import io.evenkeel.dispatcher.conformance.RequestCase;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Reading;
import io.evenkeel.dispatcher.kit.ReferenceReader;
import io.evenkeel.dispatcher.kit.Wire;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A fuzzer's target: a request head that the scanner accepts, the reference reader accepts with the same meaning. */
public final class RequestHeadTarget {

    private RequestHeadTarget() {}

    /** The requests of the conformance tables. */
    public static List<byte[]> seeds() {
        return Stream.concat(ForwardedRequests.all().stream(), RefusedRequests.all().stream())
                .map(RequestCase::raw)
                .filter(raw -> raw.length() < 3000)
                .map(Wire::bytes)
                .toList();
    }

    /** The entry of the fuzzer. */
    public static void fuzzerTestOneInput(byte[] octets) {
        agrees(new RequestHead(), octets);
    }

    /** True when the scanner accepts the head; fails when the reference reader understands it differently. */
    static boolean agrees(RequestHead head, byte[] octets) {
        int end = head.read(octets, 0, octets.length, RequestLimits.DEFAULTS);
        if (end < 0) {
            return false;
        }
        Supplier<String> shown = () -> Wire.shown(octets);
        Reading reading = ReferenceReader.requestHead(octets, head.methodAt());
        if (reading instanceof Reading.Refused refused && tolerated(refused.reason())) {
            return true;
        }
        assertThat(reading).as(shown).isInstanceOf(Reading.Whole.class);
        Reading.Whole whole = (Reading.Whole) reading;
        Message message = whole.message();
        assertThat(end).as(shown).isEqualTo(whole.end());
        assertThat(text(octets, head.methodAt(), head.methodEnd())).as(shown).isEqualTo(message.method());
        assertThat(text(octets, head.target().at, head.target().end)).as(shown).isEqualTo(message.target());
        assertThat(fields(head.lines, octets)).as(shown).isEqualTo(message.fields());
        if (head.method() != Method.CONNECT) {
            assertThat(head.framing().name()).as(shown).isEqualTo(framing(message));
        }
        if (head.framing() == Framing.LENGTH) {
            assertThat(head.contentLength()).as(shown).isEqualTo(message.length());
        }
        return true;
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
    static String framing(Message message) {
        boolean empty = message.framing() == Message.Framing.LENGTH && message.length() == 0;
        return empty ? "NONE" : message.framing().name();
    }

    private static String text(byte[] octets, int from, int to) {
        return new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
    }

    static List<Message.Field> fields(FieldLines lines, byte[] octets) {
        List<Message.Field> fields = new ArrayList<>();
        for (int k = 0; k < lines.count; k++) {
            fields.add(new Message.Field(
                    text(octets, lines.at[k], lines.nameEnd[k]), text(octets, lines.valueAt[k], lines.valueEnd[k])));
        }
        return fields;
    }
}
