// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteRangeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "bytes=0-0; PART; 0; 1",
                "bytes=0-; PART; 0; 10",
                "bytes=3-99; PART; 3; 10",
                "bytes=-3; PART; 7; 10",
                "bytes=-99; PART; 0; 10",
                "BYTES=1-2; PART; 1; 3",
                "bytes=10-; OUTSIDE; 0; 0",
                "bytes=-0; OUTSIDE; 0; 0",
                "bytes=2-1; WHOLE; 0; 0",
                "bytes=0-1,3-4; WHOLE; 0; 0",
                "bytes=; WHOLE; 0; 0",
                "bytes=-; WHOLE; 0; 0",
                "bytes=a-1; WHOLE; 0; 0",
                "bytes=1; WHOLE; 0; 0",
                "bytes=1-2-3; WHOLE; 0; 0",
                "bytes=0-9999999999999999999999; WHOLE; 0; 0",
                "lines=0-1; WHOLE; 0; 0"
            })
    void aRangeIsOneOrTheWholeIsSent(String value, ByteRange.Kind kind, long from, long to) {
        byte[] octets = value.getBytes(StandardCharsets.ISO_8859_1);

        assertThat(ByteRange.of(octets, 0, octets.length, 10)).isEqualTo(new ByteRange(kind, from, to));
    }
}
