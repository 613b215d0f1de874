// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

class PlannedBreakTest {

    private final PlannedBreak.Reader reader = new PlannedBreak.Reader();

    @ParameterizedTest
    @CsvSource({
        "freeze, freeze:10s@10s",
        "heap:15s, heap:15s@10s",
        "pool@1m, pool:10s@60s",
        "freeze:2s@0s, freeze:2s@0s",
        "freeze:1500ms@2.5s, freeze:1500ms@2500ms"
    })
    void readsKindDurationAndStart(String text, String means) {
        assertThat(reader.convert(text)).hasToString(means);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "frieze         | there is no kind 'frieze'; there are freeze, heap, pool. Write KIND",
                "freeze:soon    | the duration 'soon' is not a time; write 250ms, 2s, 1m or 1h",
                "freeze:5s@soon | the start 'soon' is not a time; write",
                "freeze:1m      | the duration is 1s to 20s, not 1m",
                "freeze:0s      | the duration is 1s to 20s, not 0s",
                "freeze@1s:5s   | is not a break; write KIND[:DURATION][@START], such as"
            })
    void saysWhatIsWrongAndWhatWouldBeRight(String text, String words) {
        assertThatThrownBy(() -> reader.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining(words);
    }

    @ParameterizedTest
    @CsvSource({"freeze:10s@10s heap:10s@20s, ''", "heap:5s@30s freeze@5s, ''"})
    void oneAfterTheOtherIsFine(String all, String words) {
        assertThat(PlannedBreak.overlap(planned(all)).orElse("")).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value =
                    "pool:5s@12s freeze:10s@5s | --break pool:5s@12s begins while freeze:10s@5s still lasts, and only one"
                            + " server is broken at a time; begin it at 15s or later: pool:5s@15s")
    void twoAtATimeAreRefused(String all, String words) {
        assertThat(PlannedBreak.overlap(planned(all))).contains(words);
    }

    private List<PlannedBreak> planned(String all) {
        return Stream.of(all.split(" ")).map(reader::convert).toList();
    }
}
