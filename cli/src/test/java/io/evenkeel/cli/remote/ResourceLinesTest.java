// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ResourceLinesTest {

    private static List<String> lines(String json) {
        return new ResourceLines(JsonMapper.shared().readTree(json)).lines();
    }

    @Test
    void oneLineWhileThereIsEnough() {
        assertThat(lines("""
                        [{"name": "memory", "level": "free", "share": 0.123, "figure": "", "pauses": 0, "refusals": 0},
                         {"name": "descriptors", "level": "free", "share": 0.5, "figure": "", "pauses": 0, "refusals": 0}]
                        """)).containsExactly("used: memory 12 %, descriptors 50 %");
    }

    @Test
    void aLineForWhatIsShortAndForWhatWas() {
        assertThat(lines("""
                        [{"name": "memory", "level": "free", "share": 0.5, "figure": "", "pauses": 1, "refusals": 7},
                         {"name": "descriptors", "level": "refusing", "share": 0.97,
                          "figure": "97 of 100 descriptors", "pauses": 1, "refusals": 3}]
                        """))
                .containsExactly(
                        "used: memory 50 %, descriptors 97 %",
                        "memory: free; 1 times no connection was accepted, 7 requests refused",
                        "descriptors: REFUSING, 97 of 100 descriptors; 1 times no connection was accepted, 3 requests refused");
    }

    @Test
    void anOlderDispatcherTellsNothing() {
        assertThat(lines("null")).isEmpty();
    }
}
