// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldNamesTest {

    private static boolean has(FieldNames names, String name) {
        byte[] octets = (" " + name).getBytes(StandardCharsets.ISO_8859_1);
        return names.has(octets, 1, octets.length);
    }

    @Test
    void asksWithoutRegardToCaseAndReadsUnderscoresAsDashes() {
        FieldNames names = FieldNames.of(List.of("X-User"));

        assertThat(has(names, "x-uSER")).isTrue();
        assertThat(has(names, "X_User")).isTrue();
        assertThat(has(names, "X-Users")).isFalse();
        assertThat(has(names, "X-Uses")).isFalse();
    }

    @Test
    void bothSetsAreInTheirUnion() {
        FieldNames both = FieldNames.of(List.of("X-User")).with(List.of("X-Hop", "y".repeat(100)));

        assertThat(has(both, "x-user")).isTrue();
        assertThat(has(both, "X-HOP")).isTrue();
        assertThat(has(both, "y".repeat(100))).isTrue();
        assertThat(has(both, "y".repeat(99))).isFalse();
    }

    @Test
    void everyNameIsInTheSetOfAll() {
        assertThat(has(FieldNames.ALL, "x")).isTrue();
        assertThat(has(FieldNames.ALL.with(List.of("y")), "x".repeat(100))).isTrue();
        assertThat(has(FieldNames.NONE, "x")).isFalse();
    }
}
