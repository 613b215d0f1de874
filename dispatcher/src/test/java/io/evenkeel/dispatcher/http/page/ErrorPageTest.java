// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.text.DateLine;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Status lines of answers of the dispatcher itself. */
class ErrorPageTest {

    private static String statusLine(Refusal why) {
        DateLine date = new DateLine(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        byte[] answer = ErrorPage.render(why, null, "abc", false, false, date, 0, null);
        return new String(answer, StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(Refusal.class)
    void everyStatusHasAPhrase(Refusal why) {
        String begun = "HTTP/1.1 " + why.status() + " ";

        assertThat(statusLine(why)).startsWith(begun).matches(".* [A-Z].*").isNotEqualTo(begun + "Error");
    }

    @Test
    void aLoopIsDetected() {
        assertThat(statusLine(Refusal.LOOP)).isEqualTo("HTTP/1.1 508 Loop Detected");
    }
}
