// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.ask;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EventsCommandTest {

    /** Letters are events, the oldest first. */
    @ParameterizedTest
    @CsvSource({
        "abc, abc, 0",
        "abc, abcd, 1",
        "abc, bcde, 2",
        "abc, cdefg, 4",
        "abc, def, 3",
        "abc, a, 1",
        "'', ab, 2",
        "ab, '', 0",
        "aba, abaa, 1",
        "aaa, aaab, 1"
    })
    void knowsWhichEventsAreNew(String before, String now, int fresh) {
        assertThat(EventsCommand.fresh(events(before), events(now))).isEqualTo(fresh);
    }

    private static List<JsonNode> events(String letters) {
        return Stream.of(letters.split(""))
                .filter(letter -> !letter.isEmpty())
                .<JsonNode>map(letter -> JsonMapper.shared().createObjectNode().put("text", letter))
                .toList();
    }
}
