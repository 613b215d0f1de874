// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaskTest {

    private static Optional<String> hidden(String text) {
        return Mask.hide(text, Set.of("token", "secret")::contains, "hook"::equals);
    }

    @Test
    void hidesSecretsWhereverTheyStand() {
        String shown = hidden("""
                        clusters:
                          shöp 😀:
                            agent: {token: "s3cret-one", secret: s3cret-two}   # token: s3cret-three
                            # it was s3cret-two, ä
                        admin:
                          token: >-
                            s3cret-four
                            s3cret-five
                          address: 127.0.0.1:8111
                        """).orElseThrow();

        assertThat(shown)
                .doesNotContain("s3cret")
                .contains("{token: \"********\", secret: \"********\"}", ", ä\n")
                .contains("  token: \"********\"\n  address: 127.0.0.1:8111\n");
    }

    /** Values of a list may be common words: the arguments of a command are one. */
    @Test
    void hidesAValueOfAListElsewhereOnlyAsAWhole() {
        String shown = hidden("""
                        secret: [page, --team, platform]
                        clusters: {shop: {host: platform.example.org, url: platform}}
                        """).orElseThrow();

        assertThat(shown).doesNotContain("page", "team").contains("platform.example.org", "url: \"********\"");
    }

    /** Values of a table may be common words: fields with their values are one. */
    @Test
    void hidesAValueOfATableElsewhereOnlyAsAWhole() {
        String shown = hidden("""
                        secret: {Host: shop.example.org, X-Pool: cluster, X-Key: s3cret-one}
                        clusters: {shop: {token: a, host: shop.example.org, url: "http://shop.example.org/", key: s3cret-one}}
                        """).orElseThrow();

        assertThat(shown)
                .doesNotContain("s3cret", "X-Pool: cluster")
                .contains("clusters: {shop:", "host: \"********\"", "url: \"http://shop.example.org/\"");
    }

    @Test
    void leavesEverythingElseAsItWasWritten() {
        String text = "# the token of Ann\r\nlisteners:   [ a,b ]  \r\n\r\nadmin: off";

        assertThat(hidden(text)).contains(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "token: |\n  s3cret\n  s3cret\nname: a\n",
                "token: [s3cret, {name: s3cret}]\n",
                "token: &t s3cret\nname: *t\n",
                "token: 's3cret''s\n  s3cret'\n",
                "? {secret: s3cret}\n: a\n",
                "token:\n  s3cret # s3cret\n",
                "# 'secret' = s3cret\n",
                "hook: s3cret\nname: a\n",
                "- {hook: [s3cret]}\n",
                "# hook: s3cret\n"
            })
    void hidesEveryWayToWriteASecret(String text) {
        assertThat(hidden(text).orElseThrow()).doesNotContain("s3cret");
    }

    @Test
    void leavesASectionWhoseShortFormWouldBeASecret() {
        assertThat(hidden("hook: {token: s3cret, after: 5s}")).contains("hook: {token: \"********\", after: 5s}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "admin:\n  token: 'open\n",
                "name: &t s3cret\nadmin: {token: *t}\n",
                "name: &t s3cret\nhook: *t\n"
            })
    void hidesAllWhenItCannotTellWhatIsSecret(String text) {
        assertThat(hidden(text)).isEmpty();
    }
}
