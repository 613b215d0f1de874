// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.text.Octets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDateTest {

    private static final DateTimeFormatter PREFERRED =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US);

    private static long seconds(String text) {
        byte[] octets = Octets.ascii("x" + text + "x");
        return HttpDate.seconds(octets, 1, octets.length - 1);
    }

    @Test
    void readsTheThreeForms() {
        assertThat(seconds("Sun, 06 Nov 1994 08:49:37 GMT")).isEqualTo(784_111_777);
        assertThat(seconds("Sunday, 06-Nov-94 08:49:37 GMT")).isEqualTo(784_111_777);
        assertThat(seconds("Sun Nov  6 08:49:37 1994")).isEqualTo(784_111_777);
    }

    /** Steps of a prime number of seconds, so that every day, month, hour and leap rule comes up. */
    @Test
    void readsWhatTheLibraryWritesFrom1600To2500() {
        long to = LocalDateTime.of(2500, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC);
        for (long at = LocalDateTime.of(1600, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC); at < to; at += 5_000_011) {
            String text = LocalDateTime.ofEpochSecond(at, 0, ZoneOffset.UTC).format(PREFERRED);
            assertThat(seconds(text)).as(text).isEqualTo(at);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Mon, 06 Nov 1994 08:49:37 GMT",
                "Sun, 06 Nov 1994 24:49:37 GMT",
                "Sun, 06 Nov 1994 08:60:37 GMT",
                "Sun, 06 Nov 1994 08:49:60 GMT",
                "Wed, 29 Feb 2023 08:49:37 GMT",
                "Sun, 00 Nov 1994 08:49:37 GMT",
                "Sun, 32 Nov 1994 08:49:37 GMT",
                "Sun, 06 nov 1994 08:49:37 GMT",
                "sun, 06 Nov 1994 08:49:37 GMT",
                "Sun, 06 Nov 1994 08:49:37 UTC",
                "Sun, 06 Nov 1994 08:49:3x GMT",
                "Sun, 6 Nov 1994 08:49:37 GMT",
                "0",
                "",
                "2026-11-29T00:00:00Z"
            })
    void whatIsNoDateIsNone(String text) {
        assertThat(seconds(text)).isEqualTo(HttpDate.NONE);
    }
}
