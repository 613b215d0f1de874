// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.yaml;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class YamlReaderTest {

    /** The parser's own buffer has 1024 characters, so one of these pairs lies across its end. */
    @Test
    void readsSurrogatePairsWherever() {
        for (int before = 1000; before < 1050; before++) {
            String text = "name: " + "x".repeat(before) + "\ud83d\ude00 and so on\n";
            assertThatCode(() -> {
                        YamlReader.events(text).forEachRemaining(event -> {});
                        Mask.hide(text, "secret"::equals, "hook"::equals);
                    })
                    .as("%d characters before the pair", before)
                    .doesNotThrowAnyException();
        }
    }
}
