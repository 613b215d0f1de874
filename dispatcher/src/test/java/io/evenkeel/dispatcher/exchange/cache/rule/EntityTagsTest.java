// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntityTagsTest {

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\u0001',
            value = {
                "\"a\"; \"a\"; true",
                "W/\"a\"; \"a\"; true",
                "\"a\"; W/\"a\"; true",
                "\"b\", \"a\"; \"a\"; true",
                "\"b,\",\"a\"; \"a\"; true",
                "*; \"a\"; true",
                "\"A\"; \"a\"; false",
                "\"ab\"; \"a\"; false",
                "a; \"a\"; false",
                "\"a; \"a\"; false",
                "x\"a\"; \"a\"; false",
                "\"b\" \"a\"; \"a\"; true"
            })
    void tagsAreComparedWeakly(String list, String tag, boolean has) {
        assertThat(EntityTags.has(octets(list), 0, list.length(), octets(tag))).isEqualTo(has);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\u0001',
            value = {
                "\"a\"; true",
                "W/\"a\"; true",
                "\"\"; true",
                "a; false",
                "\"a; false",
                "\"a b\"; false",
                "w/\"a\"; false"
            })
    void aTagStandsInQuotes(String tag, boolean is) {
        assertThat(EntityTags.isTag(octets(tag), 0, tag.length())).isEqualTo(is);
    }
}
