// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.hpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.kit.Wire;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks that are sent, octet by octet. */
class HpackEncoderTest {

    private final HpackEncoder encoder = new HpackEncoder();

    private static String hex(Consumer<HeadBuffer> written) {
        HeadBuffer out = new HeadBuffer(16);
        written.accept(out);
        return HexFormat.of().formatHex(Arrays.copyOf(out.octets(), out.length()));
    }

    private String field(String name, String value) {
        byte[] octets = Wire.bytes(name + value);
        return hex(out -> encoder.field(octets, 0, name.length(), name.length(), octets.length, out));
    }

    @ParameterizedTest
    @CsvSource({
        "200, 88",
        "204, 89",
        "206, 8a",
        "304, 8b",
        "400, 8c",
        "404, 8d",
        "500, 8e",
        "103, 0803313033",
        "599, 0803353939"
    })
    void writesTheStatus(int status, String hex) {
        assertThat(hex(out -> encoder.status(status, out))).isEqualTo(hex);
    }

    @ParameterizedTest
    @CsvSource({
        "Age, 0f060131",
        "Content-Type, 0f100131",
        "COOKIE, 1f110131",
        "set-cookie, 1f280131",
        "Authorization, 1f080131",
        "Proxy-Authorization, 1f220131",
        "X-Ab, 0004782d61620131",
        "WWW-Authenticate, 0f2e0131",
    })
    void writesNamesInLowerCaseAndNeverIndexesSecrets(String name, String hex) {
        assertThat(field(name, "1")).isEqualTo(hex);
    }

    @Test
    void writesLongValues() {
        assertThat(field("age", "x".repeat(127))).startsWith("0f067f0078");
        assertThat(field("age", "x".repeat(300))).startsWith("0f067fad0178");
    }

    @Test
    void writesRequests() {
        byte[] octets = Wire.bytes("GETPOSTPUT//ah");
        assertThat(hex(out -> encoder.method(octets, 0, 3, out))).isEqualTo("82");
        assertThat(hex(out -> encoder.method(octets, 3, 7, out))).isEqualTo("83");
        assertThat(hex(out -> encoder.method(octets, 7, 10, out))).isEqualTo("0203505554");
        assertThat(hex(out -> encoder.path(octets, 10, 11, out))).isEqualTo("84");
        assertThat(hex(out -> encoder.path(octets, 11, 13, out))).isEqualTo("04022f61");
        assertThat(hex(out -> encoder.scheme(false, out))).isEqualTo("86");
        assertThat(hex(out -> encoder.scheme(true, out))).isEqualTo("87");
        assertThat(hex(out -> encoder.authority(octets, 13, 14, out))).isEqualTo("010168");
    }

    @Test
    void writesLines() {
        byte[] octets = Wire.bytes("Age: 1\r\nX-Ab:\t2 \r\netag:\r\n");
        assertThat(hex(out -> encoder.lines(octets, 0, octets.length, out)))
                .isEqualTo("0f060131" + "0004782d61620132" + "0f1300");
    }

    @Test
    void tellsOnceThatItHasNoTable() {
        encoder.peerTableSize(4096);
        assertThat(hex(encoder::begin)).isEmpty();
        encoder.peerTableSize(4095);
        encoder.peerTableSize(8192);
        assertThat(hex(encoder::begin)).isEqualTo("20");
        assertThat(hex(encoder::begin)).isEmpty();
        encoder.peerTableSize(0);
        assertThat(hex(encoder::begin)).isEmpty();
    }
}
