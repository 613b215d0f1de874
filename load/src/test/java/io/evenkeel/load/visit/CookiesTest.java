// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.visit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The values are those that the five app servers write. */
class CookiesTest {

    private final Cookies cookies = new Cookies("JSESSIONID");

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "62B1B9AE1B7FBEC3.n1, 7B0BC74EBD5B18CD.n2, true",
                "62B1B9AE1B7FBEC3.n1, 62B1B9AE1B7FBEC3.n2, false",
                "62B1B9AE1B7FBEC3.n1, 62B1B9AE1B7FBEC3, false",
                "62B1B9AE1B7FBEC3.n1, 62B1B9AE1B7FBEC3.n2.n1, false",
                "n1xhln3fjg4v6f1k0bb839iy9kr0.n1, n113sdnn1xgiimbfs9k2rnb3cbv1.n1, true",
                "\"7e92b8e230dd3cf8957fffb82ea9.n1\", 7e92b8e230dd3cf8957fffb82ea9.n1, false",
                "00000G4aWmvoPiV4bH6rsEzu_TI:n1, 00010G4aWmvoPiV4bH6rsEzu_TI:n1:n2, false",
                "00000G4aWmvoPiV4bH6rsEzu_TI:n1, 0000nzFN0vXKAelq6e1Qk32FPjB:n1, true",
                "0000123456789.n1, 0001123456789.n1, true",
            })
    void anotherIdIsAnotherSessionAndAnotherRouteIsNot(String sent, String set, boolean isReplaced) {
        cookies.keep(CannedAnswer.page("Set-Cookie: JSESSIONID=" + sent + "; Path=/trade; HttpOnly"));
        assertThat(cookies.hasReplacedSession())
                .as("the first one replaces none")
                .isFalse();

        cookies.keep(CannedAnswer.page("Set-Cookie: JSESSIONID=" + set + "; Path=/trade; HttpOnly"));

        assertThat(cookies.hasReplacedSession()).isEqualTo(isReplaced);
        assertThat(cookies.line()).isEqualTo("JSESSIONID=" + set);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "; Path=/; Max-Age=0",
                "; Expires=Thu, 01 Jan 1970 00:00:10 GMT; Path=/trade; HttpOnly; SameSite=Lax",
                "gone; path=/trade; Max-Age=0; Expires=Thu, 01-Jan-1970 00:00:00 GMT",
                "; expires=Thu, 01-Jan-1970 00:00:10 GMT",
                "; max-age=-1",
            })
    void aCookieThatIsTakenBackReplacesNothing(String rest) {
        cookies.keep(CannedAnswer.page("Set-Cookie: JSESSIONID=A.n1", "Set-Cookie: mood=good"));

        cookies.keep(CannedAnswer.page("Set-Cookie: JSESSIONID=" + rest));

        assertThat(cookies.hasReplacedSession()).isFalse();
        assertThat(cookies.line()).isEqualTo("mood=good");
    }

    @Test
    void anotherCookieReplacesNoSession() {
        cookies.keep(CannedAnswer.page("Set-Cookie: JSESSIONID=A.n1", "Set-Cookie: mood=good"));

        cookies.keep(CannedAnswer.page("Set-Cookie: mood=bad"));
        assertThat(cookies.hasReplacedSession()).isFalse();
        cookies.keep(CannedAnswer.page("Set-Cookie: other=C.n1; Expires=Sat, 01 Jan 2050 19:70:10 GMT"));
        assertThat(cookies.hasReplacedSession()).isFalse();
        assertThat(cookies.line()).isEqualTo("JSESSIONID=A.n1; mood=bad; other=C.n1");
    }

    @Test
    void anAnswerWithoutCookiesEndsWhatTheLastOneSaid() {
        cookies.keep(CannedAnswer.page("Set-Cookie: JSESSIONID=A"));
        cookies.keep(CannedAnswer.page("Set-Cookie: JSESSIONID=B"));
        assertThat(cookies.hasReplacedSession()).isTrue();

        cookies.keep(CannedAnswer.page());

        assertThat(cookies.hasReplacedSession()).isFalse();
    }
}
