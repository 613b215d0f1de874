// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BadOctetTest {

    /** An octet 0xFF, which is in no UTF-8, where the tilde stands. */
    private static BadOctet in(String text) {
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < octets.length; i++) {
            octets[i] = octets[i] == '~' ? (byte) 0xFF : octets[i];
        }
        return Objects.requireNonNull(BadOctet.in(octets));
    }

    @Test
    void saysLineAndColumnInCodePoints() {
        assertThat(in("~")).isEqualTo(new BadOctet(new TextPlace(1, 1, 1), 0xFF));
        assertThat(in("a\n~ and ~").place()).isEqualTo(new TextPlace(2, 1, 1));
        assertThat(in("a\r\nb\rcd~").place()).isEqualTo(new TextPlace(3, 3, 1));
        assertThat(in("né \uD83D\uDE00~").place()).as("a face is one").isEqualTo(new TextPlace(1, 5, 1));
    }

    @Test
    void aCharacterThatIsCutOffAtTheEndIsOne() {
        byte[] cut = {'a', (byte) 0xC3};
        assertThat(BadOctet.in(cut)).isEqualTo(new BadOctet(new TextPlace(1, 2, 1), 0xC3));
    }

    @Test
    void whatIsUtf8HasNone() {
        assertThat(BadOctet.in(new byte[0])).isNull();
        assertThat(BadOctet.in("né \uD83D\uDE00\n".getBytes(StandardCharsets.UTF_8)))
                .isNull();
    }
}
