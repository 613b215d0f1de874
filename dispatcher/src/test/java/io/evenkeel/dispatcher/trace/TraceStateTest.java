// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The list in {@code tracestate}: what passes, and what of it when it is long. */
class TraceStateTest {

    private static String passed(String... lines) {
        StringBuilder text = new StringBuilder("GET / HTTP/1.1\r\nHost: a\r\n");
        for (String line : lines) {
            text.append("tracestate: ").append(line).append("\r\n");
        }
        byte[] octets = text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        RequestHead head = new RequestHead();
        assertThat(head.read(octets, 0, octets.length, RequestLimits.DEFAULTS)).isEqualTo(octets.length);
        HeadBuffer out = new HeadBuffer(16);
        int count = TraceState.write(head, out);
        assertThat(count).isEqualTo(out.length());
        return new String(out.octets(), 0, count, StandardCharsets.ISO_8859_1);
    }

    private static String members(int count, int length) {
        return IntStream.range(0, count)
                .mapToObj(i -> "k" + i + "="
                        + "v".repeat(length - 2 - Integer.toString(i).length()))
                .collect(Collectors.joining(","));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rojo=00f067aa0ba902b7 | rojo=00f067aa0ba902b7",
                "rojo=1, congo=t61rcWkgMzE | rojo=1,congo=t61rcWkgMzE",
                "a=1,,b=2, | a=1,b=2",
                "fw529a3039@dt=FfU, 0t@s=x | fw529a3039@dt=FfU,0t@s=x",
            })
    void aListPassesWithoutBlanksAndHoles(String sent, String passed) {
        assertThat(passed(sent)).isEqualTo(passed);
    }

    @Test
    void allLinesAreOneList() {
        assertThat(passed("a=1", "b=2,c=3")).isEqualTo("a=1,b=2,c=3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "=1", "a=", "A=1", "a=1,b", "0=1", "a=1=2", "a@=1", "a@b@c=1", "a b=1", "a=\u00e9", ","})
    void aListWithAMalformedMemberIsLeftOut(String sent) {
        assertThat(passed(sent)).isEmpty();
    }

    @Test
    void theLastMembersOfALongListAreCutWhole() {
        String passed = passed(members(12, 100));

        assertThat(passed).isEqualTo(members(5, 100)).hasSizeLessThanOrEqualTo(TraceState.MOST);
    }

    @Test
    void aLongListLosesItsLargeMembersFirst() {
        String large = "big=" + "v".repeat(200);

        assertThat(passed(large + "," + members(4, 100))).isEqualTo(members(4, 100));
        assertThat(passed(large + ",a=1")).isEqualTo(large + ",a=1");
    }

    @Test
    void noMoreThan32MembersPass() {
        assertThat(passed(members(40, 6))).isEqualTo(members(32, 6));
    }
}
