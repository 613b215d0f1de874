// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {

    private final DurationConverter converter = new DurationConverter();

    @Test
    void readsEveryUnit() {
        assertThat(converter.convert("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(converter.convert("30s")).isEqualTo(Duration.ofSeconds(30));
        assertThat(converter.convert("5m")).isEqualTo(Duration.ofMinutes(5));
        assertThat(converter.convert("1h")).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void refusesWhatIsNoTime() {
        for (String odd : new String[] {"", "30", "s", "-1s", "0s", "1.5s", "30 s", "1d", "99999999999s"}) {
            assertThatThrownBy(() -> converter.convert(odd)).as(odd).isInstanceOf(TypeConversionException.class);
        }
    }
}
