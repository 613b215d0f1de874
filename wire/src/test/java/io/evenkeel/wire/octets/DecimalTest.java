// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.octets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTest {

    private final Decimal decimal = new Decimal();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "7",
                "-7",
                "+7",
                "007",
                "0.1",
                "0.3",
                "12.345",
                "1e3",
                "1E+3",
                "25e-2",
                "0.000001",
                "1e15",
                "1e22",
                "9007199254740992",
                "999999999999999",
                "0.999999999999999",
                "1.7976931348623157e308",
                "1e-300",
                "4.9e-324",
                "1e-400",
                "0e999999999999",
                "0.1e-2147483649"
            })
    void readsWhatJavaReads(String text) {
        assertThat(read(text, 0)).isTrue();
        assertThat(decimal.end()).isEqualTo(text.length());
        double wanted = Double.parseDouble(text) + 0.0;
        double most = text.length() <= 16 ? 0 : Math.abs(wanted) * 1e-15;
        assertThat(decimal.value()).isCloseTo(wanted, within(most));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "+",
                ".",
                ".5",
                "5.",
                "-.5",
                "1e",
                "1e+",
                "e1",
                "x",
                " 1",
                "--1",
                "NaN",
                "Infinity",
                "1e309",
                "1e99999999999"
            })
    void refusesWhatIsNoNumberOrTooLarge(String text) {
        assertThat(read(text, 0)).isFalse();
    }

    @Test
    void stopsBehindTheNumber() {
        assertThat(read("12.5,", 0)).isTrue();
        assertThat(decimal.end()).isEqualTo(4);
        assertThat(read("0x10", 0)).isTrue();
        assertThat(decimal.end()).isEqualTo(1);
    }

    @Test
    void shiftsBeforeItRounds() {
        assertThat(0.57 * 100).as("why").isNotEqualTo(57);

        assertThat(read("0.57", 2)).isTrue();

        assertThat(decimal.value()).isEqualTo(57);
    }

    @Test
    void integersUpTo15DigitsAreExactAndOthersNearlySo() {
        Random random = new Random(Long.getLong("seed", 11));
        for (int i = 0; i < 20_000; i++) {
            long whole = random.nextLong(1_000_000_000_000_000L);
            assertThat(read(Long.toString(whole), 0)).isTrue();
            assertThat(decimal.value()).isEqualTo((double) whole);

            double any = Math.scalb(random.nextDouble(-1, 1), random.nextInt(-990, 990));
            assertThat(read(Double.toString(any), 0)).isTrue();
            assertThat(decimal.value()).isCloseTo(any, within(Math.abs(any) * 1e-14));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "-0.0,0",
        "1,1",
        "12.3456,12.346",
        "12.3,12.3",
        "99.9996,100",
        "0.9999996,1",
        "0.125,0.125",
        "0.0000004,0",
        "0.000001,0.000001",
        "0.30000000000000004,0.3",
        "33.333333333333336,33.333",
        "1.001,1.001",
        "123456789012,123456789012",
        "1e15,1000000000000000",
        "1e18,1000000000000000000",
        "1e19,0",
        "-5,0",
        "NaN,0",
        "Infinity,0"
    })
    void writesShort(double number, String wanted) {
        assertThat(written(number)).isEqualTo(wanted);
    }

    @Test
    void writesTheSameInEveryCountry() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(written(1234.5)).isEqualTo("1234.5");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void writtenNumbersAreOffByHalfOfTheLastPlaceAtMost() {
        Random random = new Random(Long.getLong("seed", 11));
        for (int i = 0; i < 20_000; i++) {
            double number = random.nextDouble() * Math.pow(10, random.nextInt(12));
            double place = number < 1 ? 1e-6 : 1e-3;
            assertThat(Double.parseDouble(written(number))).isCloseTo(number, within(place / 2 + number * 1e-15));
        }
    }

    private static String written(double number) {
        StringBuilder out = new StringBuilder();
        Decimal.append(number, out);
        return out.toString();
    }

    private boolean read(String text, int shift) {
        byte[] octets = text.getBytes(StandardCharsets.US_ASCII);
        return decimal.read(octets, 0, octets.length, shift);
    }
}
