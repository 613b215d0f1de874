// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberTextsTest {

    @ParameterizedTest
    @CsvSource({"0.0012345678, 0.001235", "123456.7, 123500", "1.008, 1.008", "0, 0"})
    void keepsFourDigits(double value, double rounded) {
        assertThat(NumberTexts.rounded(value)).isEqualTo(rounded);
    }

    @Test
    void showsMomentsByTheClockOfTheReader() {
        ZoneId tokyo = ZoneId.of("Asia/Tokyo");
        String said = "shop: all nodes down since 2026-01-31T23:12:03Z";
        assertThat(NumberTexts.moments(said, tokyo, Instant.parse("2026-02-01T01:00:00Z")))
                .isEqualTo("shop: all nodes down since 08:12:03");
        assertThat(NumberTexts.moments(said, tokyo, Instant.parse("2026-02-01T15:00:00Z")))
                .isEqualTo("shop: all nodes down since 2026-02-01 08:12:03");
    }

    @Test
    void showsTheTwoGreatestUnits() {
        assertThat(NumberTexts.age(Duration.ofSeconds(9))).isEqualTo("9s");
        assertThat(NumberTexts.age(Duration.ofSeconds(121))).isEqualTo("2m 1s");
        assertThat(NumberTexts.age(Duration.ofMinutes(185))).isEqualTo("3h 5m");
        assertThat(NumberTexts.age(Duration.ofHours(50))).isEqualTo("2d 2h");
    }
}
