// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChallengesTest {

    private final Challenges challenges = new Challenges();

    private @Nullable String page(String path) {
        byte[] octets = ("GET " + path + " HTTP/1.1").getBytes(StandardCharsets.US_ASCII);
        byte[] page = challenges.page(octets, 4, 4 + path.length());
        return page == null ? null : new String(page, StandardCharsets.US_ASCII);
    }

    @Test
    void answersOnlyTokensThatArePending() {
        assertThat(page("/.well-known/acme-challenge/abc")).isNull();
        challenges.page("abc", "abc.thumb");

        assertThat(page("/.well-known/acme-challenge/abc")).isEqualTo("abc.thumb");
        assertThat(page("/.well-known/acme-challenge/abcd")).isNull();
        assertThat(page("/.well-known/acme-challenge/ab")).isNull();
        assertThat(page("/.well-known/acme-challenge/")).isNull();
        assertThat(page("/.well-known/acme-challenge")).isNull();
        assertThat(page("/x/.well-known/acme-challenge/abc")).isNull();
        assertThat(page("/.Well-Known/acme-challenge/abc")).isNull();

        challenges.clear();
        assertThat(page("/.well-known/acme-challenge/abc")).isNull();
    }
}
