// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.conformance.ResponseCase;
import io.evenkeel.dispatcher.conformance.Responses;
import io.evenkeel.dispatcher.kit.Reading;
import io.evenkeel.dispatcher.kit.ReferenceReader;
import io.evenkeel.dispatcher.kit.Wire;
import java.util.List;
import java.util.function.Supplier;

/** A fuzzer's target: an answer's head that scanner and reference reader both accept has one meaning for both. */
public final class ResponseHeadTarget {

    private ResponseHeadTarget() {}

    /** The answers of the conformance tables. */
    public static List<byte[]> seeds() {
        return Responses.all().stream()
                .map(ResponseCase::raw)
                .filter(raw -> !raw.isEmpty() && raw.length() < 3000)
                .map(Wire::bytes)
                .toList();
    }

    /** The entry of the fuzzer. */
    public static void fuzzerTestOneInput(byte[] octets) {
        agrees(new ResponseHead(), octets);
    }

    /** True when both accept the head; fails when they understand it differently. */
    static boolean agrees(ResponseHead head, byte[] octets) {
        int end = head.read(octets, 0, octets.length, 64 * 1024, 200, false);
        if (end < 0 || !(ReferenceReader.responseHead(octets, 0, "GET") instanceof Reading.Whole whole)) {
            return false;
        }
        Supplier<String> shown = () -> Wire.shown(octets);
        assertThat(end).as(shown).isEqualTo(whole.end());
        assertThat(head.status()).as(shown).isEqualTo(whole.message().status());
        assertThat(RequestHeadTarget.fields(head.lines, octets))
                .as(shown)
                .isEqualTo(whole.message().fields());
        assertThat(head.framing().name()).as(shown).isEqualTo(RequestHeadTarget.framing(whole.message()));
        return true;
    }
}
