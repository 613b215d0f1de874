// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.Mutants;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardedValueTest {

    private static final int VALUES = 100_000;
    private static final List<String> PIECES =
            List.of("for=1.2.3.4", "proto=https", "a=b", "x=\"y\"", "\"", "\\", ",", ";", " ", "\t", "=", "a", "[::1]");
    private static final Pattern GRAMMAR = Pattern.compile("W*(P?(W*[,;]W*P?)*)W*"
            .replace("P", "(T=(T|\"([^\"\\\\]|\\\\.)*\"))")
            .replace("T", "[!#$%&'*+.^_`|~0-9A-Za-z-]+")
            .replace("W", "[ \\t]"));

    private static boolean isOne(String text) {
        byte[] octets = ("\"" + text + "\"").getBytes(StandardCharsets.ISO_8859_1);
        return ForwardedValue.isOne(octets, 1, octets.length - 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "for=192.0.2.43",
                "for=192.0.2.43, for=\"[2001:db8:cafe::17]\";proto=https;by=203.0.113.43",
                "For=\"_gazonk\" ; host=\"a:8080\"",
                ",for=a,,for=b,",
                "for=\"a\\\"b, c\""
            })
    void takesTheGrammarOfTheRfc(String value) {
        assertThat(isOne(value)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for=\"x",
                "for=\"x\\",
                "for=\"x\\\"",
                "for=a\"b\"",
                "for=\"a\"b",
                "for",
                "for=",
                "=a",
                "for = a",
                "for=a b",
                "for=2001:db8::1",
                "192.0.2.43"
            })
    void refusesWhatCouldSwallowOrHideWhatFollows(String value) {
        assertThat(isOne(value)).isFalse();
    }

    @Test
    void agreesWithARegularExpression() {
        long seed = Mutants.seed(20_260_101);
        SplittableRandom random = new SplittableRandom(seed);
        int accepted = 0;
        for (int i = 0; i < VALUES; i++) {
            StringBuilder text = new StringBuilder();
            for (int pieces = random.nextInt(7); pieces > 0; pieces--) {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            boolean wanted = GRAMMAR.matcher(text).matches();
            accepted += wanted ? 1 : 0;
            assertThat(isOne(text.toString())).as("%s, -Dseed=%s", text, seed).isEqualTo(wanted);
        }
        assertThat(accepted).isBetween(VALUES / 20, VALUES - VALUES / 20);
    }
}
