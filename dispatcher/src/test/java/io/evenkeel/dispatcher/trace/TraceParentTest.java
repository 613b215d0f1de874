// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The value of {@code traceparent}: what is one, what is not, and what is written. */
class TraceParentTest {

    private static final String GOOD = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    /** The W3C's grammar as a pattern, without the two identifiers that are forbidden. */
    private static final Pattern GRAMMAR = Pattern.compile(
            "(00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}|(?!ff|00)[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(-.*)?)");

    private final TraceParent parent = new TraceParent();

    private boolean reads(String value) {
        byte[] octets = ("x" + value + "y").getBytes(StandardCharsets.ISO_8859_1);
        return parent.read(octets, 1, octets.length - 1);
    }

    @Test
    void theExampleOfTheSpecificationIsRead() {
        assertThat(reads(GOOD)).isTrue();

        assertThat(TraceParent.traceId(parent.traceHi, parent.traceLo)).isEqualTo("0af7651916cd43dd8448eb211c80319c");
        assertThat(TraceParent.spanId(parent.span)).isEqualTo("b7ad6b7169203331");
        assertThat(parent.flags).isEqualTo(TraceParent.SAMPLED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0G",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "0x-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01x",
                "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331-01",
                " 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            })
    void whatTheSpecificationForbidsIsNone(String value) {
        assertThat(reads(value)).isFalse();
    }

    @Test
    void aLaterVersionIsReadAsFarAsThisOneGoes() {
        assertThat(reads("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"))
                .isTrue();
        assertThat(reads("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what-comes"))
                .isTrue();
    }

    @Test
    void whatIsWrittenIsReadBack() {
        Random random = new Random(Long.getLong("seed", 1));
        byte[] octets = new byte[TraceParent.LENGTH];
        for (int i = 0; i < 1000; i++) {
            long hi = random.nextLong();
            long lo = random.nextLong() | 1;
            long span = random.nextLong() | 1;
            int flags = random.nextInt(256);
            TraceParent.write(octets, 0, hi, lo, span, flags);

            assertThat(parent.read(octets, 0, octets.length)).isTrue();
            assertThat(new long[] {parent.traceHi, parent.traceLo, parent.span, parent.flags})
                    .containsExactly(hi, lo, span, flags);
        }
    }

    @Test
    void anyChangeOfAnOctetIsJudgedByTheGrammar() {
        Random random = new Random(Long.getLong("seed", 1));
        for (int i = 0; i < 20_000; i++) {
            StringBuilder value = new StringBuilder(GOOD);
            for (int changes = random.nextInt(3); changes >= 0; changes--) {
                value.setCharAt(
                        random.nextInt(value.length()), "0123456789abcdefABCDEF-g \u00ff".charAt(random.nextInt(26)));
            }
            if (random.nextInt(4) == 0) {
                value.append("-z");
            }
            String text = value.toString();
            boolean zeros = text.length() >= 52
                    && (text.substring(3, 35).equals("0".repeat(32))
                            || text.substring(36, 52).equals("0".repeat(16)));
            assertThat(reads(text)).as(text).isEqualTo(GRAMMAR.matcher(text).matches() && !zeros);
        }
    }
}
