// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.ask;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.CommandLineRun;
import io.evenkeel.cli.terminal.ExitCode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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

    @Test
    void doesNotFollowInAFormThatHasAnEnd() {
        CommandLineRun run = CommandLineRun.of("events", "--follow", "-o", "csv", "--admin", "http://127.0.0.1:1");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--follow prints -o table or -o json, not csv");
    }

    private static List<JsonNode> events(String letters) {
        return Stream.of(letters.split(""))
                .filter(letter -> !letter.isEmpty())
                .<JsonNode>map(letter -> JsonMapper.shared().createObjectNode().put("text", letter))
                .toList();
    }
}
