// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SessionHashTest {

    /** The key of the published vectors, the octets 0 to 15. */
    private static final SessionHash PUBLISHED = new SessionHash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);

    /** The message is the octets 0, 1, 2 and so on; checked with a second implementation, OpenSSL's. */
    @ParameterizedTest
    @CsvSource({
        "0, a3817f04ba25a8e66df67214c7550293",
        "1, da87c1d86b99af44347659119b22fc45",
        "7, a1f1ebbed8dbc153c0b84aa61ff08239",
        "8, 3b62a9ba6258f5610f83e264f31497b4",
        "9, 264499060ad9baabc47f8b02bb6d71ed",
        "15, 5493e99933b0a8117e08ec0f97cfc3d9",
        "16, 6ee2a4ca67b054bbfd3315bf85230577",
        "31, 2939b0183223fafc1723de4f52c43d35",
        "63, 5150d1772f50834a503e069a973fbd7c"
    })
    void isSipHash(int length, String digest) {
        byte[] message = new byte[length];
        for (int i = 0; i < length; i++) {
            message[i] = (byte) i;
        }

        assertThat(hex(PUBLISHED, message, 0, length)).isEqualTo(digest);
    }

    @Test
    void hashesTheOctetsOfARange() {
        byte[] cookie = octets("0123456789abcdef0123");
        byte[] line = octets("JSESSIONID=0123456789abcdef0123; path=/");

        assertThat(hex(PUBLISHED, line, 11, 31)).isEqualTo(hex(PUBLISHED, cookie, 0, 20));
    }

    @Test
    void isAlikeWithOneSecretAndDiffersWithAnother() {
        byte[] cookie = octets("0123456789abcdef");
        String one = hex(SessionHash.derivedFrom(octets("one")), cookie, 0, 16);

        assertThat(hex(SessionHash.derivedFrom(octets("one")), cookie, 0, 16)).isEqualTo(one);
        assertThat(hex(SessionHash.derivedFrom(octets("two")), cookie, 0, 16)).isNotEqualTo(one);
    }

    @Test
    void aRandomKeyIsItsOwn() {
        byte[] cookie = octets("0123456789abcdef");

        assertThat(hex(SessionHash.random(), cookie, 0, 16)).isNotEqualTo(hex(SessionHash.random(), cookie, 0, 16));
    }

    @Test
    void theFirstHalfOfAKeyIsNeverZero() {
        SessionKey key = new SessionKey();

        key.set(0, 0);

        assertThat(key.high()).isEqualTo(1);
    }

    private static String hex(SessionHash hash, byte[] octets, int from, int to) {
        SessionKey key = new SessionKey();
        hash.of(octets, from, to, key);
        ByteBuffer digest = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        digest.putLong(key.high()).putLong(key.low());
        return HexFormat.of().formatHex(digest.array());
    }

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
