// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.octets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamesTest {

    @Test
    void findsEachNameAndNoOther() {
        Map<String, Integer> codes = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            codes.put("name" + i, i);
        }
        Names names = new Names(codes);

        codes.forEach((name, code) -> assertThat(code(names, name)).as(name).isEqualTo(code));
        assertThat(code(names, "name")).isEqualTo(-1);
        assertThat(code(names, "name300")).isEqualTo(-1);
        assertThat(code(names, "")).isEqualTo(-1);
        assertThat(new Names(Map.of()).code(new byte[0], 0, 0)).isEqualTo(-1);
    }

    @Test
    void sameNameIsSeenOnceInEachFamily() {
        byte[] octets = "heap,gc,heap".getBytes(StandardCharsets.US_ASCII);
        Seen seen = new Seen();

        assertThat(seen.add(octets, 0, 4, 1)).isTrue();
        assertThat(seen.add(octets, 5, 7, 1)).isTrue();
        assertThat(seen.add(octets, 8, 12, 2)).as("another family").isTrue();
        assertThat(seen.add(octets, 8, 12, 1)).as("again").isFalse();

        seen.clear();
        assertThat(seen.add(octets, 8, 12, 1)).as("after it was cleared").isTrue();
    }

    @Test
    void noMoreNamesThanFitAreTaken() {
        byte[] octets = new byte[2 * Seen.MOST];
        for (int i = 0; i < Seen.MOST; i++) {
            octets[2 * i] = (byte) (i / 16);
            octets[2 * i + 1] = (byte) (i % 16);
        }
        Seen seen = new Seen();
        for (int i = 0; i < Seen.MOST; i++) {
            assertThat(seen.add(octets, 2 * i, 2 * i + 2, 1)).isTrue();
        }
        assertThat(seen.add(octets, 0, 1, 1)).isFalse();
    }

    private static int code(Names names, String name) {
        byte[] octets = ("<" + name + ">").getBytes(StandardCharsets.UTF_8);
        return names.code(octets, 1, octets.length - 1);
    }
}
