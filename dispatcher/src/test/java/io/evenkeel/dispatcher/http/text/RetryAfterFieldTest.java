// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterFieldTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    0                                             | 0
                    7                                             | 7
                    120                                           | 120
                    99999999999999999999                          | 999999999
                    -1                                            | 0
                    1.5                                           | 0
                    soon                                          | 0
                    Fri, 31 Dec 1999 23:59:59 GMT                 | 119
                    Friday, 31-Dec-99 23:59:59 GMT                | 119
                    Fri Dec 31 23:59:59 1999                      | 119
                    Sat Jan  1 00:00:00 2000                      | 120
                    Fri, 31 Dec 1999 23:57:00 GMT                 | 0
                    Friday, 31-Dec-99 23:57:00 GMT                | 0
                    Fri, 31 Dec 1999 23:59:59 GMT and more of it  | 0
                    """)
    void isSecondsOrADate(String value, long seconds) {
        byte[] octets = ("x" + value + "x").getBytes(StandardCharsets.US_ASCII);

        assertThat(RetryAfterField.seconds(octets, 1, octets.length - 1, Instant.parse("1999-12-31T23:58:00Z")))
                .isEqualTo(seconds);
    }
}
