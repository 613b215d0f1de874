// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ServicesTest {

    private static final List<String> NAMES = List.of("video", "cpu", "images", "video", "docs");

    @Test
    void impactsHaveTheirNumbersAndOtherNamesFollow() {
        assertThat(Services.number("other", NAMES)).isZero();
        assertThat(Services.number("static", NAMES)).isEqualTo(1);
        assertThat(Services.number("cpu-and-disk", NAMES)).isEqualTo(4);
        assertThat(Services.number("video", NAMES)).isEqualTo(5);
        assertThat(Services.number("images", NAMES)).isEqualTo(6);
        assertThat(Services.number("docs", NAMES)).isEqualTo(7);
        assertThat(Services.number("music", NAMES)).isEqualTo(-1);
    }

    @Test
    void thereAreNumbersFor59() {
        List<String> many = IntStream.range(0, 60).mapToObj(i -> "s" + i).toList();

        assertThat(Services.number("s58", many)).isEqualTo(Services.NUMBERS - 1);
        assertThat(Services.number("s59", many)).isEqualTo(-1);
    }

    @Test
    void aNodeServesSeveral() {
        assertThat(Services.bits(List.of("other", "cpu", "images"), NAMES)).isEqualTo(1 | 1 << 2 | 1 << 6);
        assertThat(Services.bits(List.of(), NAMES)).isZero();
        assertThat(Services.bits(List.of("music", "docs"), NAMES)).isEqualTo(1 << 7);
    }
}
