// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {

    private final DurationConverter converter = new DurationConverter();

    @ParameterizedTest
    @CsvSource({"250ms, 250", "2s, 2000", "1.5m, 90000", "1h, 3600000", "0s, 0"})
    void readsTimes(String text, long millis) {
        assertThat(converter.convert(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2", "s", "-1s", "1 s", "1d", "1e3s"})
    void refusesWhatIsNoTime(String text) {
        assertThatThrownBy(() -> converter.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("write 250ms");
    }
}
