// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CacheControlTest {

    private static CacheControl read(String... values) {
        CacheControl control = new CacheControl();
        for (String value : values) {
            byte[] octets = value.getBytes(StandardCharsets.ISO_8859_1);
            control.add(octets, 0, octets.length);
        }
        return control;
    }

    @Test
    void directivesStandInAnyOrderAndCase() {
        CacheControl control = read("Public , MAX-AGE=60,, s-maxage=\"70\"", "must-revalidate,x=\"a, no-store\"");

        assertThat(control.isPublic()).isTrue();
        assertThat(control.maxAgeS()).isEqualTo(60);
        assertThat(control.sharedMaxAgeS()).isEqualTo(70);
        assertThat(control.mustRevalidate()).isTrue();
        assertThat(control.noStore()).as("it stands in quotes").isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "max-age=60; 60",
                "max-age=060; 60",
                "max-age=99999999999999999999999; 2147483647",
                "max-age=-1; 0",
                "max-age=1.5; 0",
                "max-age=; 0",
                "max-age; 0",
                "max-age =60; 0",
                "max-age= 60; 0",
                "max-age='60'; 0",
                "max-age=60, max-age=60; 60",
                "max-age=60, max-age=1; 0",
                "xmax-age=60; -1",
                "max-age-x=60; -1"
            })
    void whatIsNoTimeIsNone(String value, long seconds) {
        assertThat(read(value).maxAgeS()).isEqualTo(seconds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-store", "NO-STORE", " no-store ", "a,no-store", "no-store=x", "x=\"open, max-age=1"})
    void doubtForbids(String value) {
        assertThat(read(value).noStore()).isTrue();
    }

    @Test
    void fieldNamesDoNotWeakenPrivateAndNoCache() {
        CacheControl control = read("private=\"Set-Cookie, X\", no-cache=\"Y\"");

        assertThat(control.isPrivate()).isTrue();
        assertThat(control.noCache()).isTrue();
    }

    @Test
    void maxStaleMayHaveNoTime() {
        assertThat(read("max-stale").maxStaleS()).isEqualTo(Integer.MAX_VALUE);
        assertThat(read("max-stale=5").maxStaleS()).isEqualTo(5);
        assertThat(read("max-stale=x").maxStaleS()).isZero();
    }
}
