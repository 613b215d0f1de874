// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ViaValueTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.1 evenkeel | 1",
                "1.1 evenkeel, 2 Evenkeel (first) | 2",
                "1.1 evenkeel,1.1 nginx,HTTP/1.0 evenkeel | 2",
                "1.1 evenkeel.example.org | 0",
                "1.1 my-evenkeel | 0",
                "evenkeel | 0",
                "'' | 0"
            })
    void countsTheNameBehindAVersion(String value, int passes) {
        byte[] octets = value.getBytes(StandardCharsets.ISO_8859_1);
        assertThat(ViaValue.passes(octets, 0, octets.length)).isEqualTo(passes);
    }
}
