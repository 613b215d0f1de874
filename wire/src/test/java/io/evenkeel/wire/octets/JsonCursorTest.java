// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.octets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonCursorTest {

    private final JsonCursor json = new JsonCursor();
    private byte[] octets = new byte[0];

    @Test
    void walksThroughNestedObjects() {
        start("{\"a\":1,\"b\":{\"c\":-2.5e1},\"d\":\"x\",\"e\":true,\"f\":null}");

        assertThat(json.enter()).isTrue();
        assertThat(next()).isEqualTo("a");
        assertThat(json.number(0)).isTrue();
        assertThat(json.value()).isEqualTo(1);
        assertThat(next()).isEqualTo("b");
        assertThat(json.enter()).isTrue();
        assertThat(next()).isEqualTo("c");
        assertThat(json.number(0)).isTrue();
        assertThat(json.value()).isEqualTo(-25);
        assertThat(next()).isEmpty();
        assertThat(next()).isEqualTo("d");
        assertThat(json.number(0)).as("a text is not a number, and not a fault").isFalse();
        assertThat(json.text(1)).isEqualTo("x");
        assertThat(next()).isEqualTo("e");
        assertThat(json.bool()).isTrue();
        assertThat(next()).isEqualTo("f");
        assertThat(json.bool()).isNull();
        assertThat(json.skip()).isTrue();
        assertThat(next()).isEmpty();
        assertThat(json.done()).isTrue();
    }

    @Test
    void walksThroughArrays() {
        start("[ 1, {\"a\":[]} , [2] ]");

        assertThat(json.enterArray()).isTrue();
        assertThat(json.nextItem()).isTrue();
        assertThat(json.number(0)).isTrue();
        assertThat(json.nextItem()).isTrue();
        assertThat(json.enter()).isTrue();
        assertThat(next()).isEqualTo("a");
        assertThat(json.enterArray()).isTrue();
        assertThat(json.nextItem()).isFalse();
        assertThat(next()).isEmpty();
        assertThat(json.nextItem()).isTrue();
        assertThat(json.skip()).isTrue();
        assertThat(json.nextItem()).isFalse();
        assertThat(json.done()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1,]", "[,1]", "[1 2]", "[1", "[1,", "{}"})
    void arraysAreStrict(String text) {
        start(text);

        json.enterArray();
        while (json.nextItem()) {
            json.skip();
        }

        assertThat(json.done()).isFalse();
    }

    @Test
    void textsLoseTheirEscapes() {
        start("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00é\"");

        assertThat(json.text(100)).isEqualTo("a\"\\/\b\f\n\r\té\ud83d\ude00é");
        assertThat(json.done()).isTrue();
    }

    @Test
    void textsAreAsLongAsAllowed() {
        start("\"12345\"");
        assertThat(json.text(5)).isEqualTo("12345");
        start("\"12345\"");
        assertThat(json.text(4)).isNull();
        assertThat(json.failed()).isTrue();
    }

    @Test
    void quotedTextComesBack() {
        StringBuilder all = new StringBuilder();
        for (char c = 0; c < 0x300; c++) {
            all.append(c);
        }
        StringBuilder quoted = new StringBuilder();

        JsonText.quote(all, quoted);

        assertThat(quoted.toString()).doesNotContain("<", ">", "&").matches("[ -~]+");
        start(quoted.toString());
        assertThat(json.text(10_000)).isEqualTo(all.toString());
    }

    @Test
    void afterAFailureEverythingIsNo() {
        start("{\"a\":tru,\"b\":1}");
        json.enter();
        json.next();
        assertThat(json.skip()).isFalse();

        assertThat(json.next()).isFalse();
        assertThat(json.number(0)).isFalse();
        assertThat(json.text(9)).isNull();
        assertThat(json.bool()).isNull();
        assertThat(json.enter()).isFalse();
        assertThat(json.skip()).isFalse();
        assertThat(json.done()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1", "-0.5e-3", "\"\"", "true", "false", "null", "[]", "{}", "[1,[2,{\"a\":[]}],\"]\"]", " [ ] "
            })
    void goesOverAnyValue(String value) {
        start(value);
        assertThat(json.skip()).isTrue();
        assertThat(json.done()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "01",
                "+1",
                "tru",
                "True",
                "nil",
                "[",
                "]",
                "[1",
                "[1,",
                "[1,]",
                "[,1]",
                "[1 2]",
                "{\"a\"}",
                "{\"a\":}",
                "{a:1}",
                "{\"a\":1,}",
                "\"",
                "\"a",
                "\"\\\"",
                "\"\\u00g0\"",
                "\"\\u00\"",
                "\"\t\"",
                "[}",
                "{]"
            })
    void refusesWhatIsNoJson(String value) {
        start(value);
        assertThat(json.skip() && json.done()).isFalse();
    }

    private void start(String text) {
        octets = ("\"[{" + text + "\"1]}").getBytes(StandardCharsets.UTF_8);
        json.start(octets, 3, octets.length - 4);
    }

    /** The next name; empty at the end of an object. */
    private String next() {
        boolean more = json.next();
        return more ? new String(octets, json.nameFrom(), json.nameTo() - json.nameFrom(), StandardCharsets.UTF_8) : "";
    }
}
